import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Team, TeamMember as PublicTeamMember } from '../../contract/team/calls.ts';
import type { TeamRole } from '../../contract/team/values.ts';
import { publicStationId } from '../../contract/stations/slug.ts';
import { emailOf, userNames } from '../accounts/user.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError } from '../errors.ts';
import { requireLocations } from '../locations/location-queries.ts';
import { queueMail } from '../mail/send-mail.ts';
import { displayName, type RadioStation } from '../stations/station.ts';
import { stationLabels } from '../stations/station-queries.ts';
import { TeamMember } from './table.ts';
import { removedFromTeam, teamMemberLeft } from './team-mails.tsx';

type Presented = z.input<typeof PublicTeamMember>;

const named = (db: Knex) =>
  TeamMember.query(db)
    .leftJoin(userNames(db).as('u'), 'u.id', 'team_members.user_id')
    .select('team_members.*', 'u.email', 'u.first_name', 'u.last_name')
    .castTo<
      (TeamMember & { email: string | null; first_name: string | null; last_name: string | null })[]
    >();

/** The team members of a station, the newest last. */
export async function listMembers(db: Knex, stationId: string): Promise<Presented[]> {
  const rows = await named(db)
    .where({ station_id: stationId })
    .orderBy(['joined_at', 'team_members.id']);
  return rows.map(present);
}

const present = ({
  first_name,
  last_name,
  ...row
}: Awaited<ReturnType<typeof named>>[number]): Presented => ({
  ...row,
  first_name: first_name ?? '',
  last_name: last_name ?? '',
});

/**
 * Changes the role and the locations of a team member. They count from their next request on.
 * @throws `not_found`, `validation_failed`
 */
export async function changeMember(
  db: Knex,
  actor: Actor,
  {
    station,
    id,
    role,
    location_ids = null,
  }: {
    station: RadioStation;
    id: string;
    role: TeamRole;
    location_ids?: string[] | null | undefined;
  },
): Promise<Presented> {
  await db.transaction(async (trx) => {
    const row = await lockMember(trx, { id, station_id: station.id });
    await requireLocations(trx, station.id, location_ids ?? []);
    await TeamMember.query(trx).findById(id).patch({ role, location_ids });
    await audit(trx, actor, {
      action: 'change_team_member',
      user_id: station.user_id,
      before: { member_id: row.user_id, role: row.role, location_ids: row.location_ids },
      after: { member_id: row.user_id, role, location_ids },
    });
  });
  const [changed] = await named(db).where({ 'team_members.id': id });
  if (!changed) throw new AppError('not_found');
  return present(changed);
}

/**
 * Removes a team member and tells them by mail.
 * @throws `not_found`
 */
export async function removeMember(
  db: Knex,
  actor: Actor,
  { station, id }: { station: RadioStation; id: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    const row = await lockMember(trx, { id, station_id: station.id });
    await end(trx, actor, { row, action: 'remove_team_member', owner_id: station.user_id });
    const to = await emailOf(trx, row.user_id);
    const station_name = displayName(station);
    if (to !== null) await queueMail(trx, to, removedFromTeam({ station_name }));
  });
}

/**
 * Leaves a team. The owner is told by mail.
 * @throws `not_found`
 */
export async function leaveTeam(
  db: Knex,
  actor: Actor,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await db.transaction(async (trx) => {
    const row = await lockMember(trx, { id, user_id: userId });
    const station = await stationLabels(trx).where({ id: row.station_id }).first();
    if (!station) throw new AppError('not_found');
    await end(trx, actor, { row, action: 'leave_team', owner_id: station.user_id });
    const to = await emailOf(trx, station.user_id);
    const email = (await emailOf(trx, userId)) ?? '';
    const station_name = displayName(station);
    if (to !== null) await queueMail(trx, to, teamMemberLeft({ email, station_name }));
  });
}

/** @throws `not_found` */
async function lockMember(
  trx: Knex,
  row: { id: string } & Partial<Pick<TeamMember, 'station_id' | 'user_id'>>,
): Promise<TeamMember> {
  const found = await TeamMember.query(trx).findOne(row).forUpdate();
  if (!found) throw new AppError('not_found');
  return found;
}

async function end(
  trx: Knex,
  actor: Actor,
  {
    row,
    action,
    owner_id,
  }: { row: TeamMember; action: 'leave_team' | 'remove_team_member'; owner_id: string },
): Promise<void> {
  await TeamMember.query(trx).deleteById(row.id);
  const before = { member_id: row.user_id, role: row.role };
  await audit(trx, actor, { action, user_id: owner_id, before });
}

/** The teams of a person, by the names of their stations. */
export async function listTeams(db: Knex, userId: string): Promise<z.input<typeof Team>[]> {
  const rows = await TeamMember.query(db)
    .join(boughtLabels(db).as('s'), 's.id', 'team_members.station_id')
    .where({ 'team_members.user_id': userId })
    .select('team_members.*', 's.station_slug', 's.station_name')
    .orderBy(['s.station_name', 'team_members.id'])
    .castTo<(TeamMember & { station_slug: string; station_name: string | null })[]>();
  return rows.map((row) => ({
    ...row,
    business_id: publicStationId(row.station_id),
    station_name: displayName(row),
  }));
}

const boughtLabels = (db: Knex) => stationLabels(db).whereNot({ status: 'payment_pending' });
