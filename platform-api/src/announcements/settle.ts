// Notes which announcements have aired, and when: the timeline says so.
import type { Knex } from 'knex';
import { INSERTION_LEAD_SECONDS } from '../../contract/schedule/values.ts';
import { HOUR_MS } from '../../contract/time.ts';
import type { OnAirStations } from '../schedule/on-air-stations.ts';
import { computeAhead } from '../schedule/station-timeline.ts';
import { pausesSince, type PauseRow } from '../schedule/pauses.ts';
import { readHeardTimes } from '../schedule/unheard-times.ts';
import { byStart, firstUnitFrom, timeOfUnit, unitAt, type Airing } from '../timeline/airing.ts';
import { knownRows, plannedOf, type AiringRow } from './announcement-rows.ts';
import { endOfPlan } from './due-moments.ts';
import { zoneOf } from '../schedule/programme.ts';

/** An item begins within this time after it is due, in ms: no item of the library is longer than 6 hours. */
export const LONGEST_ITEM_MS = 6 * HOUR_MS;

export interface TimelineDeps {
  db: Knex;
  onAir: Pick<OnAirStations, 'load'>;
  /** The clock, in epoch ms. */
  now: () => number;
}

/** Reads the timeline of each station once: a request may need it several times. */
export function loadOnce(onAir: TimelineDeps['onAir']): TimelineDeps['onAir'] {
  const loads = new Map<string, ReturnType<typeof onAir.load>>();
  return {
    load(stationId) {
      const loading = loads.get(stationId) ?? onAir.load(stationId);
      loads.set(stationId, loading);
      return loading;
    },
  };
}

/** The airings of a station in a span, in epoch ms. */
export async function readAirings(
  { onAir }: Pick<TimelineDeps, 'onAir'>,
  stationId: string,
  [from, to]: [number, number],
): Promise<Airing[]> {
  const timeline = await onAir.load(stationId);
  const units = [unitAt(from), firstUnitFrom(to)] as const;
  await computeAhead(timeline, ...units);
  return byStart(timeline.itemsBetween(...units), [
    ...timeline.voiceOversBetween(...units),
    ...timeline.localBetween(...units),
  ]);
}

/** Airings by the insertions that put them on air. */
export const byInsertion = (airings: readonly Airing[]): Map<string, Airing> =>
  new Map(
    airings.flatMap((airing) =>
      airing.rule.kind === 'insertion' ? [[airing.rule.insertion_id, airing] as const] : [],
    ),
  );

export const startOf = ({ starts_unit }: Airing): number => timeOfUnit(starts_unit);

/** Announcements that are on air, have aired just now, or begin too soon to be withdrawn. */
export async function begunInsertions(
  deps: Pick<TimelineDeps, 'onAir' | 'now'>,
  stationId: string,
): Promise<Set<string>> {
  const now = deps.now();
  const soon = now + INSERTION_LEAD_SECONDS * 1_000;
  const airings = await readAirings(deps, stationId, [now - LONGEST_ITEM_MS, soon]);
  return new Set(byInsertion(airings.filter((one) => startOf(one) < soon)).keys());
}

/** Notes what has aired of a station since the last time, and which announcements are over. */
export async function settleStation(deps: TimelineDeps, stationId: string): Promise<void> {
  const { db } = deps;
  const now = deps.now();
  const rows = await toSettle(db, stationId, now);
  const [first] = rows;
  if (first) {
    const span: [number, number] = [Math.min(first.due_at.getTime(), now) - LONGEST_ITEM_MS, now];
    const airings = byInsertion(await readAirings(deps, stationId, span));
    const heard = await readHeardTimes(db, stationId, { from: span[0], to: now });
    const pauses = await pausesSince(db, stationId, span[0]);
    for (const row of rows) {
      const airing = airings.get(row.insertion_id ?? '');
      const isHeard = (one: Airing) => heard.of(one) !== 'nothing';
      const change = outcomeOf(row, { airing, now, pauses, isHeard });
      if (change)
        await db('announcement_airings').where({ id: row.id, aired_at: null }).update(change);
    }
  }
  await noteOver(db, stationId, now);
}

/** Those that were due, oldest first. One that was withdrawn too late may have aired all the same. */
const toSettle = (db: Knex, stationId: string, now: number): Promise<AiringRow[]> =>
  db('announcement_airings')
    .where({ station_id: stationId, aired_at: null, missed: null })
    .where('due_at', '<=', new Date(now))
    .where((is) =>
      is
        .whereNull('withdrawn_at')
        .orWhere(
          (late) =>
            void late
              .whereRaw("due_at <= withdrawn_at + ? * interval '1 s'", [INSERTION_LEAD_SECONDS])
              .where('withdrawn_at', '>', new Date(now - HOUR_MS)),
        ),
    )
    .orderBy('due_at')
    .then((rows: AiringRow[]) => rows);

/** Null: it still waits, or was withdrawn in time. */
function outcomeOf(
  row: AiringRow,
  about: {
    airing: Airing | undefined;
    now: number;
    pauses: readonly PauseRow[];
    isHeard: (airing: Airing) => boolean;
  },
): Partial<AiringRow> | null {
  const { airing, now, pauses, isHeard } = about;
  if (airing && startOf(airing) <= now) {
    if (!isHeard(airing)) return { withdrawn_at: null, missed: 'not_heard' };
    return { withdrawn_at: null, aired_at: new Date(startOf(airing)) };
  }
  const isLost = !airing && !row.withdrawn_at && row.due_at.getTime() < now - LONGEST_ITEM_MS;
  if (!isLost) return null;
  const due = row.due_at.getTime();
  // It waited for the end of an item, and the station closed before.
  const isClosed = pauses.some(
    ({ starts_at, ends_at }) =>
      starts_at.getTime() < due + LONGEST_ITEM_MS && due < ends_at.getTime(),
  );
  return { missed: isClosed ? 'closed' : 'dropped' };
}

/** An announcement is over when its last moment has passed and nothing of it waits. */
async function noteOver(db: Knex, stationId: string, now: number): Promise<void> {
  const rows = await knownRows(db)
    .where({ 'a.station_id': stationId })
    .whereNotNull('a.plan')
    .whereNull('a.over_at')
    .whereNotExists(
      db('announcement_airings as w')
        .whereRaw('w.announcement_id = a.id')
        .where({ aired_at: null, missed: null, withdrawn_at: null }),
    );
  if (rows.length === 0) return;
  const zone = await zoneOf(db, stationId);
  for (const row of rows) {
    const planned = plannedOf(row, zone);
    if (!planned || endOfPlan(planned) >= now) continue;
    // One that is due once waits for its sound until it is noted as late.
    const isWaiting = planned.plan.kind !== 'every' && !row.paused_at && !row.stopped;
    if (isWaiting && !(await hasAirings(db, row.id))) continue;
    await db('announcements')
      .where({ id: row.id, over_at: null })
      .update({ over_at: new Date(now) });
  }
}

async function hasAirings(db: Knex, announcement_id: string): Promise<boolean> {
  const row = await db('announcement_airings')
    .where({ announcement_id, withdrawn_at: null })
    .first('id');
  return row !== undefined;
}
