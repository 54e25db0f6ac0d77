/** Location players that report to the product, and to the plain server. */
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { hashToken } from '../../platform-api/src/accounts/refresh-token.ts';
import type { Call } from './clients.ts';

/** Players with their keys, paired with one location of a new station. */
export async function addPlayers(databaseUrl: string, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const [station, location] = [randomUUID(), randomUUID()];
    await client.query(
      `insert into radio_stations (id, user_id, status, station_slug)
       select $1, id, 'active', 'bench-players' from users limit 1`,
      [station],
    );
    await client.query(
      `insert into locations (id, station_id, name, paired_at) values ($1, $2, 'High Street', now())`,
      [location, station],
    );
    await client.query(
      `insert into location_hours (location_id, from_at, zone, opening_hours)
       values ($1, now(), 'Europe/London', $2)`,
      [location, JSON.stringify([{ days: DAYS, from: '08:00', to: '20:00' }])],
    );
    const keys = Array.from(
      { length: count },
      () => `shp_${randomBytes(32).toString('base64url')}`,
    );
    for (const key of keys)
      await client.query(
        `insert into location_players (id, station_id, location_id, key_hash, paired_at)
         values ($1, $2, $3, $4, now())`,
        [randomUUID(), station, location, hashToken(key)],
      );
    return keys;
  } finally {
    await client.end();
  }
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** A report: it plays. The plain server takes the same body. */
export const reportOf = (player_key: string): Call => ({
  method: 'POST',
  path: '/v1/location-players/report',
  body: { player_key, status: 'playing', running_seconds: 3_600 },
});
