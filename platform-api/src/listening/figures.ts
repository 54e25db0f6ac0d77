// Figures of listening, read from the stored hours.
import type { Knex } from 'knex';
import type { z } from 'zod';
import {
  KEEP_HOURS_MONTHS,
  MAX_HOURLY_LISTENING_DAYS,
  MIN_COUNTED_SECONDS,
  type ListeningStep,
  type PlayerKind,
} from '../../contract/listening/values.ts';
import type {
  getMyListening,
  Listening,
  ListeningSession,
  ListeningSummary,
} from '../../contract/listening/calls.ts';
import { packageNamed } from '../../contract/billing/prices.ts';
import { DAY_MS } from '../../contract/time.ts';
import { Profile } from '../accounts/profile.ts';
import { zoneOfCountry } from '../accounts/countries.ts';
import { refuse } from '../errors.ts';
import type { RadioStation } from '../stations/station.ts';
import { countNow } from './live-counts.ts';

/** The days of a span that was not asked for. */
const USUAL_DAYS = 30;

/** The services that figures are read with. */
export interface FigureDeps {
  db: Knex;
  /** The clock, in epoch ms. */
  now: () => number;
}

type Asked = z.output<typeof getMyListening.query>;

/** A station's zone, or that of its member's country while it has none. */
async function zoneOf(db: Knex, { zone, user_id }: RadioStation): Promise<string> {
  if (zone !== null) return zone;
  const profile = await Profile.find(db, user_id);
  return zoneOfCountry(profile?.country ?? '');
}

/** The local date of a time. */
function dateAt(zone: string, time: number): string {
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(time);
}

const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * DAY_MS).toISOString().slice(0, 10);

/** Divisions of a span: each span of time has a start and an end, and a key made from its start `s`. */
const TIMES: Record<'hour' | 'day' | 'month', { key: string; starts: string; ends: string }> = {
  hour: {
    key: `to_char(s at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`,
    // In zones of half an hour, the first hour that begins on the day.
    starts: `generate_series(
      date_trunc('hour', :from::date::timestamp at time zone :zone + interval '59 minutes', 'UTC'),
      (:to::date + 1)::timestamp at time zone :zone - interval '1 minute', '1 hour') as hours (s)`,
    ends: `s + interval '1 hour'`,
  },
  day: {
    key: `to_char(s at time zone :zone, 'YYYY-MM-DD')`,
    starts: `(select day at time zone :zone as s, day
      from generate_series(:from::date::timestamp, :to::date::timestamp, '1 day') as days (day)) days`,
    ends: `(day + interval '1 day') at time zone :zone`,
  },
  // A month is always whole, and of UTC.
  month: {
    key: `to_char(s at time zone 'UTC', 'YYYY-MM')`,
    starts: `(select month at time zone 'UTC' as s, month from generate_series(
      date_trunc('month', :from::date::timestamp), :to::date::timestamp, '1 month') as months (month)) months`,
    ends: `(month + interval '1 month') at time zone 'UTC'`,
  },
};

/** The keys of the other divisions, from an hour. */
const KEYS: Record<Exclude<ListeningStep, keyof typeof TIMES>, string> = {
  player: 'player',
  country: 'country',
  week_hour: `to_char(hour at time zone :zone, 'ID-HH24')`,
};

const isTime = (by: ListeningStep): by is keyof typeof TIMES => by in TIMES;

/** Each span of time is looked up in the index: several times as fast as a key for each row. */
function timesQuery(by: keyof typeof TIMES): string {
  const { key, starts, ends } = TIMES[by];
  const within = `where station_id = :station and hour >= parts.s and hour < parts.e`;
  return `
    select ${key} as key, s as starts_at, coalesce(seconds, 0) as seconds, coalesce(sessions, 0) as sessions, peak
    from (select s, ${ends} as e from ${starts}) parts
    cross join lateral (
      select sum(seconds) as seconds, sum(sessions) as sessions from listening_hours ${within}
    ) heard
    cross join lateral (select max(listeners) as peak from listening_peaks ${within}) highest
    order by s`;
}

function figuresQuery(by: ListeningStep): string {
  if (isTime(by)) return timesQuery(by);
  return `
    select ${KEYS[by]} as key, null::timestamptz as starts_at, sum(seconds) as seconds, sum(sessions) as sessions,
      null::integer as peak
    from listening_hours
    where station_id = :station and hour >= :from::date::timestamp at time zone :zone
      and hour < (:to::date + 1)::timestamp at time zone :zone
    group by 1 order by ${by === 'week_hour' ? 'key' : 'seconds desc, key'}`;
}

/**
 * Listening in a span, divided. Spans of time without listening are included.
 * @throws `validation_failed` for a span that ends before it begins, or that is too long
 */
export async function readListening(
  { db, now }: FigureDeps,
  station: RadioStation,
  asked: Asked,
): Promise<z.input<typeof Listening>> {
  const zone = asked.zone === 'utc' ? 'UTC' : await zoneOf(db, station);
  const to = asked.to ?? dateAt(zone, now());
  const from = asked.from ?? dayBefore(to, USUAL_DAYS - 1);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw refuse('to', 'Choose a last day that is not before the first.');
  if (asked.by === 'hour' && days > MAX_HOURLY_LISTENING_DAYS) {
    throw refuse('from', `Choose at most ${MAX_HOURLY_LISTENING_DAYS} days for a list of hours.`);
  }
  if (days > (KEEP_HOURS_MONTHS + 1) * 31) {
    throw refuse('from', `Choose at most ${KEEP_HOURS_MONTHS} months.`);
  }
  const { rows } = await db.raw<{ rows: z.input<typeof Listening>['data'] }>(
    figuresQuery(asked.by),
    { station: station.id, zone, from, to },
  );
  return {
    zone,
    from,
    to,
    seconds: rows.reduce((sum, row) => sum + row.seconds, 0),
    sessions: rows.reduce((sum, row) => sum + row.sessions, 0),
    data: rows,
  };
}

/**
 * Seconds at the end of a month: what was heard, and as much in each day that is left as in those of the last week.
 * @param heard seconds of this month so far, and of the last seven days
 */
export function forecast(
  now: number,
  heard: { month: number; week: number; daysOfWeek: number },
): number {
  const time = new Date(now);
  const end = Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1);
  const perDay = heard.week / Math.max(1 / 24, heard.daysOfWeek);
  return Math.round(heard.month + (perDay * (end - now)) / DAY_MS);
}

/**
 * The same from sums of stored hours.
 * @param heard `first` is the earliest hour of this month or week with listening
 */
export function forecastFrom(
  { month, week, first }: { month: number; week: number; first: Date | null },
  now: number,
): number {
  // A station that began within the week has fewer days to be judged by.
  const since = Math.max(now - 7 * DAY_MS, first?.getTime() ?? 0);
  return forecast(now, { month, week, daysOfWeek: (now - since) / DAY_MS });
}

/** The start of a UTC month, in ms since the epoch. */
export function monthStart(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/**
 * SQL: the seconds that a station was heard since a time. They are read from an index.
 * @param station the column of its id
 */
export const secondsSince = (station: string, time: string): string => `(
  select coalesce(sum(seconds), 0) from listening_hours
  where station_id = ${station} and hour >= ${time}
)`;

const MONTH_FIGURES = `
  select coalesce(sum(seconds) filter (where hour >= :month), 0) as month,
    coalesce(sum(sessions) filter (where hour >= :month), 0) as sessions,
    coalesce(sum(seconds) filter (where hour >= :week), 0) as week,
    min(hour) as first
  from listening_hours where station_id = :station and hour >= least(:month::timestamptz, :week::timestamptz)`;

/** This month of a station beside its package. */
export async function readMonth({ db, now }: FigureDeps, station: RadioStation) {
  const time = now();
  const week = time - 7 * DAY_MS;
  const { rows } = await db.raw<{
    rows: { month: number; sessions: number; week: number; first: Date | null }[];
  }>(MONTH_FIGURES, {
    station: station.id,
    month: new Date(monthStart(time)),
    week: new Date(week),
  });
  const row = rows[0] ?? { month: 0, sessions: 0, week: 0, first: null };
  return {
    key: new Date(time).toISOString().slice(0, 7),
    seconds: row.month,
    sessions: row.sessions,
    cap_seconds: packageNamed(station.package_name).limits.listening_hours * 3_600,
    forecast_seconds: forecastFrom(row, time),
    policy: station.listening_policy,
  };
}

/** The figures that a member sees first: now, this month, today, the last days. */
export async function readSummary(
  deps: FigureDeps,
  station: RadioStation,
): Promise<z.input<typeof ListeningSummary>> {
  const { db, now } = deps;
  const [month, days, listeners] = await Promise.all([
    readMonth(deps, station),
    readListening(deps, station, { by: 'day', zone: 'station', from: undefined, to: undefined }),
    countNow(db, [station.id], now()),
  ]);
  const sum = (rows: { seconds: number }[]) => rows.reduce((total, row) => total + row.seconds, 0);
  const today = days.data.at(-1);
  return {
    zone: days.zone,
    listeners: listeners.get(station.id) ?? 0,
    month,
    today: { seconds: today?.seconds ?? 0, peak: today?.peak ?? null },
    last_7_days: { seconds: sum(days.data.slice(-7)) },
    last_30_days: { seconds: sum(days.data) },
  };
}

/** Sessions of a day, oldest first, behind a cursor of begin and id. */
const SESSIONS = `
  with hours as (
    select r.session_id, r.player, r.country, r.began_at, r.total,
      greatest(0, r.total - coalesce((
        select max(total) from (
          select total from listening_sessions
          where station_id = r.station_id and session_id = r.session_id and hour < r.hour
          order by hour desc limit 3
        ) newest), 0)) as seconds
    from listening_sessions r
    where station_id = :station and hour >= :day::date::timestamp at time zone :zone
      and hour < (:day::date + 1)::timestamp at time zone :zone
  )
  select session_id, min(began_at) as began_at, min(player) as player, nullif(min(country), '') as country,
    sum(seconds)::int as seconds,
    max(total) >= ${MIN_COUNTED_SECONDS} or exists (
      select from listening_sessions later
      where later.station_id = :station and later.session_id = hours.session_id and later.total >= ${MIN_COUNTED_SECONDS}
    ) as counts
  from hours
  where (began_at, session_id) > (:began::timestamptz, :id::uuid)
  group by session_id
  order by began_at, session_id
  limit :limit`;

type SessionRow = z.input<typeof ListeningSession> & { session_id: string; began_at: Date };

/** The sessions that a day's hours are made of. @param after the last one of the page before */
export async function readSessions(
  { db, now }: FigureDeps,
  station: RadioStation,
  asked: {
    day?: string | undefined;
    zone: 'station' | 'utc';
    limit: number;
    after: [number, string];
  },
): Promise<{ zone: string; rows: SessionRow[] }> {
  const zone = asked.zone === 'utc' ? 'UTC' : await zoneOf(db, station);
  const { rows } = await db.raw<{ rows: SessionRow[] }>(SESSIONS, {
    station: station.id,
    zone,
    day: asked.day ?? dateAt(zone, now()),
    began: new Date(asked.after[0]),
    id: asked.after[1],
    limit: asked.limit,
  });
  return { zone, rows };
}

/** All that is kept of a station's listening, by days of UTC. */
export function listeningDays(db: Knex, station_id: string) {
  return db('listening_hours')
    .where({ station_id })
    .groupBy('day', 'player', 'country')
    .orderBy(['day', 'player', 'country'])
    .select<
      { day: string; player: PlayerKind; country: string; seconds: number; sessions: number }[]
    >(
      db.raw(`to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day`),
      'player',
      'country',
      db.raw('sum(seconds) as seconds'),
      db.raw('sum(sessions) as sessions'),
    );
}

/** The average of listeners in each hour of a span, by the start of the hour in ms since the epoch. */
export async function listenersByHour(
  db: Knex,
  station_id: string,
  { from, to }: { from: number; to: number },
): Promise<Map<number, number>> {
  const rows: { hour: Date; seconds: string | number }[] = await db('listening_hours')
    .where({ station_id })
    .where('hour', '>=', new Date(from))
    .where('hour', '<', new Date(to))
    .groupBy('hour')
    .select('hour', db.raw('sum(seconds) as seconds'));
  return new Map(
    rows.map(({ hour, seconds }) => [hour.getTime(), Math.round(Number(seconds) / 360) / 10]),
  );
}

/** The seconds that a station was heard within a span, by country; '' where it is not known. The most heard first. */
export async function secondsByCountry(
  db: Knex,
  station_id: string,
  { from, to }: { from: number; to: number },
): Promise<{ country: string; seconds: number }[]> {
  const rows: { country: string; seconds: string | number }[] = await db('listening_hours')
    .where({ station_id })
    .where('hour', '>=', new Date(from))
    .where('hour', '<', new Date(to))
    .groupBy('country')
    .orderBy('seconds', 'desc')
    .orderBy('country')
    .select('country', db.raw('sum(seconds) as seconds'));
  return rows.map(({ country, seconds }) => ({ country, seconds: Number(seconds) }));
}
