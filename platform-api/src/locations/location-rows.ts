// Locations as the database has them: each with its hours of now and its players.
import type { Knex } from 'knex';
import type { PlayerStatus } from '../../contract/locations/values.ts';
import type { LocalHours } from './opening-hours.ts';

/** SQL: the present hours of a location, to be joined laterally; the alias of the location is `l`. */
export const HOURS_NOW = `(
  select zone, opening_hours from location_hours where location_id = l.id order by from_at desc limit 1
)`;

/** A location with the hours of now. */
export interface LocationRow extends LocalHours {
  id: string;
  station_id: string;
  name: string;
  address: string;
  leave_pin: string | null;
  paired_at: Date | null;
  sound_at: Date | null;
  created_at: Date;
  /** Of a silence that was told and is not over. */
  silent_since: Date | null;
}

/** A player of a location. */
export interface PlayerRow {
  id: string;
  location_id: string;
  status: PlayerStatus | null;
  status_since: Date | null;
  reported_at: Date | null;
  paired_at: Date;
}

const LOCATIONS = `
  select l.id, l.station_id, l.name, l.address, l.leave_pin, l.paired_at, l.sound_at, l.created_at,
    h.zone, h.opening_hours, s.since as silent_since
  from locations l
  join lateral ${HOURS_NOW} h on true
  left join location_silences s on s.location_id = l.id and s.ended_at is null`;

/** The locations of a station, by name; with an id only this one. */
export async function readLocations(
  db: Knex,
  stationId: string,
  id?: string,
): Promise<LocationRow[]> {
  const { rows } = await db.raw<{ rows: LocationRow[] }>(
    `${LOCATIONS} where l.station_id = :stationId and (:id::uuid is null or l.id = :id) order by lower(l.name), l.id`,
    { stationId, id: id ?? null },
  );
  return rows;
}

/** The players of locations, in the order in which they were paired. */
export const readPlayers = (db: Knex, locationIds: readonly string[]): Promise<PlayerRow[]> =>
  db('location_players')
    .whereIn('location_id', locationIds)
    .orderBy('paired_at')
    .select('id', 'location_id', 'status', 'status_since', 'reported_at', 'paired_at');
