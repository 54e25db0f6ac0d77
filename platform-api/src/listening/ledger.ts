/**
 * Listening sessions in the database, and the hours that are computed from them. Rows hold totals, which only grow: a
 * write that is late, doubled or out of order changes nothing.
 */
import type { Knex } from 'knex';
import {
  KEEP_SESSIONS_DAYS,
  MIN_COUNTED_SECONDS,
  type PlayerKind,
} from '../../contract/listening/values.ts';
import { DAY_MS, HOUR_MS } from '../../contract/time.ts';
import { isDatabaseGone } from '../db/errors.ts';
import { STATION_EXISTS } from '../stations/station-queries.ts';

/** The start of the UTC hour of a time, both in ms since the epoch. */
export const hourOf = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS;

/** Earlier hours are final: sessions of the day before are being deleted, so they cannot be computed again. */
export const RECOMPUTED_DAYS = KEEP_SESSIONS_DAYS - 1;

/** What is known of a session until the end of one hour. Times are in ms since the epoch. */
export interface SessionHour {
  station_id: string;
  session_id: string;
  hour: number;
  player: PlayerKind;
  /** ISO 3166-1 alpha-2; empty: not known. */
  country: string;
  began_at: number;
  /** Whole seconds since the session began. */
  total: number;
  /** It counts as listening until then; null: it is a connection of ours. */
  live_until: number | null;
  has_ended: boolean;
  /** The database knows that it is long enough to count. */
  is_settled: boolean;
}

/** A station in a UTC hour. */
export interface StationHour {
  station_id: string;
  hour: number;
}

/** Rows in one statement. */
const BATCH_ROWS = 1_000;

/** Serialises the computing of hours: without it two replicas could each miss the rows of the other. */
const HOURS_LOCK = 4_115_022;

/**
 * The total before an hour is in one of the three rows before it. A replica reads what is known of a session before it
 * adds rows, so a row's total can only be lower than that of the row before it, not of one further back.
 */
const ROWS_BEFORE = 3;

const INSERT_SESSIONS = `
  insert into listening_sessions
    (station_id, session_id, hour, player, country, began_at, total, live_until, has_ended)
  select station_id, session_id, to_timestamp(hour), player, country, to_timestamp(began_at), total,
    to_timestamp(live_until), has_ended
  from unnest(:stations::uuid[], :sessions::uuid[], :hours::float8[], :players::text[], :countries::text[],
    :begun::float8[], :totals::int[], :live::float8[], :ended::boolean[])
    as given (station_id, session_id, hour, player, country, began_at, total, live_until, has_ended)
  -- A station may have been deleted meanwhile.
  where ${STATION_EXISTS}
  order by station_id, session_id, hour
  on conflict (station_id, session_id, hour) do update set
    total = greatest(listening_sessions.total, excluded.total),
    live_until = greatest(listening_sessions.live_until, excluded.live_until),
    has_ended = listening_sessions.has_ended or excluded.has_ended`;

/** The hours of stations, computed from sessions. `wanted` is a relation of station_id and hour. */
const COMPUTED = `
  select r.station_id, r.hour, r.player, r.country,
    sum(greatest(0, r.total - coalesce(earlier.total, 0)))::int as seconds,
    (count(*) filter (where earlier.total is null))::int as sessions
  from wanted
  join listening_sessions r using (station_id, hour)
  cross join lateral (
    select max(total) as total from (
      select total from listening_sessions
      where station_id = r.station_id and session_id = r.session_id and hour < r.hour
      order by hour desc limit ${ROWS_BEFORE}
    ) newest
  ) earlier
  where greatest(r.total, earlier.total) >= ${MIN_COUNTED_SECONDS} or exists (
    select from listening_sessions
    where station_id = r.station_id and session_id = r.session_id and total >= ${MIN_COUNTED_SECONDS}
  )
  group by r.station_id, r.hour, r.player, r.country`;

const WANTED = `
  wanted as (
    select distinct station_id, to_timestamp(hour) as hour
    from unnest(:stations::uuid[], :hours::float8[]) as given (station_id, hour)
  )`;

const STORE_HOURS = `
  with ${WANTED}
  insert into listening_hours (station_id, hour, player, country, seconds, sessions)
  ${COMPUTED}
  on conflict (station_id, hour, player, country) do update
    set seconds = excluded.seconds, sessions = excluded.sessions
    where (listening_hours.seconds, listening_hours.sessions) is distinct from
      (excluded.seconds, excluded.sessions)`;

/**
 * Stores what is known of sessions, and computes the hours that it may change. Idempotent, and the same in any order.
 * @param rows at most one for each session and hour
 * @param present the present UTC hour
 */
export async function writeSessions(
  db: Knex,
  rows: readonly SessionHour[],
  present: number,
): Promise<void> {
  if (rows.length === 0) return;
  // In the same order at every replica, so that two never wait for each other.
  const sorted = rows.toSorted(
    (one, other) =>
      compare(one.station_id, other.station_id) ||
      compare(one.session_id, other.session_id) ||
      one.hour - other.hour,
  );
  await db.transaction(async (trx) => {
    for (const batch of batches(sorted)) await trx.raw(INSERT_SESSIONS, columnsOf(batch));
    await computeHours(trx, changedHours(rows, present));
  });
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

function* batches<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) yield rows.slice(at, at + BATCH_ROWS);
}

/** Times become seconds: PostgreSQL's `to_timestamp` takes them. */
function columnsOf(rows: readonly SessionHour[]) {
  const column = (value: (row: SessionHour) => string | number | boolean) =>
    // The form in which PostgreSQL reads an array. The driver would escape each value, in more time than all the rest.
    `{${rows.map(value).join(',')}}`;
  return {
    stations: column((row) => row.station_id),
    sessions: column((row) => row.session_id),
    hours: column((row) => row.hour / 1_000),
    players: column((row) => row.player),
    countries: column((row) => `"${row.country}"`),
    begun: column((row) => row.began_at / 1_000),
    totals: column((row) => row.total),
    live: column((row) => (row.live_until === null ? 'null' : row.live_until / 1_000)),
    ended: column((row) => row.has_ended),
  };
}

/**
 * The hours that rows may change: their own; the one before, where the session may have been too short to count until
 * now; those after, which begin with its total.
 */
function changedHours(rows: readonly SessionHour[], present: number): StationHour[] {
  const changed = new Map<string, StationHour>();
  function add(station_id: string, hour: number): void {
    changed.set(`${station_id} ${hour}`, { station_id, hour });
  }
  for (const { station_id, hour, began_at, is_settled } of rows) {
    add(station_id, hour);
    if (!is_settled && began_at < hour) add(station_id, hour - HOUR_MS);
    const last = Math.min(present, hour + ROWS_BEFORE * HOUR_MS);
    for (let after = hour + HOUR_MS; after <= last; after += HOUR_MS) add(station_id, after);
  }
  return [...changed.values()];
}

/** Computes hours from their sessions, and stores them. */
async function computeHours(trx: Knex.Transaction, hours: readonly StationHour[]): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(?)', [HOURS_LOCK]);
  for (const batch of batches(hours)) {
    await trx.raw(STORE_HOURS, {
      stations: batch.map((one) => one.station_id),
      hours: batch.map((one) => one.hour / 1_000),
    });
  }
}

/** An hour that is not what its sessions say. */
export interface WrongHour {
  station_id: string;
  hour: Date;
  player: PlayerKind;
  country: string;
  stored: number;
  computed: number;
}

/** The stored hours of a span that differ from their sessions, under the lock of `computeHours`. */
const COMPARE = `
  with wanted as (
    select distinct station_id, hour from listening_sessions
    where hour >= :from and hour < :to and (:station::uuid is null or station_id = :station)
  ), computed as (${COMPUTED}),
  stored as (
    select * from listening_hours
    where hour >= :from and hour < :to and (:station::uuid is null or station_id = :station)
  )
  select station_id, hour, player, country, coalesce(s.seconds, 0) as stored, coalesce(c.seconds, 0) as computed
  from computed c full join stored s using (station_id, hour, player, country)
  where (coalesce(s.seconds, 0), coalesce(s.sessions, 0)) is distinct from
    (coalesce(c.seconds, 0), coalesce(c.sessions, 0))
  order by 1, 2, 3, 4`;

/** The latest row of a session; undefined before its first one, and while the database is away. */
export async function storedSession(
  db: Knex,
  { station_id, session_id }: Pick<SessionHour, 'station_id' | 'session_id'>,
) {
  try {
    return await db('listening_sessions')
      .where({ station_id, session_id })
      .orderBy('hour', 'desc')
      .first('total', 'live_until');
  } catch (error) {
    if (!isDatabaseGone(error)) throw error;
    return undefined;
  }
}

/**
 * Computes the hours of a span again from the sessions and compares. Sessions must still be kept.
 * @param span in ms since the epoch; the end is exclusive
 */
export async function findWrongHours(
  db: Knex,
  span: { from: number; to: number; station_id?: string },
): Promise<WrongHour[]> {
  const wrong: WrongHour[] = [];
  // By days, so that no statement times out.
  for (let from = hourOf(span.from); from < span.to; from += DAY_MS) {
    const to = new Date(Math.min(from + DAY_MS, span.to));
    await db.transaction(async (trx) => {
      await trx.raw('select pg_advisory_xact_lock(?)', [HOURS_LOCK]);
      const station = span.station_id ?? null;
      const { rows } = await trx.raw<{ rows: WrongHour[] }>(COMPARE, {
        from: new Date(from),
        to,
        station,
      });
      wrong.push(...rows);
    });
  }
  return wrong;
}

/** Stores wrong hours as their sessions say. Hours without any counted session are deleted. */
export async function mendHours(db: Knex, wrong: readonly WrongHour[]): Promise<void> {
  await db.transaction(async (trx) => {
    for (const { station_id, hour, player, country, computed } of wrong) {
      if (computed > 0) continue;
      await trx('listening_hours').where({ station_id, hour, player, country }).delete();
    }
    const hours = wrong.map(({ station_id, hour }) => ({ station_id, hour: hour.getTime() }));
    await computeHours(trx, hours);
  });
}
