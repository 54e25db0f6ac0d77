import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type {
  readTeamInvitation,
  Team,
  TeamInvitation as PublicTeamInvitation,
} from '../../contract/team/calls.ts';
import { INVITATION_DAYS, MAX_TEAM_SIZE, type TeamRole } from '../../contract/team/values.ts';
import { hashLink, type CodeSecrets } from '../accounts/code-secrets.ts';
import { emailOf, userEmails } from '../accounts/user.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError } from '../errors.ts';
import { queueJob } from '../jobs/job.ts';
import { requireLocations } from '../locations/location-queries.ts';
import { queueMail } from '../mail/send-mail.ts';
import { displayName, RadioStation } from '../stations/station.ts';
import { SEND_INVITATION } from './invitation-mail.ts';
import { listTeams } from './members.ts';
import { TeamInvitation, TeamMember } from './table.ts';
import { teamMemberJoined } from './team-mails.tsx';

interface Deps {
  db: Knex;
  codes: CodeSecrets;
  now: () => number;
}

interface Invited {
  email: string;
  role: TeamRole;
  location_ids?: string[] | null | undefined;
}

type Presented = z.input<typeof PublicTeamInvitation>;

/** The invitations of a station that are open or have expired, the newest last. */
export const listInvitations = async (db: Knex, stationId: string): Promise<Presented[]> =>
  TeamInvitation.query(db).where({ station_id: stationId }).orderBy(['sent_at', 'id']);

/** A link of its own for each mail, so that earlier ones stop working. */
function newLink({ codes, now }: Deps) {
  const link_id = uuidv7();
  const sent_at = new Date(now());
  const expires_at = new Date(sent_at);
  expires_at.setUTCDate(expires_at.getUTCDate() + INVITATION_DAYS);
  return { link_id, link_hash: codes.hashesOf(link_id).link_hash, sent_at, expires_at };
}

/**
 * Invites an email address to the team of a station, in place of its earlier invitation.
 * @throws `own_invitation`, `already_in_team`, `team_full`, `validation_failed`
 */
export async function invite(
  deps: Deps,
  actor: Actor,
  { station, email, role, location_ids = null }: Invited & { station: RadioStation },
): Promise<Presented> {
  if ((await emailOf(deps.db, station.user_id)) === email) throw new AppError('own_invitation');
  return deps.db.transaction(async (trx) => {
    // Two invitations at once are counted one after the other.
    await RadioStation.hold(trx, station.id);
    if (await isMember(trx, { stationId: station.id, email })) {
      throw new AppError('already_in_team');
    }
    if ((await countTeam(trx, { stationId: station.id, email })) >= MAX_TEAM_SIZE) {
      throw new AppError('team_full');
    }
    await requireLocations(trx, station.id, location_ids ?? []);
    const link = newLink(deps);
    const invitation = await TeamInvitation.query(trx)
      .insert({ id: uuidv7(), station_id: station.id, email, role, location_ids, ...link })
      .onConflict(['station_id', 'email'])
      .merge({ role, location_ids, ...link })
      .returning('*');
    await queueJob(trx, SEND_INVITATION, { link_id: link.link_id });
    const after = { role };
    const user_id = station.user_id;
    await audit(trx, actor, { action: 'invite_team_member', user_id, after });
    return invitation;
  });
}

const isMember = async (
  trx: Knex,
  { stationId, email }: { stationId: string; email: string },
): Promise<boolean> =>
  (await TeamMember.query(trx)
    .join(userEmails(trx).as('u'), 'u.id', 'team_members.user_id')
    .findOne({ station_id: stationId, 'u.email': email })
    .select('team_members.id')) !== undefined;

/** Team members and the invitations of other addresses. */
async function countTeam(
  trx: Knex,
  { stationId: station_id, email }: { stationId: string; email: string },
): Promise<number> {
  const members = await TeamMember.query(trx).where({ station_id }).resultSize();
  const invited = TeamInvitation.query(trx).where({ station_id }).whereNot({ email });
  return members + (await invited.resultSize());
}

/**
 * Sends an invitation again, with a new link.
 * @throws `not_found`
 */
export async function resend(
  deps: Deps,
  { station, id }: { station: RadioStation; id: string },
): Promise<Presented> {
  return deps.db.transaction(async (trx) => {
    const link = newLink(deps);
    const [invitation] = await TeamInvitation.query(trx)
      .where({ id, station_id: station.id })
      .patch(link)
      .returning('*');
    if (!invitation) throw new AppError('not_found');
    await queueJob(trx, SEND_INVITATION, { link_id: link.link_id });
    return invitation;
  });
}

/**
 * Withdraws an invitation.
 * @throws `not_found`
 */
export async function revoke(
  db: Knex,
  actor: Actor,
  { station, id }: { station: RadioStation; id: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    const [row] = await TeamInvitation.query(trx)
      .where({ id, station_id: station.id })
      .delete()
      .returning('*');
    if (!row) throw new AppError('not_found');
    const [user_id, before] = [station.user_id, { role: row.role }];
    await audit(trx, actor, { action: 'withdraw_invitation', user_id, before });
  });
}

/** The open invitation of a link. @throws `invitation_over` */
async function requireOpen(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  token: string,
): Promise<{ invitation: TeamInvitation; station: RadioStation }> {
  const query = TeamInvitation.query(db).findOne({ link_hash: hashLink(token) });
  // Of two requests that accept it at once, the second finds it used.
  const invitation = await (db.isTransaction ? query.forUpdate() : query);
  const station = invitation && (await RadioStation.findBought(db, invitation.station_id));
  if (!station || invitation.expires_at.getTime() <= now()) throw new AppError('invitation_over');
  return { invitation, station };
}

/**
 * Reads the invitation that a link belongs to.
 * @throws `invitation_over`
 */
export async function readInvitation(
  deps: Deps,
  token: string,
): Promise<z.input<typeof readTeamInvitation.response>> {
  const { invitation, station } = await requireOpen(deps, token);
  return { ...invitation, station_name: displayName(station) };
}

/**
 * Accepts an invitation, which works once. The owner is told by mail.
 * @throws `invitation_over`, `invitation_for_another`, `own_invitation`
 */
export async function join(
  deps: Deps,
  actor: Actor,
  { user, token }: { user: { id: string; email: string | null }; token: string },
): Promise<z.input<typeof Team>> {
  const memberId = await deps.db.transaction(async (trx) => {
    const { invitation, station } = await requireOpen({ ...deps, db: trx }, token);
    if (station.user_id === user.id) throw new AppError('own_invitation');
    if (invitation.email !== user.email) throw new AppError('invitation_for_another');
    const { station_id, role, location_ids } = invitation;
    const row = { station_id, user_id: user.id };
    await TeamInvitation.query(trx).deleteById(invitation.id);
    await TeamMember.query(trx)
      .insert({ id: uuidv7(), ...row, role, location_ids })
      .onConflict(['station_id', 'user_id'])
      .merge({ role, location_ids });
    const member = await TeamMember.query(trx).findOne(row).throwIfNotFound();
    const after = { member_id: user.id, role };
    await audit(trx, actor, { action: 'join_team', user_id: station.user_id, after });
    const to = await emailOf(trx, station.user_id);
    const about = { email: invitation.email, role, station_name: displayName(station) };
    if (to !== null) await queueMail(trx, to, teamMemberJoined(about));
    return member.id;
  });
  const joined = (await listTeams(deps.db, user.id)).find(({ id }) => id === memberId);
  // The owner may have removed them at once.
  if (!joined) throw new AppError('invitation_over');
  return joined;
}
