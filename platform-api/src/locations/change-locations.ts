import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { addLocation, changeLocation } from '../../contract/locations/calls.ts';
import { MAX_LOCATIONS } from '../../contract/locations/values.ts';
import { AppError } from '../errors.ts';
import { RadioStation } from '../stations/station.ts';
import { readLocations, type LocationRow } from './location-rows.ts';
import * as pairing from './pairing.ts';

/** The zone of a location whose station has none yet. */
const DEFAULT_ZONE = 'Europe/London';

interface Deps {
  db: Knex;
  now: () => number;
}

/** @throws `not_found` */
export async function requireLocation(
  db: Knex,
  stationId: string,
  id: string,
): Promise<LocationRow> {
  const [row] = await readLocations(db, stationId, id);
  if (!row) throw new AppError('not_found');
  return row;
}

/**
 * Adds a location.
 * @returns its id
 * @throws `too_many_locations`
 */
export async function add(
  { db, now }: Deps,
  station: RadioStation,
  { zone, opening_hours, ...columns }: z.output<typeof addLocation.body>,
): Promise<string> {
  const id = uuidv7();
  await db.transaction(async (trx) => {
    // Locks the station, so that two requests cannot both add the last one.
    await RadioStation.hold(trx, station.id);
    const [{ count } = { count: 0 }] = await trx('locations')
      .where({ station_id: station.id })
      .count<{ count: string | number }[]>();
    if (Number(count) >= MAX_LOCATIONS) throw new AppError('too_many_locations');
    await trx('locations').insert({ id, station_id: station.id, ...columns });
    await writeHours(
      trx,
      { id, at: now() },
      {
        zone: zone ?? station.zone ?? DEFAULT_ZONE,
        opening_hours: opening_hours ?? null,
      },
    );
  });
  return id;
}

/** Changes a location. @throws `not_found` */
export async function change(
  { db, now }: Deps,
  which: { stationId: string; id: string },
  { zone, opening_hours, ...columns }: z.output<typeof changeLocation.body>,
): Promise<void> {
  await db.transaction(async (trx) => {
    const held = await trx('locations')
      .where({ id: which.id, station_id: which.stationId })
      .forUpdate()
      .first('id');
    if (!held) throw new AppError('not_found');
    const row = await requireLocation(trx, which.stationId, which.id);
    const hours = {
      zone: zone ?? row.zone,
      opening_hours: opening_hours === undefined ? row.opening_hours : opening_hours,
    };
    const isOtherHours =
      hours.zone !== row.zone ||
      JSON.stringify(hours.opening_hours) !== JSON.stringify(row.opening_hours);
    if (isOtherHours) await writeHours(trx, { id: which.id, at: now() }, hours);
    await trx('locations')
      .where({ id: which.id })
      .update({
        ...columns,
        changed_at: trx.raw('clock_timestamp()'),
        // By the new hours it may be silent already, or may not be expected to play.
        ...(isOtherHours && row.paired_at && { watch_at: new Date(now()) }),
      });
  });
}

/** From now on these hours count. */
async function writeHours(
  trx: Knex,
  { id: location_id, at }: { id: string; at: number },
  { zone, opening_hours }: Pick<LocationRow, 'zone' | 'opening_hours'>,
): Promise<void> {
  await trx('location_hours')
    .insert({
      location_id,
      from_at: new Date(at),
      zone,
      opening_hours: JSON.stringify(opening_hours),
    })
    .onConflict(['location_id', 'from_at'])
    .merge();
}

/** @throws `not_found` */
export async function remove(db: Knex, which: { stationId: string; id: string }): Promise<void> {
  const removed = await db('locations')
    .where({ id: which.id, station_id: which.stationId })
    .delete();
  if (removed === 0) throw new AppError('not_found');
}

/** @throws `not_found`, `pairing_code_unknown`, `too_many_location_players` */
export async function pair(
  db: Knex,
  { stationId, id, code, now }: { stationId: string; id: string; code: string; now: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    const location = await trx('locations')
      .where({ id, station_id: stationId })
      .forUpdate()
      .first('id', 'station_id');
    if (!location) throw new AppError('not_found');
    await pairing.pairPlayer(trx, location, code, now);
  });
}

/** @throws `not_found` */
export async function removePlayer(
  db: Knex,
  which: { stationId: string; id: string; player_id: string },
): Promise<void> {
  const { stationId: station_id, id: location_id } = which;
  const removed = await pairing.deletePlayer(db, { id: which.player_id, location_id, station_id });
  if (!removed) throw new AppError('not_found');
}
