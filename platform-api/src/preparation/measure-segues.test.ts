import { beforeAll, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildTrack } from '../../test/factories.ts';
import { startApp, type TestApp } from '../../test/server.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import {
  loadOwnStations,
  ownAudioFolder,
  type OwnSound,
  type OwnStations,
} from '../broadcast/own-stations.ts';
import { addOwnStations, putOwnStationsOnAir } from '../schedule/seed-own-stations.ts';
import { createEmbeddedEngine } from './embedded-engine.ts';
import { Unpreparable } from './media-engine.ts';
import { createPreparer } from './preparer.ts';

const database = testDatabase();
const { knex } = database;

let own: OwnStations;
beforeAll(async () => {
  own = await loadOwnStations(ownAudioFolder(), true);
});

/** A station with one of the package's songs, seeded by a release that measured none. */
async function seedEarlier(app: TestApp, of: { station: number; songs: number }) {
  const stations = own.stations.slice(of.station, of.station + 1).map((station) => ({
    ...station,
    tracks: station.tracks.slice(0, of.songs).map((track) => ({ ...track, measured: null })),
  }));
  await addOwnStations(knex, stations);
  const { storage, uploadsDir, publicUrl, log } = app.services;
  const deps = { db: knex, storage, uploadsDir, publicUrl, log, now: Date.now };
  await putOwnStationsOnAir(deps, { ...own, stations });
}

const measured = ({ measured: of }: OwnSound) => ({
  segue_units: of?.segue_units,
  intro_units: of?.intro_units,
});

async function measureAll(app: TestApp): Promise<void> {
  await runTask(app, 'find_unmeasured');
  await workOff(app, ['measure_segue']);
}

const waitingJobs = async (app: TestApp): Promise<number> => {
  const { rows } = await app.services.db.raw<{ rows: { count: number }[] }>(
    `select count(*)::int from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'measure_segue'`,
  );
  return rows[0]?.count ?? 0;
};

it('songs that were prepared earlier are measured, as those of the package are', async () => {
  const app = await startApp(database);
  await seedEarlier(app, { station: 0, songs: 1 });
  await measureAll(app);
  const songs = await knex('prepared_files').whereNotNull('segue_measured_at');
  const [song] = own.stations[0]?.tracks ?? [];
  if (!song) throw new Error('The demo has songs.');
  expect(songs).toMatchObject([{ ...measured(song), source_hash: song.source_hash }]);
  // Radio IDs are no songs.
  expect(await knex('prepared_files').whereNotNull('segue_queued_at')).toHaveLength(1);
  await runTask(app, 'find_unmeasured');
  expect(await waitingJobs(app)).toBe(0);
});

it('tones are measured for a cold end and no intro', async () => {
  const app = await startApp(database);
  await seedEarlier(app, { station: 1, songs: 2 });
  await measureAll(app);
  const songs = await knex('prepared_files').whereNotNull('segue_units');
  const cold = { segue_units: 2, intro_units: 0 };
  expect(songs).toMatchObject([cold, cold]);
});

it('a song that can’t be measured, or is missing, is not tried again', async () => {
  const refusing = {
    ...createEmbeddedEngine(),
    measure: () => Promise.reject(new Unpreparable('damaged')),
  };
  const app = await startApp(database, { preparer: createPreparer(refusing) });
  await seedEarlier(app, { station: 1, songs: 1 });
  const renditions = { mp3_128: { key: 'library/prepared/gone.mp3', size_bytes: 1 } };
  const missing = await buildTrack(knex, { renditions });
  await knex('prepared_files').where({ id: missing.prepared_file_id }).update({ units: 40 });
  await measureAll(app);
  await runTask(app, 'find_unmeasured');
  expect(await waitingJobs(app)).toBe(0);
  expect(await knex('prepared_files').whereNotNull('segue_units')).toEqual([]);
  expect(app.logged()).toContain('a song could not be measured');
  expect(app.logged()).toContain('a prepared file has vanished from the storage');
});

it('a machine that fails leaves the song to the next attempt', async () => {
  const engine = createEmbeddedEngine();
  const fails = { now: true };
  const failing = {
    ...engine,
    measure: (...args: Parameters<typeof engine.measure>) =>
      fails.now ? Promise.reject(new Error('the disk is full')) : engine.measure(...args),
  };
  const app = await startApp(database, { preparer: createPreparer(failing) });
  await seedEarlier(app, { station: 1, songs: 1 });
  const [file] = await knex('prepared_files').whereNull('segue_units');
  const payload = { prepared_file_id: file.id };
  await expect(runTask(app, 'measure_segue', payload)).rejects.toThrow('the disk is full');
  fails.now = false;
  await runTask(app, 'measure_segue', payload);
  // Another run changes nothing.
  const done = await knex('prepared_files').where({ id: file.id }).first();
  await runTask(app, 'measure_segue', payload);
  expect(await knex('prepared_files').where({ id: file.id }).first()).toEqual(done);
  expect(done).toMatchObject({ segue_units: 2, intro_units: 0 });
});
