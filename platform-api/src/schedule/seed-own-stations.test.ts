import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { migrationSource } from '@stationhouse/migrations';
import pino from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import {
  addPlaylistVersion,
  changePlaylist,
  createPlaylist,
  previewPlaylistRule,
  type Playlist,
} from '../../contract/library/playlists.ts';
import { listLibraryTags, listLibraryTracks } from '../../contract/library/tracks.ts';
import { type LibraryTrack } from '../../contract/library/track-schemas.ts';
import type { Problem } from '../../contract/problem.ts';
import { testFolder } from '../../test/broadcast.ts';
import { send, type Sent } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { failingStorage } from '../../test/failing-storage.ts';
import { buildTrack, signedInUser } from '../../test/factories.ts';
import { uncounted } from '../../test/loop-stations.ts';
import { scheduledStation } from '../../test/on-air-stations.ts';
import { json, startApp } from '../../test/server.ts';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { Broadcast } from '../broadcast/broadcast.ts';
import { loadOwnStations, ownAudioFolder, type OwnStations } from '../broadcast/own-stations.ts';
import { timeOfUnit, unitAt } from '../timeline/airing.ts';
import { OnAirStations } from './on-air-stations.ts';
import { addOwnStations, putOwnStationsOnAir } from './seed-own-stations.ts';

const database = testDatabase();
const { knex: db } = database;
const log = pino({ level: 'silent' });
/** The migration that marks the music of these stations. */
const MARKING = '20261127200000_mark_system_music.ts';
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

  it('have songs that may be followed and spoken over from the first second', async () => {
    await seeded();
    const songs = await db('prepared_files')
      .whereIn('id', db('library_tracks').select('prepared_file_id'))
      .select('segue_units', 'intro_units');
    expect(songs).toHaveLength(16);
    for (const song of songs) {
      expect(song.segue_units).toBeGreaterThanOrEqual(2);
      expect(song.intro_units).toBeGreaterThanOrEqual(0);
    }
  });

  it('play at once: songs in order, spoken IDs every five minutes, with the right titles', async () => {
    const deps = await seeded();
    const onAir = new OnAirStations({ db, now, log });
    const broadcast = new Broadcast({
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
    const onAir = new OnAirStations({ db, now, log });
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

  it('are no music of the operator: no rule, count or list takes them in', async () => {
    await seeded();
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const token = admin.access_token;
    const ask = async <T>(call: Call, sent: Sent = {}) =>
      json<T & Problem>(await send(app, call, { token, ...sent }));
    const titles = async (is_system: string) =>
      (await ask<{ data: LibraryTrack[] }>(listLibraryTracks, { query: { is_system } })).data.map(
        ({ title, system_station }) => `${system_station} ${title}`,
      );
    expect(await titles('false')).toEqual([]);
    const system = await titles('true');
    expect(system).toHaveLength(16);
    expect(system).toContain('tones 375 Hz');
    expect(await ask(listLibraryTags)).toMatchObject({ tracks: 0 });
    const rule = {};
    const made = await ask<Playlist>(createPlaylist, { body: { name: 'Everything', rule } });
    expect(made).toMatchObject({ system_station: null, newest: { track_count: 0 } });
    expect(await ask(previewPlaylistRule, { body: { rule } })).toMatchObject({ track_count: 0 });
    // Nor by hand, unless the program's own playlist has them.
    const [tone] = await db('library_tracks').where({ title: '375 Hz' }).pluck('id');
    const body = { from: 1, track_ids: [tone] };
    const ofPlaylist = (playlist_id: string) => ({ params: { playlist_id } });
    expect(await ask(addPlaylistVersion, { ...ofPlaylist(made.id), body })).toMatchObject({
      status: 422,
      errors: [{ field: 'track_ids.0', message: '“375 Hz” came with the program. Leave it out.' }],
    });
    const own = await db('playlists').where({ system_station: 'tones' }).first('id');
    expect(await ask(addPlaylistVersion, { ...ofPlaylist(own.id), body })).toMatchObject({
      newest: { number: 2, track_count: 1 },
    });
  });

  it('start other stations with the demo’s songs, never with test tones', async () => {
    await seeded();
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const change = async (system_station: string) => {
      const { id: playlist_id } = await db('playlists').where({ system_station }).first('id');
      return json<Playlist & Problem>(
        await send(app, changePlaylist, {
          token: admin.access_token,
          params: { playlist_id },
          body: { starter_for: ['any'] },
        }),
      );
    };
    expect(await change('demo')).toMatchObject({ system_station: 'demo', starter_for: ['any'] });
    expect(await change('tones')).toMatchObject({
      status: 422,
      errors: [{ message: 'The test tones can’t start a station. Choose a playlist of music.' }],
    });
  });

  it('are in no proposal for a customer', async () => {
    await seeded();
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const { get } = await scheduledStation(app, admin.access_token);
    const { draft } = await get();
    const proposed = draft.playlists.map(({ playlist_id }) => playlist_id);
    expect(await db('playlists').whereIn('id', proposed)).toEqual([]);
  });

  it('are marked by the migration where an earlier release has seeded them', async () => {
    await seeded();
    const marked = async () => [
      await db('library_tracks').whereNotNull('system_station').pluck('system_station'),
      await db('playlists').orderBy('name').pluck('system_station'),
    ];
    const before = await marked();
    await buildTrack(db, { file_name: 'demo/of-the-operator.mp3' });
    const { up, down } = await migrationSource.getMigration(MARKING);
    await down?.(db);
    await up(db);
    const after = await marked();
    expect(after.map((each) => each.toSorted())).toEqual(before.map((each) => each.toSorted()));
    expect(after[0]).toHaveLength(16);
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
    const onAir = new OnAirStations({ db, now, log });
    const broadcast = new Broadcast({
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
