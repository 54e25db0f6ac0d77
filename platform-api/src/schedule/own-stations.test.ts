import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { migrationSource } from '@stationhouse/migrations';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { testFolder } from '../../test/broadcast.ts';
import { testDatabase } from '../../test/database.ts';
import { failingStorage } from '../../test/failing-storage.ts';
import { uncounted } from '../../test/loop-stations.ts';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { createBroadcast } from '../broadcast/broadcast.ts';
import { loadOwnStations, ownAudioFolder, type OwnStations } from '../broadcast/own-stations.ts';
import { timeOfUnit, unitAt } from '../timeline/airing.ts';
import { createOnAirStations } from './on-air-stations.ts';
import { addOwnStations, putOwnStationsOnAir } from './own-stations.ts';

const database = testDatabase();
const { knex: db } = database;
const log = pino({ level: 'silent' });
const publicUrl = 'http://radio.example.com';
const now = Date.now;

let own: OwnStations;
beforeAll(async () => {
  own = await loadOwnStations(ownAudioFolder(), true);
});

async function machine(given: { storage?: Storage } = {}) {
  const folder = await testFolder();
  const storage = given.storage ?? createDiskStorage(join(folder, 'storage'));
  return { db, storage, uploadsDir: folder, publicUrl, now, log };
}

const countOf = async (table: string) => Number((await db(table).count().first())?.['count']);
const stationOf = (slug: string) => db('radio_stations').where({ station_slug: slug }).first();

async function seeded() {
  const deps = await machine();
  await addOwnStations(db, own.stations);
  await putOwnStationsOnAir(deps, own);
  return deps;
}

describe('the stations that come with the package', () => {
  it('are seeded once, however often and on however many replicas the program starts', async () => {
    const deps = await machine();
    await addOwnStations(db, own.stations);
    await Promise.all([putOwnStationsOnAir(deps, own), putOwnStationsOnAir(deps, own)]);
    await addOwnStations(db, own.stations);
    await putOwnStationsOnAir(deps, own);
    expect(await countOf('schedule_revisions')).toBe(2);
    expect(await countOf('playlists')).toBe(2);
    expect(await countOf('library_tracks')).toBe(16);
    expect(await countOf('assets')).toBe(3);
    expect(await stationOf('demo')).toMatchObject({
      status: 'active',
      is_on_air_here: true,
      current_track_data: '/stream/demo/tracks/current',
    });
    // Every sound and cover is where the library and the streams look for it.
    const keys = [...own.sounds.keys()].filter((key) => key.startsWith('library/'));
    for (const key of keys) {
      const object = await deps.storage.open(key);
      if (!object) throw new Error(`${key} was not stored`);
      expect((await buffer(object.stream)).equals(own.sounds.get(key) ?? Buffer.of())).toBe(true);
    }
  });

  it('play at once: songs in order, spoken IDs every five minutes, with the right titles', async () => {
    const deps = await seeded();
    const onAir = createOnAirStations({ db, now, log });
    const broadcast = createBroadcast({
      ...deps,
      own: { ...own, sounds: new Map() },
      onAir,
      audience: uncounted,
      soundCache: { folder: join(deps.uploadsDir, 'cache'), maxBytes: 100_000_000 },
      maxListeners: 1,
      trustProxy: 0,
    });
    try {
      const { timeline } = await broadcast.find('demo');
      const unit = unitAt(now());
      const airings = timeline.itemsBetween(unit - 60, unit + 20_000);
      expect(airings[0]?.starts_unit).toBeLessThanOrEqual(unit - 60);
      const ids = airings.filter(({ item }) => item.kind === 'radio_id');
      expect(new Set(ids.map(({ item }) => item.title)).size).toBe(3);
      for (const { starts_unit } of ids) {
        expect(timeOfUnit(starts_unit) % (5 * 60_000)).toBeLessThan(75_000);
      }
      const songs = airings.filter(({ item }) => item.kind === 'music').slice(0, 12);
      const titles = songs.map(({ item }) => item.title);
      expect(new Set(titles.slice(0, 6)).size).toBe(6);
      expect(titles.slice(6)).toEqual(titles.slice(0, 6));
      expect(await broadcast.tracks('tones')).toMatchObject({
        current: { title: expect.stringMatching(/^\d+ Hz$/), artist: 'Test tone' },
      });
    } finally {
      await broadcast.close();
      onAir.close();
    }
  });

  it('replace the loops of an earlier release, and use what was imported and prepared before', async () => {
    const deps = await machine();
    await addOwnStations(db, own.stations);
    const [first] = own.stations[0]?.tracks ?? [];
    const file = { source_hash: first?.source_hash, state: 'ready', units: 400 };
    const renditions = { mp3_128: { key: 'library/prepared/earlier.mp3', size_bytes: 1 } };
    const id = '0193a5b0-0000-7000-8000-000000000001';
    await db('prepared_files').insert({ id, ...file, renditions });
    await db('library_tracks').insert({
      id,
      prepared_file_id: id,
      file_name: 'demo/01-morning-counter.mp3',
      title: 'As an admin has named it',
      duration_seconds: 70,
    });
    // The name of a playlist is free to everybody.
    await db('playlists').insert({ id, name: 'Stationhouse Demo' });
    await putOwnStationsOnAir(deps, own);
    const onAir = createOnAirStations({ db, now, log });
    try {
      const station = await onAir.find('demo');
      const unit = unitAt(now());
      const titles = station?.timeline
        .itemsBetween(unit, unit + 5_000)
        .map(({ item }) => item.title);
      expect(titles).toContain('As an admin has named it');
    } finally {
      onAir.close();
    }
  });

  const starterFor = async () =>
    db('playlists').orderBy('name').select('name', 'starter_for') as Promise<unknown>;
  const MARKED = [
    { name: 'Stationhouse Demo', starter_for: ['any'] },
    { name: 'Test Tones', starter_for: [] },
  ];

  it('lend new stations the demo’s songs, until an admin chooses other ones', async () => {
    const deps = await seeded();
    expect(await starterFor()).toEqual(MARKED);
    await db('playlists').update({ starter_for: [] });
    await putOwnStationsOnAir(deps, own);
    expect(await starterFor()).not.toEqual(MARKED);
  });

  it('lend them at an upgrade too, unless an admin has chosen before', async () => {
    await seeded();
    const starters = await migrationSource.getMigration('20261127190000_starters_always_air.ts');
    const again = async () => {
      await db('playlists').update({ starter_for: [] });
      await starters.down?.(db);
      await starters.up(db);
      return starterFor();
    };
    expect(await again()).toEqual(MARKED);
    const chosen = { action: 'change_playlist', after: { starter_for: [] } };
    await db('audit_log').insert({ id: '0193a5b0-0000-7000-8000-000000000001', ...chosen });
    expect(await again()).not.toEqual(MARKED);
  });

  it('stay as an admin has left them', async () => {
    const deps = await machine();
    await addOwnStations(db, own.stations);
    const elsewhere = { stream_url: 'https://elsewhere.example/live' };
    await db('radio_stations').where({ station_slug: 'demo' }).update(elsewhere);
    await putOwnStationsOnAir(deps, own);
    expect(await stationOf('demo')).toMatchObject({ ...elsewhere, is_on_air_here: false });
    await db('users').where({ email: 'demo@stationhouse.example' }).delete();
    await addOwnStations(db, own.stations);
    expect(await stationOf('demo')).toBeUndefined();
  });

  it('wait for the next start while the storage is down, and listeners hear the built-in item', async () => {
    const storage = failingStorage(createDiskStorage(join(await testFolder(), 'storage')));
    storage.fail('put', 'down', Infinity);
    const deps = await machine({ storage });
    await addOwnStations(db, own.stations);
    await putOwnStationsOnAir(deps, own);
    expect(await stationOf('demo')).toMatchObject({ is_on_air_here: false });
    const onAir = createOnAirStations({ db, now, log });
    const broadcast = createBroadcast({
      ...deps,
      own,
      onAir,
      audience: uncounted,
      soundCache: { folder: join(deps.uploadsDir, 'cache'), maxBytes: 100_000_000 },
      maxListeners: 1,
      trustProxy: 0,
    });
    expect(await broadcast.has('demo')).toBe(true);
    expect(await broadcast.has('tones')).toBe(false);
    expect((await broadcast.tracks('demo')).current).toBeNull();
    await broadcast.close();
    onAir.close();
    storage.heal();
    await putOwnStationsOnAir(deps, own);
    expect(await stationOf('demo')).toMatchObject({ is_on_air_here: true });
  });
});
