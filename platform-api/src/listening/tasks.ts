import type { Knex } from 'knex';
import { KEEP_HOURS_MONTHS, KEEP_SESSIONS_DAYS } from '../../contract/listening/values.ts';
import { DAY_MS } from '../../contract/time.ts';
import { job } from '../jobs/job.ts';
import { deleteInBatches } from '../jobs/sweep.ts';
import type { Logger } from '../process/log.ts';
import { findWrongHours, hourOf, mendHours } from './ledger.ts';
import { stationIdsOf } from '../stations/station-queries.ts';

const BATCH_SIZE = 5_000;

/** Rows are late by an outage of the database at most, so earlier hours were checked when they were final. */
const CHECKED_DAYS = 2;

interface Deps {
  db: Knex;
  now: () => number;
  log: Logger;
}

export const CHECK_HOURS = job({
  name: 'check_listening_hours',
  schedule: '7 4 * * *',
  run: checkHours,
});

export const SWEEP_SESSIONS = job({ name: 'sweep_listening', schedule: '17 4 * * *', run: sweep });

/** Computes the hours of the last days again. Wrong ones are mended, and are a fault of this program: an alarm. */
async function checkHours({ db, now, log }: Deps): Promise<void> {
  const to = hourOf(now());
  const wrong = await findWrongHours(db, { from: to - CHECKED_DAYS * DAY_MS, to });
  if (wrong.length === 0) return;
  const [first] = wrong;
  log.error(
    { alarm: 'listening', hours: wrong.length, first },
    'listening hours were not what their sessions say; they are mended',
  );
  await mendHours(db, wrong);
}

async function sweep({ db, now }: Deps): Promise<void> {
  const sessions = new Date(now() - KEEP_SESSIONS_DAYS * DAY_MS);
  const hours = new Date(now());
  hours.setUTCMonth(hours.getUTCMonth() - KEEP_HOURS_MONTHS);
  await deleteOlder(db, 'listening_sessions', ['hour', sessions]);
  await deleteOlder(db, 'listening_hours', ['hour', hours]);
  await deleteOlder(db, 'listening_peaks', ['hour', hours]);
  await deleteOlder(db, 'listening_now', ['seen_at', new Date(now() - DAY_MS)]);
}

function deleteOlder(db: Knex, table: string, [column, before]: [string, Date]): Promise<void> {
  return deleteRows(db, table, (rows) => rows.where(column, '<', before));
}

function deleteRows(
  db: Knex,
  table: string,
  which: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<void> {
  return deleteInBatches(BATCH_SIZE, (limit) => {
    const some = which(db(table).select('ctid')).limit(limit);
    // An array, because PostgreSQL can then look each row up.
    return db(table).whereRaw('ctid = any (array(?))', [some]).delete();
  });
}

/** Deletes what is known of a member's listeners, before the station itself: there may be a million sessions. */
export async function deleteListening(db: Knex, userId: string): Promise<void> {
  const stations = await stationIdsOf(db, userId);
  for (const table of ['listening_sessions', 'listening_hours', 'listening_peaks']) {
    await deleteRows(db, table, (rows) => rows.whereIn('station_id', stations));
  }
}
