// Queries of teams for other features, and relations that their own queries join.
import type { Knex } from 'knex';
import { BOUGHT_STATIONS } from '../stations/station-queries.ts';

/** SQL: team members with the owners of their businesses, to be joined. */
export const MEMBERSHIPS = `(
  select t.id, t.station_id, t.user_id, t.role, t.location_ids, b.user_id as owner_id
  from team_members t join ${BOUGHT_STATIONS} b on b.id = t.station_id
)`;

/** The ids of the team members who work for a location. */
export async function teamAt(
  db: Knex,
  { station_id, location_id }: { station_id: string; location_id: string },
): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { user_id: string }[] }>(
    `select user_id from ${MEMBERSHIPS} m
     where station_id = :station_id and (location_ids is null or :location_id = any (location_ids))`,
    { station_id, location_id },
  );
  return rows.map(({ user_id }) => user_id);
}

/** Deletes the invitations of an email address. */
export async function forgetInvitations(trx: Knex, email: string): Promise<void> {
  await trx('team_invitations').where({ email }).delete();
}

/** Deletes invitations that were sent so many days ago. @returns how many, up to the limit */
export const deleteOldInvitations = async (
  db: Knex,
  days: number,
  limit: number,
): Promise<number> =>
  db('team_invitations')
    .whereIn(
      'id',
      db('team_invitations')
        .whereRaw('sent_at < now() - make_interval(days => ?)', [days])
        .limit(limit)
        .select('id'),
    )
    .delete();
