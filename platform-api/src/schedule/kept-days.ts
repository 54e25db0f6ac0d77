// Days as they aired, kept for ever: the play log, and the state from which later days are computed.
import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Knex } from 'knex';
import { DAY_MS, MINUTE_MS } from '../../contract/time.ts';
import { job } from '../jobs/job.ts';
import type { Logger } from '../process/log.ts';
import { timeOfUnit } from '../timeline/airing.ts';
import { ALGORITHM_VERSION } from '../timeline/schedule.ts';
import { deleteOldComputedDays, keepComputedDay } from './computed-days.ts';
import { dateOf, dayOfTime, keptDays, packDay } from './packed-day.ts';
import { computeStationDay, DocumentMissing, type StationDay } from './station-day.ts';
import { loadDocument, loadInputs, markOf, type LoadedInputs } from './station-inputs.ts';
import { noteLastAired } from '../library/track-queries.ts';

/** A day is kept this long after its last item has ended, in ms: clocks may differ, and a late skip may cut it. */
const FINAL_AFTER_MS = 5 * MINUTE_MS;

/** Stations of one run, and how long it may take, in ms: a job that takes more than 90 s fails (jobs/task-list). */
const MOST_STATIONS = 2_000;
const RUN_MS = MINUTE_MS;

/** Computes the days after the kept one up to a day, giving other work its turn in between. */
export async function computeDays(
  db: Knex,
  loaded: LoadedInputs,
  until: number,
): Promise<StationDay[]> {
  const days: StationDay[] = [];
  let state = loaded.base?.end ?? null;
  for (let day = loaded.firstDay; day <= until; day += 1) {
    const made = await computeLoading(db, loaded, { day, state });
    days.push(made);
    state = made.end;
    await endOfTurn();
  }
  return days;
}

/** Loads the documents that turn out to be needed. */
async function computeLoading(
  db: Knex,
  { stationId, inputs }: LoadedInputs,
  at: Parameters<typeof computeStationDay>[1],
): Promise<StationDay> {
  for (;;) {
    try {
      return computeStationDay(inputs, at);
    } catch (error) {
      if (!(error instanceof DocumentMissing)) throw error;
      await loadDocument(db, { stationId, number: error.number, inputs });
    }
  }
}

/** Whether nothing can change a day any more. */
function isFinal({ day, airings }: StationDay, now: number): boolean {
  const ends = Math.max((day + 1) * DAY_MS, timeOfUnit(airings.at(-1)?.ends_unit ?? 0));
  return now >= ends + FINAL_AFTER_MS;
}

/** Keeps all final days of a station that are not kept yet, and what airs today, which continues from them. */
export async function keepDaysOf(
  { db, now, log }: { db: Knex; now: () => number; log: Logger },
  stationId: string,
): Promise<void> {
  const today = dayOfTime(now());
  const loaded = await loadInputs(db, stationId, { before: today });
  const days = await computeDays(db, loaded, today);
  const over = days.filter(({ day }) => day < today);
  for (const day of over) {
    if (!isFinal(day, now())) return;
    await keepDay({ db, log }, stationId, day);
  }
  const newest_kept = over.at(-1)?.hash ?? loaded.marks.newest_kept;
  await keepComputedDay(db, loaded, { days, mark: markOf({ ...loaded.marks, newest_kept }) });
}

/** The day that was kept first stands: another hash is an error in the log. */
export async function keepDay(
  { db, log }: { db: Knex; log: Logger },
  stationId: string,
  made: StationDay,
): Promise<void> {
  const day = dateOf(made.day);
  const content = await packDay(made);
  const row = {
    station_id: stationId,
    day,
    content,
    hash: made.hash,
    algorithm: made.end?.algorithm ?? ALGORITHM_VERSION,
  };
  const isNew = await db.transaction(async (trx) => {
    const added = await trx('kept_days')
      .insert(row)
      .onConflict(['station_id', 'day'])
      .ignore()
      .returning('day');
    if (added.length > 0) await noteLastAired(trx, dateOf(made.day), tracksOf(made));
    return added.length > 0;
  });
  if (isNew) return;
  const kept = await db('kept_days')
    .where({ station_id: stationId })
    .whereRaw('day = ?', [day])
    .first('hash');
  if (kept && kept.hash !== made.hash) reportOther({ log }, stationId, { day, kept, made });
}

/** @param found.made what this replica computed */
export function reportOther(
  { log }: { log: Logger },
  station: string,
  { day, kept, made }: { day: string; kept: { hash: string }; made: { hash: string } },
): void {
  log.error(
    { alarm: 'kept_day', station, day, kept: kept.hash, computed: made.hash },
    'a day was computed otherwise than it was kept; the kept one stands',
  );
}

/** The tracks that a day has aired. */
const tracksOf = ({ airings }: StationDay): Set<string> =>
  new Set(airings.flatMap(({ item }) => (item.kind === 'music' ? [item.id] : [])));

/** Stations with a day that is over and not kept: on air, or taken off air since. */
const UNKEPT = `
  select newest.station_id from (
    select distinct on (station_id) station_id, cause, committed_at from schedule_revisions
    order by station_id, number desc
  ) newest
  cross join lateral (
    select coalesce(
      (select max(day) from kept_days where station_id = newest.station_id),
      (select min(committed_at at time zone 'UTC')::date - 1 from schedule_revisions
        where station_id = newest.station_id)
    ) as day
  ) kept
  where kept.day < case when newest.cause = 'off_air'
    then least(:yesterday::date, (newest.committed_at at time zone 'UTC')::date)
    else :yesterday::date end
  limit :most`;

/** Keeps yesterday for all stations. Idempotent; what one run leaves, the next one keeps. */
export const KEEP_DAYS = job({
  name: 'keep_days',
  schedule: '*/10 * * * *',
  async run(deps: { db: Knex; now: () => number; log: Logger }) {
    await keepOverdueDays(deps, AbortSignal.timeout(RUN_MS));
  },
});

/** Keeps yesterday for all stations for which it is not kept yet. @param signal ends it, after a station */
export async function keepOverdueDays(
  { db, now, log }: { db: Knex; now: () => number; log: Logger },
  signal: AbortSignal,
): Promise<void> {
  await deleteOldComputedDays(db, dayOfTime(now()));
  const { rows } = await db.raw<{ rows: { station_id: string }[] }>(UNKEPT, {
    yesterday: dateOf(dayOfTime(now()) - 1),
    most: MOST_STATIONS,
  });
  for (const { station_id } of rows) {
    if (signal.aborted) break;
    try {
      await keepDaysOf({ db, now, log }, station_id);
    } catch (error) {
      // One broken station must not keep the others' days from being kept.
      log.error({ alarm: 'kept_day', station: station_id, err: error }, 'a day was not kept');
    }
  }
}

/** A kept day beside the same day computed again from the day before. */
export interface RecomputedDay {
  kept: string;
  computed: string;
  /** Items that were computed. */
  items: number;
}

/**
 * Computes a kept day again.
 * @param date UTC
 * @returns null when it is not kept
 */
export async function recomputeDay(
  db: Knex,
  stationId: string,
  date: string,
): Promise<RecomputedDay | null> {
  const [kept] = await keptDays(db, stationId).where('day', date);
  if (!kept) return null;
  const loaded = await loadInputs(db, stationId, { before: kept.day });
  const computed = (await computeDays(db, loaded, kept.day)).at(-1);
  return {
    kept: kept.hash,
    computed: computed?.hash ?? 'nothing',
    items: computed?.airings.length ?? 0,
  };
}
