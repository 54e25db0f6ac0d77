import type { Knex } from 'knex';
import { DAY_MS } from '../../contract/time.ts';
import type { LocalInsertion } from '../timeline/local-airings.ts';
import { INSERTION_DELAY_MS, type Insertion } from '../timeline/schedule.ts';
import { dateOf, dayOfTime, keptDays, unpackDay } from './packed-day.ts';
import { pauseOf, pausesSince, type PauseRow } from './pauses.ts';
import type { StationDay, StationInputs, StoredRevision } from './station-day.ts';
import type { ScheduleInsertion } from './table.ts';

/** Everything that a station's days are computed from, as the database had it. */
export interface LoadedInputs {
  stationId: string;
  inputs: StationInputs;
  /** The last kept day; null: none. */
  base: StationDay | null;
  /** Those that air at some locations only. */
  local: LocalInsertion[];
  /** Those that are not over, in order. */
  pauses: PauseRow[];
  /** The first day that is not kept, in days since the epoch. */
  firstDay: number;
  marks: MarkRow;
}

type InsertionRow = Pick<
  ScheduleInsertion,
  | 'id'
  | 'kind'
  | 'item'
  | 'skipped_unit'
  | 'wanted_at'
  | 'committed_at'
  | 'is_over_music'
  | 'location_ids'
> & { withdrawn_at: Date | null };

/**
 * An item that is wanted later counts as committed so late that it airs then.
 * Its row is there long before, so every replica knows it.
 */
function insertionOf(row: InsertionRow): Insertion {
  const made = row.committed_at.getTime();
  const { id, item, skipped_unit, is_over_music } = row;
  if (item === null) {
    return { id, committed_at: made, kind: 'skip', starts_unit: skipped_unit ?? 0 };
  }
  const wanted = (row.wanted_at?.getTime() ?? 0) - INSERTION_DELAY_MS;
  const committed_at = Math.max(made, wanted);
  const withdrawn_at = row.withdrawn_at?.getTime();
  return {
    id,
    committed_at,
    kind: 'item',
    item,
    ...(is_over_music && { is_over_music }),
    ...(withdrawn_at && { withdrawn_at }),
  };
}

/** One that airs at some locations only, as an insertion of their programmes. */
function localOf(row: InsertionRow): LocalInsertion[] {
  const { location_ids } = row;
  const insertion = insertionOf(row);
  return location_ids === null || insertion.kind === 'skip' ? [] : [{ ...insertion, location_ids }];
}

/** Older insertions than these have aired or were skipped over, even before a kept day of long ago. In days. */
const INSERTION_REACH_DAYS = 9;

/**
 * Loads what is needed to compute a station's days after the last kept one.
 * @param options.before kept days from this day on are not used
 */
export async function loadInputs(
  db: Knex,
  stationId: string,
  options: { before: number },
): Promise<LoadedInputs> {
  // One statement's view of both, so that the mark names exactly what was read.
  return db.transaction(
    async (trx) => {
      const [kept] = await keptDays(trx, stationId)
        .where('day', '<', dateOf(options.before))
        .orderBy('day', 'desc')
        .limit(1);
      const base = kept ? await unpackDay(kept) : null;
      const revisions = await readRevisions(trx, stationId, base);
      const first = revisions[0];
      const begins = first ? dayOfTime(first.committed_at) : options.before;
      const firstDay = base ? base.day + 1 : begins;
      const since = new Date((firstDay - INSERTION_REACH_DAYS) * DAY_MS);
      const rows: InsertionRow[] = await trx('schedule_insertions as i')
        .leftJoin('schedule_withdrawals as w', 'w.insertion_id', 'i.id')
        .where({ 'i.station_id': stationId })
        .where('committed_at', '>=', since)
        .orderBy('committed_at')
        .select('i.*', 'w.withdrawn_at');
      const pauses = await pausesSince(trx, stationId, firstDay * DAY_MS);
      const { rows: marks } = await trx.raw<{ rows: MarkRow[] }>(
        `select ${MARK_COLUMNS} from (select ?::uuid as id) s`,
        [stationId],
      );
      const [mark] = marks;
      if (!mark) throw new Error('A query without a table has one row.');
      const shared = rows.filter(({ location_ids }) => location_ids === null);
      return {
        stationId,
        base,
        pauses,
        firstDay,
        local: rows.flatMap(localOf),
        inputs: { revisions, insertions: shared.map(insertionOf), pauses: pauses.map(pauseOf) },
        marks: mark,
      };
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

/** The columns of a mark. */
export interface MarkRow {
  newest_revision: number | null;
  newest_insertion: string | null;
  newest_withdrawal: Date | null;
  newest_pause: Date | null;
  newest_kept: string | null;
}

/** Tells whether a station has a newer revision, insertion, withdrawal, pause or kept day. */
export const markOf = (row: MarkRow): string =>
  [
    row.newest_revision,
    row.newest_insertion,
    row.newest_withdrawal?.getTime(),
    row.newest_pause?.getTime(),
    row.newest_kept,
  ].join(' ');

/** SQL of a mark's columns, for stations `s`. */
export const MARK_COLUMNS = `
  (select max(number) from schedule_revisions where station_id = s.id) as newest_revision,
  (select id from schedule_insertions where station_id = s.id
    order by committed_at desc limit 1) as newest_insertion,
  (select max(withdrawn_at) from schedule_withdrawals where station_id = s.id) as newest_withdrawal,
  (select max(changed_at) from station_pauses where station_id = s.id) as newest_pause,
  (select hash from kept_days where station_id = s.id order by day desc limit 1) as newest_kept`;

/** The revisions from the one in force after the base. Only its document and the newest one are read. */
async function readRevisions(
  db: Knex,
  stationId: string,
  base: StationDay | null,
): Promise<StoredRevision[]> {
  const from = base?.end ? Number(base.end.revision_id) : await firstAfter(db, stationId, base);
  const rows: {
    number: number;
    committed_at: Date;
    is_off_air: boolean;
    document: Buffer | null;
  }[] = await db('schedule_revisions as r')
    .where({ station_id: stationId })
    .where('number', '>=', from)
    .orderBy('number')
    .select(
      'number',
      'committed_at',
      db.raw('document is null as is_off_air'),
      db.raw(
        // Of those in between only recent ones may still come into force.
        `case when number = :from or committed_at > now() - interval '2 minutes' or number =
          (select max(number) from schedule_revisions where station_id = :stationId)
          then document end as document`,
        { from, stationId },
      ),
    );
  return rows.map(({ committed_at, is_off_air, document, ...row }) => ({
    ...row,
    is_off_air,
    committed_at: committed_at.getTime(),
    document: is_off_air ? null : (document ?? undefined),
  }));
}

/** Off air at the end of the base: the first revision after the last that took it off air before that end. */
async function firstAfter(db: Knex, stationId: string, base: StationDay | null): Promise<number> {
  if (!base) return 1;
  const row = await db('schedule_revisions')
    .where({ station_id: stationId, cause: 'off_air' })
    .where('committed_at', '<', dateOf(base.day + 1))
    .max<{ number: number | null }>('number as number')
    .first();
  return (row?.number ?? 0) + 1;
}

/** Adds the document of a revision to inputs. */
export async function loadDocument(
  db: Knex,
  { stationId, number, inputs }: { stationId: string; number: number; inputs: StationInputs },
): Promise<void> {
  const row: { document: Buffer } = await db('schedule_revisions')
    .where({ station_id: stationId, number })
    .first('document');
  const revision = inputs.revisions.find((one) => one.number === number);
  if (revision) revision.document = row.document;
}

/** The inputs that a simulation continues from: the last kept day, and the revisions since. */
export async function loadRunning(
  db: Knex,
  stationId: string,
  now: number,
): Promise<{ inputs: StationInputs; state: StationDay['end']; firstDay: number } | null> {
  const { inputs, base, firstDay } = await loadInputs(db, stationId, { before: dayOfTime(now) });
  if (inputs.revisions.length === 0) return null;
  return { inputs, state: base?.end ?? null, firstDay };
}
