// Queries of stations for other features, and relations that their own queries join.
import type { Knex } from 'knex';
import type { StationStatus } from '../../contract/stations/values.ts';
import { userEmails } from '../accounts/user.ts';
import { OWN_STATION_EMAILS, RadioStation, type StationKey } from './station.ts';

/** Stations with their slugs, names and packages, to be joined. */
export const stationLabels = (db: Knex) =>
  db('radio_stations').select(
    'id',
    'user_id',
    'station_slug',
    'station_name',
    'package_name',
    'is_on_air_here',
  );

/** SQL: stations that are not waiting for their first payment, to be joined. */
export const BOUGHT_STATIONS =
  "(select id, user_id from radio_stations where status <> 'payment_pending')";

/** SQL: stations that are on air, to be joined. */
export const ACTIVE_STATIONS =
  "(select id, user_id, package_name from radio_stations where status = 'active')";

/** SQL: stations that play from here, to be joined. */
export const STATIONS_FROM_HERE = `(
  select id, user_id, station_slug, station_name, accent_colour, package_name, status, listening_policy
  from radio_stations where is_on_air_here
)`;

/** SQL: stations that must be paid for, to be joined. */
export const STATIONS_IN_USE =
  "(select user_id from radio_stations where status in ('setup_pending', 'active'))";

/** SQL: stations with the price of their order, to be joined. */
export const ORDERED_STATIONS = `(
  select user_id, total_amount, currency, purchased_at from radio_stations
  where total_amount > 0 and purchased_at is not null
)`;

/** SQL: whether the station of a row with a `station_id` exists. It may have been deleted meanwhile. */
export const STATION_EXISTS = 'exists (select from radio_stations where id = station_id)';

/** SQL: keeps a station from being deleted before the transaction ends. */
export const HOLD_STATION = 'select from radio_stations where id = :station_id for key share';

/**
 * SQL: whether the station on air of a user streams a file of the storage.
 * @param userId the column of the user
 * @param key the column of the file's key
 */
export const streamsFile = (userId: string, key: string): string =>
  `exists (select from radio_stations s where s.user_id = ${userId} and s.status = 'active'
     and position(${key} in s.stream_url) > 0)`;

/** The ids of a member's stations. */
export const stationIdsOf = async (db: Knex, userId: string): Promise<string[]> =>
  db('radio_stations').where({ user_id: userId }).pluck('id');

/** The slugs of stations, by their ids. */
export const slugsOf = (
  db: Knex,
  ids: readonly string[],
): Promise<Pick<RadioStation, 'id' | 'station_slug'>[]> =>
  db('radio_stations').whereIn('id', ids).select('id', 'station_slug');

/** A station on air whose stream comes from another server. */
export const findStreamedElsewhere = (
  db: Knex,
  key: StationKey,
): Promise<Pick<RadioStation, 'id'> | undefined> =>
  db('radio_stations')
    .where({ ...key, status: 'active', is_on_air_here: false })
    .whereNotNull('stream_url')
    .first('id');

/** The slug of the station on air that exists longest. */
export const findOldestSlug = async (db: Knex): Promise<string | undefined> => {
  const [slug] = await db('radio_stations')
    .where({ status: 'active' })
    .orderBy('created_at')
    .limit(1)
    .pluck<string[]>('station_slug');
  return slug;
};

/** Stations in set-up that have been refused a starter programme. */
export const stationsWithStarterNote = (db: Knex): Promise<RadioStation[]> =>
  RadioStation.query(db).where({ status: 'setup_pending' }).whereNotNull('starter_note').execute();

/** Stations with the addresses of their users, by slug. Those of deleted accounts are left out. */
export const readStations = (
  db: Knex,
  status: StationStatus | undefined,
): Promise<
  (Pick<RadioStation, 'station_slug' | 'status' | 'package_name' | 'station_name'> & {
    email: string | null;
  })[]
> =>
  db('radio_stations as s')
    .leftJoin(userEmails(db).select('departed_at').as('u'), 'u.id', 's.user_id')
    .whereNull('u.departed_at')
    .where(status === undefined ? {} : { 's.status': status })
    .orderBy('s.station_slug')
    .select('s.station_slug', 's.status', 's.package_name', 'u.email', 's.station_name');

/** The orders of a member, as their stations have them. */
export const stationOrders = (db: Knex, userId: string) =>
  db('radio_stations')
    .where({ user_id: userId })
    .orderBy('id')
    .select(
      'id',
      'status',
      'package_name',
      'package_price',
      'vat_amount',
      'total_amount',
      'purchased_at',
    );

/** The slugs that a station had before, in the order in which it gave them up. */
export const formerSlugsOf = async (db: Knex, station_id: string): Promise<string[]> =>
  db('former_slugs').where({ station_id }).orderBy('created_at').pluck('station_slug');

/** A station whose airings are reported. */
export interface ReportedStation {
  id: string;
  station_slug: string;
  station_name: string | null;
  /** Of its days; null: none is known. */
  zone: string | null;
}

/**
 * The stations of customers, by name, or one of all stations. Those that come with the program are not reported with the
 * others: their music is the program's own.
 */
export async function reportedStations(db: Knex, id: string | null): Promise<ReportedStation[]> {
  const stations = db('radio_stations')
    .orderByRaw("lower(coalesce(station_name, station_slug, '')), id")
    .select<ReportedStation[]>('id', 'station_slug', 'station_name', 'zone');
  if (id !== null) return stations.where({ id });
  return stations.whereNot({ status: 'payment_pending' }).whereNotIn(
    'user_id',
    userEmails(db)
      .clearSelect()
      .select('id')
      .whereIn('email', [...OWN_STATION_EMAILS]),
  );
}
