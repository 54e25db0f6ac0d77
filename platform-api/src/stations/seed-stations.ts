import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { BRAND } from '../../contract/brand.ts';
import { DEMO_STATION_SLUG } from '../../contract/limits.ts';
import { RadioStation } from './station.ts';

/** Adds a station that plays our own broadcast, unless it exists. */
async function addOwnStation(
  db: Knex,
  station: { slug: string; name: string; email: string },
): Promise<void> {
  const { slug, name, email } = station;
  if (await RadioStation.query(db).findOne({ station_slug: slug })) return;
  const userId = uuidv7();
  await db('users').insert({ id: userId, email });
  await db('user_roles').insert({ user_id: userId });
  await db('profiles').insert({ id: uuidv7(), user_id: userId, email, company_name: name });
  await RadioStation.query(db).insert({
    id: uuidv7(),
    user_id: userId,
    status: 'active',
    station_name: name,
    station_slug: slug,
    // Relative, so that they stay right when PUBLIC_URL changes.
    stream_url: `/stream/${slug}`,
    current_track_data: `/stream/${slug}/tracks/current`,
    previous_track_data: `/stream/${slug}/tracks/previous`,
    next_track_data: `/stream/${slug}/tracks/next`,
  });
}

/**
 * Adds the demo station to an empty database; an admin who takes it off air keeps it off. Outside
 * production it also adds `tones`, whose pure tones let tests recognise the track.
 */
export async function seedStations(db: Knex, options: { withTones: boolean }): Promise<void> {
  const anyUser = await db('users').first('id');
  if (!anyUser) {
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
