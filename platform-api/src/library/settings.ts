import type { Knex } from 'knex';
import type { LibrarySettings } from '../../contract/library/settings.ts';
import { audit, type Actor } from '../audit/audit.ts';

/** The first day of a time's quarter, in UTC. */
function quarterStart(now: number): string {
  const date = new Date(now);
  const month = date.getUTCMonth() - (date.getUTCMonth() % 3);
  return new Date(Date.UTC(date.getUTCFullYear(), month)).toISOString().slice(0, 10);
}

const COUNTS = `
  select (count(*) filter (where retired_at is null and (isrc is null or label is null)))::int as incomplete_tracks,
    (count(*) filter (where last_aired_on >= :quarter::date))::int as aired_incomplete_tracks
  from library_tracks t left join track_airings a on a.track_id = t.id
  where system_station is null and (retired_at is null or last_aired_on >= :quarter::date)
    and (isrc is null or label is null or composer is null)`;

/** The settings, and the tracks that they are about. */
export async function readSettings(db: Knex, now: number): Promise<LibrarySettings> {
  const settings = await db('library_settings').first('airs_incomplete_tracks');
  const { rows } = await db.raw<{ rows: Omit<LibrarySettings, 'airs_incomplete_tracks'>[] }>(
    COUNTS,
    { quarter: quarterStart(now) },
  );
  return {
    airs_incomplete_tracks: settings?.airs_incomplete_tracks ?? true,
    incomplete_tracks: rows[0]?.incomplete_tracks ?? 0,
    aired_incomplete_tracks: rows[0]?.aired_incomplete_tracks ?? 0,
  };
}

/** Changes the settings. Schedules of stations on air are then renewed. */
export async function changeSettings(
  db: Knex,
  actor: Actor,
  change: Pick<LibrarySettings, 'airs_incomplete_tracks'>,
): Promise<void> {
  await db.transaction(async (trx) => {
    const before = await trx('library_settings').forUpdate().first();
    if ((before?.airs_incomplete_tracks ?? true) === change.airs_incomplete_tracks) return;
    await trx('library_settings')
      .insert({ id: true, ...change, changed_at: trx.raw('clock_timestamp()') })
      .onConflict('id')
      .merge();
    await audit(trx, actor, { action: 'change_library_settings', user_id: null, after: change });
  });
}

/** Has schedules renewed after tracks were completed, while incomplete ones are held back. */
export const noteCompleted = (trx: Knex) =>
  trx('library_settings')
    .where({ airs_incomplete_tracks: false })
    .update({ changed_at: trx.raw('clock_timestamp()') });
