// Queries of locations for other features.
import type { Knex } from 'knex';
import { refuse } from '../errors.ts';

/** Locations that are remembered. Each has streams that are asked for every few seconds. */
const MOST_REMEMBERED = 20_000;

/** Tells whether a station has a location. One that it had is remembered: its streams may outlive it by a restart. */
export function createLocationCheck(
  db: Knex,
): (stationId: string, locationId: string) => Promise<boolean> {
  const known = new Set<string>();
  return async (station_id, id) => {
    const key = `${station_id} ${id}`;
    if (known.has(key)) return true;
    if (!(await db('locations').where({ id, station_id }).first('id'))) return false;
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.add(key);
    return true;
  };
}

/** @throws `validation_failed` unless all of these are locations of the station */
export async function requireLocations(
  db: Knex,
  station_id: string,
  ids: readonly string[],
): Promise<void> {
  const known: string[] = await db('locations')
    .where({ station_id })
    .whereIn('id', ids)
    .pluck('id');
  if (new Set(known).size < new Set(ids).size)
    throw refuse('location_ids', 'A location was removed. Please choose again.');
}
