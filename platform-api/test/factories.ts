import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { RadioStation } from '../src/stations/station.ts';

let count = 0;

/** A member who has signed up, with role and profile. */
export async function buildUser(db: Knex, given: { email?: string } = {}): Promise<{ id: string }> {
  count += 1;
  const id = uuidv7();
  const email = given.email ?? `member${count}@example.com`;
  await db('users').insert({ id, email });
  await db('user_roles').insert({ user_id: id });
  await db('profiles').insert({ id: uuidv7(), user_id: id, email });
  return { id };
}

/** A station, on air unless told otherwise, with an owner of its own. */
export async function buildStation(
  db: Knex,
  given: Partial<
    Pick<
      RadioStation,
      | 'user_id'
      | 'status'
      | 'station_slug'
      | 'station_name'
      | 'station_logo_url'
      | 'station_url'
      | 'stream_url'
      | 'setup_notes'
      | 'current_track_data'
      | 'previous_track_data'
      | 'next_track_data'
    >
  > = {},
): Promise<RadioStation> {
  count += 1;
  return RadioStation.query(db).insertAndFetch({
    id: uuidv7(),
    user_id: given.user_id ?? (await buildUser(db)).id,
    status: 'active',
    station_slug: `station-${count}`,
    station_name: `Station ${count}`,
    ...given,
  });
}
