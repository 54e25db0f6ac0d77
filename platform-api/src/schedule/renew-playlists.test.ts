import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { HOUR_MS } from '../../contract/time.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { buildPlaylist, buildReadyAsset, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { startApp, type TestApp } from '../../test/server.ts';
import { decode, ffmpegEngine, folder } from '../../test/sounds.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import { UNIT_SAMPLES } from '../audio/unit.ts';
import { loadOwnStations, ownAudioFolder } from '../broadcast/own-stations.ts';
import { unitAt } from '../timeline/airing.ts';
import { addOwnStations, putOwnStationsOnAir } from './seed-own-stations.ts';
import { createPreparer } from '../preparation/preparer.ts';

const database = testDatabase();
const { knex } = database;

const revisions = (station_id: string) =>
  knex('schedule_revisions').where({ station_id }).orderBy('number').select('cause', 'asset_ids');

describe('a new file of the customer', () => {
  it('airs where all of its kind do, from the next run on, and stays out where they were chosen', async () => {
    const app = await startApp(database);
    const { id } = await buildPlaylist(knex);
    async function stationWith(items: 'all' | 'first') {
      const station = await buildStation(knex);
      const of = { user_id: station.user_id };
      const first = await buildReadyAsset(knex, of);
      const radio_ids = { items: items === 'all' ? items : [first.id], every_minutes: 15 };
      await putOnAir(knex, station, draftWith(id, { radio_ids }));
      const added = await buildReadyAsset(knex, of);
      // Not what this schedule airs.
      await buildReadyAsset(knex, { ...of, kind: 'commercial' });
      return { station, ids: [first.id, added.id].toSorted() };
    }
    const [all, chosen] = [await stationWith('all'), await stationWith('first')];
    await runTask(app, 'renew_schedules');
    await runTask(app, 'renew_schedules');
    const [, second, ...more] = await revisions(all.station.id);
    expect(second?.cause).toBe('playlist');
    expect(second?.asset_ids.toSorted()).toEqual(all.ids);
    expect(more).toEqual([]);
    expect(await revisions(chosen.station.id)).toHaveLength(1);
  });
});

/** Root mean square of each unit, of the left channel. */
function levels(samples: Int16Array): number[] {
  const units = samples.length / (2 * UNIT_SAMPLES);
  return Array.from({ length: units }, (_, unit) => {
    let sum = 0;
    for (let n = 0; n < UNIT_SAMPLES; n += 1) {
      sum += (samples[2 * (unit * UNIT_SAMPLES + n)] ?? 0) ** 2;
    }
    return Math.sqrt(sum / UNIT_SAMPLES);
  });
}

async function decodeStored({ services }: TestApp, key: string): Promise<number[]> {
  const path = join(await folder(), key.split('/').at(-1) ?? '');
  const object = await services.storage.open(key);
  await writeFile(path, object?.stream ?? '');
  return levels(await decode(path));
}

describe('sound that exists as MP3 alone', () => {
  it('is encoded as AAC where the package has it, to the same length, and airs an hour later', async (context) => {
    const clock = { ahead: 0 };
    const now = () => Date.now() + clock.ahead;
    const app = await startApp(database, {
      preparer: createPreparer(await ffmpegEngine(context)),
      now,
    });
    const { storage, uploadsDir, publicUrl, log, onAir } = app.services;
    const own = await loadOwnStations(ownAudioFolder(), false);
    const stations = own.stations.map((station) => ({
      ...station,
      radio_ids: [],
      tracks: station.tracks.slice(0, 1),
    }));
    await addOwnStations(knex, stations);
    const deps = { db: knex, storage, uploadsDir, publicUrl, log, now };
    await putOwnStationsOnAir(deps, { ...own, stations });
    await runTask(app, 'find_without_aac');
    await workOff(app, ['add_aac']);
    expect(await knex('prepared_files').whereNotNull('renditions_added_at')).toEqual([]);

    await knex('radio_stations').update({ package_name: 'Enterprise' });
    await runTask(app, 'find_without_aac');
    await workOff(app, ['add_aac']);
    const files = await knex('prepared_files');
    expect(files).toHaveLength(1);
    for (const { renditions, units } of files) {
      const [mp3, aac] = [
        await decodeStored(app, renditions.mp3_128.key),
        await decodeStored(app, renditions.aac_64.key),
      ];
      expect([mp3.length, aac.length]).toEqual([units, units]);
      for (const [unit, level] of mp3.entries()) {
        expect(Math.abs((aac[unit] ?? 0) - level)).toBeLessThan(0.15 * Math.max(...mp3));
      }
    }

    await runTask(app, 'renew_schedules');
    expect((await onAir.find('demo'))?.renditions).not.toContain('aac_64');
    clock.ahead = HOUR_MS;
    await runTask(app, 'renew_schedules');
    await runTask(app, 'renew_schedules');
    const [station] = await knex('radio_stations');
    expect(await revisions(station.id)).toHaveLength(2);
    onAir.changed(station.id);
    clock.ahead = 0;
    const today = await onAir.load(station.id);
    const later = today.itemsBetween(unitAt(Date.now() + 120_000), unitAt(Date.now() + 150_000));
    expect(later.every(({ item }) => item.renditions.aac_64)).toBe(true);
    await vi.waitFor(async () =>
      expect((await onAir.find('demo'))?.renditions).toContain('aac_64'),
    );
  });
});

describe('a song whose segue or intro was measured or moved', () => {
  it('airs with it from the next renewal on, which comes after an hour', async () => {
    const clock = { ahead: 0 };
    const now = () => Date.now() + clock.ahead;
    const app = await startApp(database, { now });
    const { storage, uploadsDir, publicUrl, log, onAir } = app.services;
    const own = await loadOwnStations(ownAudioFolder(), false);
    const stations = own.stations.map((station) => ({
      ...station,
      radio_ids: [],
      tracks: station.tracks.slice(0, 1),
    }));
    await addOwnStations(knex, stations);
    const deps = { db: knex, storage, uploadsDir, publicUrl, log, now };
    await putOwnStationsOnAir(deps, { ...own, stations });
    const [station] = await knex('radio_stations').where({ station_slug: 'demo' });
    const aired = async () => {
      onAir.changed(station.id);
      const today = await onAir.load(station.id);
      const unit = unitAt(Date.now() + 150_000);
      return today.itemsBetween(unit, unit + 1)[0]?.item;
    };
    const [song] = await knex('library_tracks').where({ system_station: 'demo' });
    const sound = () => knex('prepared_files').where({ id: song.prepared_file_id });
    const { segue_units, intro_units } = await sound().first();
    expect(await aired()).toMatchObject({ segue_units, intro_units });

    await sound().update({ intro_units: 9, segue_measured_at: new Date() });
    await knex('library_tracks')
      .where({ id: song.id })
      .update({ segue_units: 31, segue_moved_at: new Date() });
    await runTask(app, 'renew_schedules');
    expect(await revisions(station.id)).toHaveLength(1);
    clock.ahead = HOUR_MS;
    await runTask(app, 'renew_schedules');
    await runTask(app, 'renew_schedules');
    expect(await revisions(station.id)).toHaveLength(2);
    clock.ahead = 0;
    expect(await aired()).toMatchObject({ segue_units: 31, intro_units: 9 });
  });
});
