import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { signedInUser } from '../../test/factories.ts';
import { draftWith, scheduledStation } from '../../test/on-air-stations.ts';
import { startApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

/** Ten playlists of 10,000 tracks, the most that a rule gives. */
async function buildManyTracks(): Promise<string[]> {
  // In parts, because a statement may take only a few seconds.
  for (let from = 1; from <= 100_000; from += 10_000) await buildTracks(from, from + 9_999);
  const { rows } = await knex.raw<{ rows: { id: string }[] }>(PLAYLISTS);
  return rows.map(({ id }) => id);
}

async function buildTracks(from: number, to: number): Promise<void> {
  await knex.raw(`
    insert into prepared_files (id, source_hash, state, units, renditions)
    select gen_random_uuid(), md5(n::text) || md5((-n)::text), 'ready', 900 + n % 300,
      jsonb_build_object('mp3_128', jsonb_build_object('key', 'library/prepared/' || n || '.mp3'))
    from generate_series(${from}, ${to}) n`);
  await knex.raw(`
    insert into library_tracks (id, prepared_file_id, file_name, title, artist, duration_seconds)
    select gen_random_uuid(), id, 'a.mp3', 'Track ' || row_number() over (), 'Artist ' || units, 180
    from prepared_files where id not in (select prepared_file_id from library_tracks)`);
}

const PLAYLISTS = `
    with grouped as (
      select gen_random_uuid() as id, n, array_agg(track) as tracks from (
        select id as track, row_number() over () % 10 as n from library_tracks
      ) numbered group by n
    ), made as (
      insert into playlists (id, name) select id, 'Playlist ' || n from grouped returning id
    ), versions as (
      insert into playlist_versions (id, playlist_id, number, track_ids)
      select gen_random_uuid(), id, 1, tracks from grouped
    )
    select id from made`;

it('publishes 100,000 tracks without blocking the server', async () => {
  const app = await startApp(database);
  const admin = await signedInUser(app, { role: 'admin' });
  const one = await scheduledStation(app, admin.access_token);
  const ids = await buildManyTracks();
  const playlists = ids.map((playlist_id) => ({ playlist_id, weight: 1 }));
  await one.save({ ...draftWith(ids[0] ?? ''), playlists });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  const published = await one.publish({ draft_version: 1, newest: null });
  const took = performance.now() - began;
  delay.disable();
  expect(published.newest?.number).toBe(1);
  const p99 = delay.percentile(99) / 1e6;
  process.stdout.write(
    `100,000 tracks: ${Math.round(took)} ms, event loop p99 ${p99.toFixed(1)} ms, worst ${(delay.max / 1e6).toFixed(0)} ms\n`,
  );
  expect(p99).toBeLessThan(50);
  const found = await app.services.onAir.find(one.station.station_slug);
  expect(found).not.toBeNull();
}, 180_000);
