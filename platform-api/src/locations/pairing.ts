import { randomBytes, randomInt } from 'node:crypto';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import {
  MAX_LOCATION_PLAYERS,
  PAIRING_CODE_LENGTH,
  PAIRING_CODE_LETTERS,
  PAIRING_CODE_MINUTES,
  SILENCE_MINUTES,
} from '../../contract/locations/values.ts';
import { MINUTE_MS } from '../../contract/time.ts';
import { hashToken } from '../accounts/refresh-token.ts';
import { AppError } from '../errors.ts';
import { keyOfStation, RadioStation } from '../stations/station.ts';
import type { LocationPlayer } from './table.ts';

/** The prefix of the key of a player, which secret scanners can search for. */
const PLAYER_KEY_PREFIX = 'shp_';

interface Clock {
  publicUrl: string;
  now: () => number;
}

const newCode = (): string =>
  Array.from(
    { length: PAIRING_CODE_LENGTH },
    () => PAIRING_CODE_LETTERS[randomInt(PAIRING_CODE_LETTERS.length)],
  ).join('');

/** A pairing as the screen of the player shows it. */
const present = (code: string, expires: Date, publicUrl: string) => ({
  pairing_code: code,
  code_expires_at: expires,
  pair_url: `${publicUrl}/members/locations?code=${code}`,
});

/**
 * Gives a browser a key of its own, and a code with which a member pairs it.
 * @param name the slug or public id of the station
 * @throws `station_not_found`
 */
export async function beginPairing(db: Knex, name: string, { publicUrl, now }: Clock) {
  const key = keyOfStation(name);
  const station = key && (await RadioStation.findByKey(db, key));
  if (!station || station.status === 'payment_pending') throw new AppError('station_not_found');
  const player_key = PLAYER_KEY_PREFIX + randomBytes(32).toString('base64url');
  const player = { id: uuidv7(), station_id: station.id };
  await db('location_players').insert({ ...player, key_hash: hashToken(player_key) });
  return { player_key, ...(await renewCode(db, player, { publicUrl, now })) };
}

/** The code of a player that is not paired; a new one once the former is too old. */
export async function presentPairing(
  db: Knex,
  player: Pick<LocationPlayer, 'id' | 'station_id' | 'pairing_code' | 'code_expires_at'>,
  clock: Clock,
) {
  const { pairing_code, code_expires_at } = player;
  if (pairing_code !== null && code_expires_at !== null && code_expires_at.getTime() > clock.now())
    return present(pairing_code, code_expires_at, clock.publicUrl);
  return renewCode(db, player, clock);
}

async function renewCode(
  db: Knex,
  { id, station_id }: Pick<LocationPlayer, 'id' | 'station_id'>,
  { publicUrl, now }: Clock,
) {
  const expires = new Date(now() + PAIRING_CODE_MINUTES * MINUTE_MS);
  for (;;) {
    const code = newCode();
    // Codes of a station are unique, so that one never pairs another screen of the same business.
    const isTaken = db('location_players').where({ station_id, pairing_code: code });
    const changed = await db('location_players')
      .where({ id, location_id: null })
      .whereNotExists(isTaken)
      .update({ pairing_code: code, code_expires_at: expires });
    if (changed > 0) return present(code, expires, publicUrl);
    if (!(await isTaken.clone().first('id'))) throw new AppError('player_unknown');
  }
}

/**
 * Pairs the browser that shows a code with a location. Only screens of the same station can be paired, so a guessed code
 * reaches no other business.
 * @throws `pairing_code_unknown`, `too_many_location_players`
 */
export async function pairPlayer(
  trx: Knex,
  location: { id: string; station_id: string },
  code: string,
  now: number,
): Promise<void> {
  const { id: location_id, station_id } = location;
  const [{ count } = { count: 0 }] = await trx('location_players')
    .where({ location_id })
    .count<{ count: string | number }[]>();
  if (Number(count) >= MAX_LOCATION_PLAYERS) throw new AppError('too_many_location_players');
  const paired = await trx('location_players')
    .where({ station_id, pairing_code: code, location_id: null })
    .where('code_expires_at', '>', new Date(now))
    .update({
      location_id,
      pairing_code: null,
      code_expires_at: null,
      paired_at: new Date(now),
      status: null,
      status_since: null,
      reported_at: null,
    });
  if (paired === 0) throw new AppError('pairing_code_unknown');
  const watch_at = new Date(now + SILENCE_MINUTES * MINUTE_MS);
  await trx('locations')
    .where({ id: location_id })
    .update({
      paired_at: trx.raw('coalesce(paired_at, ?)', [new Date(now)]),
      watch_at: trx.raw('coalesce(watch_at, ?)', [watch_at]),
    });
}

/**
 * Unpairs a player at its own screen.
 * @throws `player_unknown`, `wrong_leave_pin`
 */
export async function leaveLocation(
  db: Knex,
  { player_key, pin }: { player_key: string; pin?: string | undefined },
): Promise<void> {
  const player: { id: string; leave_pin: string | null } | undefined = await db(
    'location_players as p',
  )
    .leftJoin('locations as l', 'l.id', 'p.location_id')
    .where({ 'p.key_hash': hashToken(player_key) })
    .first('p.id', 'l.leave_pin');
  if (!player) throw new AppError('player_unknown');
  if (player.leave_pin !== null && player.leave_pin !== pin) throw new AppError('wrong_leave_pin');
  await deletePlayer(db, { id: player.id });
}

/** Deletes a player, and keeps its last status for the history of its location. @returns whether there was one */
export async function deletePlayer(
  db: Knex,
  which: { id: string; location_id?: string; station_id?: string },
): Promise<boolean> {
  return db.transaction(async (trx) => {
    const [gone] = await trx('location_players').where(which).delete().returning('*');
    const { location_id, status, status_since, reported_at } = gone ?? {};
    if (gone && location_id && status && status_since && reported_at) {
      const span = { began_at: status_since, ended_at: reported_at };
      await trx('player_statuses').insert({ location_id, player_id: gone.id, status, ...span });
    }
    return gone !== undefined;
  });
}
