import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { createAccessTokens } from '../../platform-api/src/accounts/session-tokens.ts';

/** A member with a station whose row can be changed. */
export interface Owner {
  user_id: string;
}

/** A member who is signed in as well. */
export interface Listener extends Owner {
  token: string;
}

/** Rows per insert: PostgreSQL takes 65,535 parameters in a statement. */
const BATCH = 500;

/**
 * Creates signed-in members directly in the database, since each sign-up would hash a password.
 * @param signing the product's signing keys
 */
export async function addListeners(
  db: Knex,
  count: number,
  signing: { secret: string; publicUrl: string },
): Promise<Listener[]> {
  const { secret, publicUrl } = signing;
  const tokens = createAccessTokens({ secrets: [secret], publicUrl, now: Date.now });
  const people = Array.from({ length: count }, (_, place) => ({
    user_id: randomUUID(),
    session_id: randomUUID(),
    email: `listener-${place}@example.com`,
  }));
  const users = people.map(({ user_id: id, email }) => ({ id, email }));
  const sessions = people.map(({ user_id, session_id: id }) => ({
    id,
    user_id,
    user_agent: 'bench',
    ip: '127.0.0.1',
  }));
  await db.batchInsert('users', users, BATCH);
  await db.batchInsert('sessions', sessions, BATCH);
  return people.map((person) => ({ user_id: person.user_id, token: tokens.issue(person) }));
}

/** Gives each member a station, and the plain server a row for each with the same notification. */
export async function addStations(db: Knex, owners: readonly Owner[]): Promise<void> {
  const stations = owners.map(({ user_id }) => ({
    id: user_id,
    user_id,
    station_slug: `bench-${user_id}`,
    package_name: 'Enterprise',
    status: 'setup_pending',
    setup_notes: 'bench',
  }));
  await db.batchInsert('radio_stations', stations, BATCH);
  await db.raw('create table bench_stations (user_id uuid primary key, words text)');
  await db.raw(
    'insert into bench_stations select user_id from radio_stations where setup_notes = ?',
    ['bench'],
  );
  await db.raw(`create function notify_bench_station_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('bench_station_changed', old.user_id::text);
      return null;
    end $$`);
  await db.raw(`create trigger bench_stations_changed after update on bench_stations
    for each row execute function notify_bench_station_changed()`);
}
