import type { Knex } from 'knex';
import type { z } from 'zod';
import type { AccountExport } from '../../contract/accounts/deletion.ts';
import { listApiKeys } from '../accounts/api-keys.ts';
import { presentProfile, Profile } from '../accounts/profile.ts';
import { secondFactorsOf } from '../accounts/second-factor.ts';
import { listSessions } from '../accounts/sessions.ts';
import { exportAnnouncements } from '../announcements/present.ts';
import { listPauses } from '../announcements/change-pauses.ts';
import { Asset, presentAsset } from '../assets/asset.ts';
import { Purchase } from '../billing/purchase.ts';
import type { Identity } from '../http/mount-call.ts';
import type { TrackFiles } from '../library/track-files.ts';
import { allMessages } from '../messages/messages.ts';
import { listRatedTracks } from '../schedule/rated-tracks.ts';
import { listeningDays } from '../listening/figures.ts';
import { presentMyStation, RadioStation } from '../stations/station.ts';
import { waitingOf } from '../stations/waiting.ts';
import { listInvitations } from '../team/invitations.ts';
import { listMembers, listTeams } from '../team/members.ts';
import { listWebhooks, presentWebhook } from '../webhooks/endpoints.ts';
import { StationDomain } from '../domains/domain-row.ts';
import { answerOf } from '../stations/approval-state.ts';
import { formerSlugsOf } from '../stations/station-queries.ts';

/** All data of a user, in the shapes of the other calls. The contract leaves out secrets and notes. */
export async function exportAccount(
  {
    db,
    publicUrl,
    files,
    waitsForApproval,
  }: { db: Knex; publicUrl: string; files: TrackFiles; waitsForApproval: boolean },
  { user, role }: Pick<Identity, 'user' | 'role'>,
): Promise<Omit<z.input<typeof AccountExport>, 'exported_at'>> {
  const station = await RadioStation.findOwn(db, user.id);
  const assets = await Asset.ofCustomer(db, user.id);
  return {
    user,
    role: role ?? 'user',
    profile: presentProfile(await Profile.ofUser(db, user)),
    station: station
      ? presentMyStation(station, publicUrl, await waitingOf(db, station, waitsForApproval))
      : null,
    own_domain: station ? ((await StationDomain.ofStation(db, station.id))?.domain ?? null) : null,
    former_addresses: station ? await formerSlugsOf(db, station.id) : [],
    listening: station ? await listeningDays(db, station.id) : [],
    assets: assets.map((asset) => presentAsset(asset, publicUrl)),
    messages: await allMessages(db, user.id),
    announcements: await exportAnnouncements({ db, files }, user.id),
    approval: station ? ((await answerOf(db, station.id)) ?? null) : null,
    pauses: station ? await listPauses({ db, now: Date.now }, station.id) : [],
    rated_tracks: station ? await listRatedTracks(db, station.id) : [],
    purchases: await Purchase.ofMember(db, user.id),
    sessions: await listSessions(db, user.id),
    api_keys: await listApiKeys(db, user.id),
    teams: await listTeams(db, user.id),
    team: station ? await listMembers(db, station.id) : [],
    team_invitations: station ? await listInvitations(db, station.id) : [],
    webhooks: (await listWebhooks(db, user.id)).map((row) => presentWebhook(row, Date.now())),
    second_factor: await secondFactorsOf(db, user.id),
  };
}
