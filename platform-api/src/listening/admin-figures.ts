// The hours and listeners of all stations, for admins.
import type { Knex } from 'knex';
import { z } from 'zod';
import { TREND_DAYS } from '../../contract/admin/values.ts';
import { type LISTENING_STATION_SORTS } from '../../contract/listening/values.ts';
import { type StationStatus } from '../../contract/stations/values.ts';
import type {
  ListeningStation,
  listListeningStations,
  listStationListeners,
} from '../../contract/listening/calls.ts';
import { PACKAGE_NAMES, PACKAGES } from '../../contract/billing/prices.ts';
import { DAY_MS } from '../../contract/time.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import { OWN_STATION_EMAILS } from '../stations/station.ts';
import { forecastFrom, monthStart, type FigureDeps } from './figures.ts';
import { countAll, countNow } from './live-counts.ts';

/** Stations in these states are or were on air. */
const ONCE_ON_AIR: readonly StationStatus[] = ['active', 'inactive', 'suspended'];

/** Not our own stations: nobody pays for their hours. */
const CUSTOMERS_OWN = `s.status = any(:statuses)
  and s.user_id not in (select id from users where email = any(:own))`;

const CUSTOMERS = { statuses: [...ONCE_ON_AIR], own: [...OWN_STATION_EMAILS] };

/** Each station with this month, the last week, and its package. */
const STATIONS = `
  with caps as (
    select * from unnest(:packages::text[], :caps::float8[]) as given (package_name, cap_seconds)
  ), heard as (
    select station_id, sum(seconds) filter (where hour >= :month) as month,
      sum(seconds) filter (where hour >= :week) as week, min(hour) as first
    from listening_hours where hour >= least(:month::timestamptz, :week::timestamptz)
    group by station_id
  ), stations as (
    select s.id as station_id, s.user_id, s.station_name, s.station_slug, s.status, s.package_name,
      s.listening_policy as policy, coalesce(heard.month, 0) as seconds, coalesce(heard.week, 0) as week,
      heard.first, caps.cap_seconds
    from radio_stations s
    join caps on caps.package_name = coalesce(s.package_name, :smallest)
    left join heard on heard.station_id = s.id
    where ${CUSTOMERS_OWN}
  )`;

/** The column of each order, the highest figures first. */
const ORDERS: Record<(typeof LISTENING_STATION_SORTS)[number], string> = {
  share: '-(seconds / cap_seconds)::float8',
  seconds: '-seconds::float8',
  name: 'lower(coalesce(station_name, station_slug))',
};

const TOTALS = `${STATIONS}
  select coalesce(sum(seconds), 0)::bigint as seconds, coalesce(sum(week), 0)::bigint as week, min(first) as first,
    (count(*) filter (where seconds >= cap_seconds))::int as over_cap
  from stations`;

/** Seconds on each of the last days in UTC. */
const trendOf = (which: string, by: string) => `
  select ${by}, to_char(h.hour at time zone 'UTC', 'YYYY-MM-DD') as day, sum(h.seconds) as seconds
  from listening_hours h join radio_stations s on s.id = h.station_id
  where h.hour >= :since and ${which} group by 1, 2`;

const STATION_TRENDS = trendOf('h.station_id = any(:ids::uuid[])', 'h.station_id');
const TOTAL_TREND = trendOf(CUSTOMERS_OWN, 'null::uuid as station_id');

interface Heard {
  seconds: number;
  week: number;
  first: Date | null;
}

type Row = Omit<ListeningStation, 'listeners' | 'trend' | 'forecast_seconds'> &
  Heard & { key: string | number };

/** All stations by listening hours, and the totals of the installation. */
export async function listStations(
  { db, now }: FigureDeps,
  { search, sort, limit, cursor }: z.output<typeof listListeningStations.query>,
): Promise<z.input<typeof listListeningStations.response>> {
  const time = now();
  const given = {
    packages: PACKAGES.map(({ name }) => name),
    caps: PACKAGES.map(({ limits }) => limits.listening_hours * 3_600),
    smallest: PACKAGE_NAMES[0],
    ...CUSTOMERS,
    month: new Date(monthStart(time)),
    week: new Date(time - 7 * DAY_MS),
  };
  const key = ORDERS[sort];
  const Key = sort === 'name' ? z.string() : z.number();
  const after = cursor === undefined ? null : readCursor(cursor, z.tuple([Key, z.uuid()]));
  const { rows } = await db.raw<{ rows: Row[] }>(
    `${STATIONS}
     select *, ${key} as key from stations
     where (strpos(lower(coalesce(station_name, '')), :search) > 0 or strpos(station_slug, :search) > 0)
       ${after ? `and (${key}, station_id) > (:key, :id::uuid)` : ''}
     order by key, station_id limit :limit`,
    {
      ...given,
      search: search?.toLowerCase() ?? '',
      limit: limit + 1,
      ...(after && { key: after[0], id: after[1] }),
    },
  );
  const page = rows.slice(0, limit);
  const ids = page.map(({ station_id }) => station_id);
  const [totals, everyone, listeners, trends] = await Promise.all([
    db.raw<{ rows: [Heard & { over_cap: number }] }>(TOTALS, given),
    listListeners({ db, now }),
    countNow(db, ids, time),
    readTrends(db, ids, time),
  ]);
  const [total] = totals.rows;
  const last = page.at(-1);
  const has_more = rows.length > limit;
  return {
    totals: {
      month: new Date(time).toISOString().slice(0, 7),
      listeners: everyone.listeners,
      seconds: total.seconds,
      forecast_seconds: forecastFrom({ ...total, month: total.seconds }, time),
      over_cap: total.over_cap,
      trend: trends(null),
    },
    data: page.map(({ week, first, ...station }) => ({
      ...station,
      listeners: listeners.get(station.station_id) ?? 0,
      forecast_seconds: forecastFrom({ month: station.seconds, week, first }, time),
      trend: trends(station.station_id),
    })),
    has_more,
    next_cursor: has_more && last ? cursorAt([last.key, last.station_id]) : null,
  };
}

/** @returns the seconds of a station, or of all (null), on each of the last days */
async function readTrends(db: Knex, ids: readonly string[], time: number) {
  const today = Math.floor(time / DAY_MS) * DAY_MS;
  const days = Array.from({ length: TREND_DAYS }, (_, ago) =>
    new Date(today - (TREND_DAYS - 1 - ago) * DAY_MS).toISOString().slice(0, 10),
  );
  const given = { since: new Date(today - (TREND_DAYS - 1) * DAY_MS), ids, ...CUSTOMERS };
  type Day = { station_id: string | null; day: string; seconds: number };
  const answers = await Promise.all([
    db.raw<{ rows: Day[] }>(STATION_TRENDS, given),
    db.raw<{ rows: Day[] }>(TOTAL_TREND, given),
  ]);
  const known = new Map(
    answers.flatMap(({ rows }) => rows.map((row) => [`${row.station_id} ${row.day}`, row.seconds])),
  );
  return (station: string | null) => days.map((day) => known.get(`${station} ${day}`) ?? 0);
}

/** Stations with listeners now, most listeners first. */
export async function listListeners({
  db,
  now,
}: FigureDeps): Promise<z.input<typeof listStationListeners.response>> {
  const counts = await countAll(db, now());
  const { rows } = await db.raw<{
    rows: Pick<ListeningStation, 'station_id' | 'user_id' | 'station_name' | 'station_slug'>[];
  }>(
    `select s.id as station_id, s.user_id, s.station_name, s.station_slug from radio_stations s
     where s.id = any(:ids::uuid[]) and ${CUSTOMERS_OWN}`,
    { ...CUSTOMERS, ids: [...counts.keys()] },
  );
  const data = rows
    .map((station) => ({ ...station, listeners: counts.get(station.station_id) ?? 0 }))
    .filter(({ listeners }) => listeners > 0)
    .sort((one, other) => other.listeners - one.listeners);
  return { listeners: data.reduce((sum, { listeners }) => sum + listeners, 0), data };
}
