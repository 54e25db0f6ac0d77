// Listeners of now, over all replicas, by way of the database.
import type { Knex } from 'knex';
import { HOUR_MS } from '../../contract/time.ts';
import { hourOf } from './ledger.ts';
import { STATION_EXISTS } from '../stations/station-queries.ts';

/** Counts that a replica has not renewed for this long are of a dead one, in ms: twice the time between two writes. */
const COUNT_LIFE_MS = 20_000;

/** Connections of each replica, and sessions that report. */
const listenersOf = (stations: string) => `
  select station_id, sum(listeners)::int as listeners from (
    select station_id, listeners from listening_now
    where ${stations} and seen_at > :since
    union all
    select station_id, 1 from listening_sessions
    where ${stations} and hour = any (:hours::timestamptz[]) and live_until is not null
    group by station_id, session_id having max(live_until) > :now and not bool_or(has_ended)
  ) everyone
  group by station_id`;

const LISTENERS = listenersOf('station_id = any (:stations::uuid[])');
const ALL_LISTENERS = listenersOf('true');

const NOTE = `
  insert into listening_now (replica_id, station_id, listeners, seen_at)
  select :replica, station_id, listeners, :now
  from unnest(:stations::uuid[], :counts::int[]) as given (station_id, listeners)
  where ${STATION_EXISTS}
  order by station_id
  on conflict (station_id, replica_id) do update
    set listeners = excluded.listeners, seen_at = excluded.seen_at`;

const NOTE_PEAKS = `
  insert into listening_peaks (station_id, hour, listeners)
  select station_id, :hour, listeners from (${LISTENERS}) present where listeners > 0
  order by station_id
  on conflict (station_id, hour) do update set listeners = excluded.listeners
    where listening_peaks.listeners < excluded.listeners`;

const moments = (time: number) => ({
  since: new Date(time - COUNT_LIFE_MS),
  now: new Date(time),
  hours: [new Date(hourOf(time)), new Date(hourOf(time) - HOUR_MS)],
});

interface Counted {
  rows: { station_id: string; listeners: number }[];
}

const byStation = ({ rows }: Counted): Map<string, number> =>
  new Map(rows.map(({ station_id, listeners }) => [station_id, listeners]));

/** How many listen to each station now. @param time the clock, in ms since the epoch */
export async function countNow(
  db: Knex,
  stations: readonly string[],
  time: number,
): Promise<Map<string, number>> {
  return byStation(await db.raw<Counted>(LISTENERS, { stations, ...moments(time) }));
}

/** How many listen now, by station. Stations without listeners may be left out. */
export async function countAll(db: Knex, time: number): Promise<Map<string, number>> {
  return byStation(await db.raw<Counted>(ALL_LISTENERS, moments(time)));
}

/** Stores how many connections a replica has, and the highest number of each hour over all replicas. */
export async function noteListeners(
  db: Knex,
  {
    replica_id,
    counts,
    time,
  }: { replica_id: string; counts: ReadonlyMap<string, number>; time: number },
): Promise<void> {
  if (counts.size === 0) return;
  const stations = [...counts.keys()];
  await db.raw(NOTE, {
    replica: replica_id,
    stations,
    counts: [...counts.values()],
    now: new Date(time),
  });
  await db.raw(NOTE_PEAKS, { stations, ...moments(time), hour: new Date(hourOf(time)) });
}
