import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { BRAND } from '../../contract/brand.ts';
import { DEMO_STATION_SLUG } from '../../contract/limits.ts';
import { RadioStation } from './station.ts';

/** A station whose stream and tracks are our own broadcast. */
async function addOwnStation(
  db: Knex,
  station: { slug: string; name: string; email: string },
): Promise<void> {
  const { slug, name, email } = station;
  if (await RadioStation.query(db).findOne({ station_slug: slug })) return;
  const user_id = uuidv7();
  await db('users').insert({ id: user_id, email });
  await db('user_roles').insert({ user_id });
  await db('profiles').insert({ id: uuidv7(), user_id, email, company_name: name });
  await RadioStation.query(db).insert({
    id: uuidv7(),
    user_id,
    status: 'active',
    station_name: name,
    station_slug: slug,
    // Relative: they follow PUBLIC_URL when that changes.
    stream_url: `/stream/${slug}`,
    current_track_data: `/stream/${slug}/tracks/current`,
    previous_track_data: `/stream/${slug}/tracks/previous`,
    next_track_data: `/stream/${slug}/tracks/next`,
  });
}

/**
 * Puts the demo station on air in a database that has nobody yet; an operator who takes it off later
 * keeps it off. Outside production a station of pure tones, by which tests know what is heard.
 */
export async function seedStations(db: Knex, options: { withTones: boolean }): Promise<void> {
  const anybody = await db('users').first('id');
  if (!anybody) {
    await addOwnStation(db, {
      slug: DEMO_STATION_SLUG,
      name: `${BRAND.name} Demo`,
      email: 'demo@stationhouse.example',
    });
  }
  if (options.withTones) {
    await addOwnStation(db, {
      slug: 'tones',
      name: 'Test Tones',
      email: 'tones@stationhouse.example',
    });
  }
}
