import { monitorEventLoopDelay } from 'node:perf_hooks';
import pino from 'pino';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import {
  buildPlaylist,
  draftWith,
  putOnAir,
  scheduledStation,
} from '../../test/on-air-stations.ts';
import { startApp } from '../../test/server.ts';
import { loadOwnStations, ownAudioFolder } from '../broadcast/own-stations.ts';
import { unitAt } from '../timeline/airing.ts';
import { OnAirStations } from './on-air-stations.ts';
import { addOwnStations, putOwnStationsOnAir } from './seed-own-stations.ts';
import { checkDraft } from './publish.ts';
import { readSchedule } from './schedule-rows.ts';
import { createSimulator } from './simulator.ts';

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

/** In units of 192 ms. */
const HALF_HOUR = 9_375;

it('loads a station of which a revision was published every second for an hour', async () => {
  const station = await buildStation(knex);
  const { id } = await buildPlaylist(knex, { tracks: 200 });
  await putOnAir(knex, station, draftWith(id));
  await knex.raw('alter table schedule_revisions disable trigger user');
  await knex.raw(
    `insert into schedule_revisions (station_id, number, document, draft, playlists, cause, committed_at)
     select station_id, n, document, draft, playlists, cause,
       date_trunc('milliseconds', now()) - interval '1 hour' + n * interval '1 second'
     from schedule_revisions cross join generate_series(2, 3600) n where station_id = :id`,
    { id: station.id },
  );
  await knex.raw(
    `update schedule_revisions set committed_at = now() - interval '1 hour'
     where station_id = :id and number = 1`,
    { id: station.id },
  );
  await knex.raw('alter table schedule_revisions enable trigger user');
  const onAir = new OnAirStations({ db: knex, now: Date.now, log: pino({ level: 'silent' }) });
  const began = performance.now();
  const found = await onAir.find(station.station_slug);
  const unit = unitAt(Date.now());
  const airings = found?.timeline.itemsBetween(unit - HALF_HOUR, unit + HALF_HOUR) ?? [];
  const took = performance.now() - began;
  onAir.close();
  process.stdout.write(`3,600 revisions: loaded in ${Math.round(took)} ms\n`);
  for (const [n, { starts_unit }] of airings.slice(1).entries()) {
    expect(starts_unit).toBe(airings[n]?.ends_unit);
  }
  expect(airings[0]?.starts_unit).toBeLessThanOrEqual(unit - HALF_HOUR);
  expect(airings.at(-1)?.ends_unit).toBeGreaterThanOrEqual(unit + HALF_HOUR);
  expect(took).toBeLessThan(5_000);
}, 60_000);

it('publishes the schedules with which the package’s stations are seeded', async () => {
  const own = await loadOwnStations(ownAudioFolder(), true);
  const app = await startApp(database);
  await addOwnStations(knex, own.stations);
  await putOwnStationsOnAir({ ...app.services, db: knex }, own);
  const simulator = createSimulator();
  for (const { id } of await knex('radio_stations').select('id')) {
    const { station, schedule } = await readSchedule(knex, id);
    if (!schedule) throw new Error('It has no draft');
    const deps = { db: knex, simulator, publicUrl: 'http://radio.example.com', now: Date.now };
    const { problems } = await checkDraft(deps, station, schedule.draft);
    expect(problems).toEqual([]);
  }
  simulator.close();
}, 120_000);

// The last one, since emptying so many rows takes longer than a statement may.
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
