import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test, vi, type TestContext } from 'vitest';
import type { Asset } from '../../contract/assets/calls.ts';
import { testDatabase } from '../../test/database.ts';
import { buildAsset, buildUser } from '../../test/factories.ts';
import { ffmpegEngine, folder, makeSound, music, quickEngine } from '../../test/sounds.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { fetchStored, formOf, memberWith, soundFile } from '../../test/uploads.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { MAX_DEATHS } from '../jobs/job.ts';
import type { MediaEngine } from './media-engine.ts';
import type { PreparedFile } from './prepared-files.ts';
import { createPreparer } from './preparer.ts';

const database = testDatabase();
const { knex } = database;

const PREPARING = ['prepare_asset', 'prepare_sound'];

async function start(context: TestContext, given: Parameters<typeof startApp>[1] = {}) {
  return startApp(database, { preparer: createPreparer(await ffmpegEngine(context)), ...given });
}

async function upload(app: TestApp, bytes: Buffer, kind = 'radio_id') {
  const { as } = await memberWith(app);
  const answer = await app.get('/v1/me/assets', {
    ...as,
    method: 'POST',
    body: formOf(kind, bytes),
  });
  expect(answer.status).toBe(201);
  return as;
}

/** As every minute. */
async function prepareAll(app: TestApp): Promise<void> {
  await runTask(app, 'find_unprepared');
  await workOff(app, PREPARING);
}

const files = (): Promise<PreparedFile[]> => knex('prepared_files').orderBy('id');

const mp3 = async (seed = 1, seconds = 1) => {
  const options = { source: music(seed), seconds, args: ['-id3v2_version', '0'] };
  return readFile(await makeSound('sound.mp3', options));
};

/** An engine that counts its runs, and may fail in the middle. */
function counting(engine: MediaEngine, fault?: () => Error | undefined) {
  const counted = { runs: 0 };
  const wrapped: MediaEngine = {
    ...engine,
    async encode(...args) {
      counted.runs += 1;
      const error = fault?.();
      if (error) throw error;
      return engine.encode(...args);
    },
  };
  return { counted, engine: wrapped };
}

describe('a customer’s sound', () => {
  test('is prepared in every rendition, and stored by its content', async (context) => {
    const app = await start(context);
    await upload(app, await mp3(1, 4));
    await prepareAll(app);
    const [file] = await files();
    expect(file).toMatchObject({ state: 'ready', engine: 'ffmpeg', problem: null });
    expect(file?.units).toBeGreaterThan(20);
    const { mp3_128, aac_64 } = file?.renditions ?? {};
    const stored = await app.services.storage.open(mp3_128?.key ?? '');
    expect(stored?.size_bytes).toBe((file?.units ?? 0) * 8 * 384);
    stored?.stream.destroy();
    const offsets = await app.services.storage.open(aac_64?.offsets_key ?? '');
    const list = await buffer(offsets?.stream ?? Readable.from([]));
    expect(list.length).toBe(4 * (file?.units ?? 0));
    expect(list.readUInt32LE(4)).toBeGreaterThan(500);
    const [asset] = await knex('assets');
    expect(asset.prepared_file_id).toBe(file?.id);
  });

  test('is prepared once, also when several members upload it', async (context) => {
    const { counted, engine } = counting(await ffmpegEngine(context));
    const app = await start(context, { preparer: createPreparer(engine) });
    const bytes = await mp3();
    await upload(app, bytes);
    await upload(app, bytes, 'jingle');
    await prepareAll(app);
    await prepareAll(app);
    expect(counted.runs).toBe(1);
    expect(await files()).toHaveLength(1);
    expect(await knex('assets').whereNotNull('prepared_file_id')).toHaveLength(2);
  });

  test('is shown as getting ready, then as ready', async (context) => {
    const app = await start(context);
    const as = await upload(app, await mp3());
    const shown = async () => {
      const { data } = await json<{ data: object[] }>(await app.get('/v1/me/assets', as));
      return data;
    };
    expect(await shown()).toMatchObject([{ preparation: { state: 'getting_ready' } }]);
    await prepareAll(app);
    expect(await shown()).toMatchObject([{ preparation: { state: 'ready', message: null } }]);
  });

  test('that can’t be prepared says why', async (context) => {
    const app = await start(context);
    const as = await upload(app, soundFile(1));
    await prepareAll(app);
    const { data } = await json<{ data: object[] }>(await app.get('/v1/me/assets', as));
    const message = 'The file contains only silence. Please upload one with sound.';
    expect(data).toMatchObject([{ preparation: { state: 'failed', message } }]);
    expect(await files()).toMatchObject([{ state: 'failed', problem: 'silent', renditions: null }]);
  });

  test('is prepared at once, and heard as it airs', async () => {
    const app = await startApp(database, { preparer: createPreparer(quickEngine()) });
    const as = await upload(app, soundFile(3));
    await workOff(app, PREPARING);
    const { data } = await json<{ data: Asset[] }>(await app.get('/v1/me/assets', as));
    const url = data[0]?.preparation?.url ?? '';
    const aired = Buffer.from(await (await fetchStored(app, url)).arrayBuffer());
    const [file] = await files();
    const stored = await app.services.storage.open(file?.renditions?.mp3_128?.key ?? '');
    expect(aired.equals(await buffer(stored?.stream ?? Readable.from([])))).toBe(true);
    expect(aired.length).toBe((file?.units ?? 0) * 8 * 384);
    // Without the version the address of a member's sound can be guessed.
    expect((await fetchStored(app, url.replace(/v=[^&]+&/, ''))).status).toBe(404);
    await knex('prepared_files').update({ state: 'waiting', renditions: null });
    expect((await fetchStored(app, url)).status).toBe(404);
  });

  test('from before the upgrade is prepared once, even where objects of others are missing', async () => {
    const engine = quickEngine();
    const encode = vi.spyOn(engine, 'encode');
    const app = await startApp(database, { preparer: createPreparer(engine) });
    await upload(app, soundFile(3));
    await upload(app, soundFile(4));
    const missing: string[] = [];
    for (let n = 0; n < 3; n++) {
      const asset = await buildAsset(knex, { user_id: (await buildUser(knex)).id });
      missing.push(asset.id);
    }
    // As the new columns are after the migration.
    await knex('assets').update({ prepared_file_id: null });
    await knex('graphile_worker._private_jobs').delete();
    for (let minute = 0; minute < 2; minute++) await prepareAll(app);
    expect(encode).toHaveBeenCalledTimes(2);
    const prepared = knex('assets').whereNotIn('id', missing);
    expect(await prepared.whereNotNull('prepared_file_id')).toHaveLength(2);
  });

  test('whose object is missing says so, and is prepared once it is there again', async () => {
    const app = await startApp(database, { preparer: createPreparer(quickEngine()) });
    const as = await upload(app, soundFile(3));
    const [{ id, storage_key }] = await knex('assets');
    const object = await app.services.storage.open(storage_key);
    const bytes = await buffer(object?.stream ?? Readable.from([]));
    const shown = async () => {
      const { data } = await json<{ data: Asset[] }>(await app.get('/v1/me/assets', as));
      return data[0]?.preparation;
    };
    const message = 'The file is no longer in our storage. Please upload it again.';
    // Before its bytes were known, and afterwards.
    for (const step of ['prepare_asset', 'prepare_sound']) {
      await knex('assets').update({ prepared_file_id: null });
      await runTask(app, 'find_unprepared');
      if (step === 'prepare_sound') await workOff(app, ['prepare_asset']);
      await app.services.storage.delete(storage_key);
      await prepareAll(app);
      expect(await shown()).toMatchObject({ state: 'failed', message });
      const path = join(await folder(), 'object');
      await writeFile(path, bytes);
      const content_type = 'audio/mpeg';
      await app.services.storage.put(storage_key, {
        path,
        size_bytes: bytes.length,
        content_type,
      });
    }
    await prepareAll(app);
    expect(await shown()).toMatchObject({ state: 'ready' });
    expect(await knex('assets').where({ id }).first()).toMatchObject({ state: 'stored' });
  });

  test('fails, and may be tried again, when the process died in each attempt', async () => {
    const app = await startApp(database, { preparer: createPreparer(quickEngine()) });
    const as = await upload(app, soundFile(3));
    await workOff(app, ['prepare_asset']);
    const [file] = await files();
    const task = app.tasks.find(({ name }) => name === 'prepare_sound');
    const { signal } = new AbortController();
    const about = { id: '1', attempt: 1, deaths: MAX_DEATHS, signal };
    await task?.run({ prepared_file_id: file?.id }, about);
    expect(await files()).toMatchObject([{ state: 'failed', problem: 'unavailable' }]);
    const { data } = await json<{ data: Asset[] }>(await app.get('/v1/me/assets', as));
    expect(data[0]?.preparation?.message).toContain('Please try again');
  });

  test('that failed is tried again when it is uploaded again', async () => {
    const app = await startApp(database, { preparer: createPreparer(quickEngine()) });
    await upload(app, soundFile(3));
    await workOff(app, PREPARING);
    await knex('prepared_files').update({ state: 'failed', problem: 'unavailable' });
    await upload(app, soundFile(3));
    await workOff(app, PREPARING);
    expect(await files()).toMatchObject([{ state: 'ready', problem: null }]);
  });

  test('that was deleted meanwhile is forgotten', async (context) => {
    const app = await start(context);
    await upload(app, await mp3());
    await runTask(app, 'find_unprepared');
    await workOff(app, ['prepare_asset']);
    await knex('assets').delete();
    await workOff(app, PREPARING);
    expect(await files()).toEqual([]);
  });
});

describe('prepared sound without use', () => {
  async function objectsOf({ services }: TestApp): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of services.storage.list('library/')) keys.push(key);
    return keys;
  }
  const age = () => knex('prepared_files').update({ created_at: new Date(Date.now() - 7_200_000) });

  test('is deleted with its objects once its file is deleted, and not before', async (context) => {
    const app = await start(context);
    await upload(app, await mp3(1));
    await upload(app, await mp3(2));
    await prepareAll(app);
    await age();
    await runTask(app, 'sweep_prepared_files');
    expect(await files()).toHaveLength(2);
    const [one] = await knex('assets').orderBy('id');
    await knex('assets').where({ id: one.id }).delete();
    await runTask(app, 'sweep_prepared_files');
    const [kept, ...more] = await files();
    expect(more).toEqual([]);
    const { mp3_128, mp3_192, aac_64 } = kept?.renditions ?? {};
    const keys = [mp3_128?.key, mp3_192?.key, aac_64?.key, aac_64?.offsets_key];
    expect((await objectsOf(app)).toSorted()).toEqual(keys.toSorted());
  });
});

describe('preparing', () => {
  test('that fails for the machine’s sake is tried again and leaves nothing behind', async (context) => {
    let isDiskFull = true;
    const { engine } = counting(await ffmpegEngine(context), () =>
      isDiskFull ? new Error('No space left on device') : undefined,
    );
    const app = await start(context, { preparer: createPreparer(engine) });
    await upload(app, await mp3());
    await runTask(app, 'find_unprepared');
    await workOff(app, ['prepare_asset']);
    const [file] = await files();
    const payload = { prepared_file_id: file?.id };
    await expect(runTask(app, 'prepare_sound', payload)).rejects.toThrow('No space left');
    expect(await files()).toMatchObject([{ state: 'waiting', renditions: null }]);
    isDiskFull = false;
    await runTask(app, 'prepare_sound', payload);
    expect(await files()).toMatchObject([{ state: 'ready' }]);
  });

  test('writes nothing when the storage fails in the middle', async (context) => {
    let puts = 0;
    const engine = await ffmpegEngine(context);
    const app = await start(context, { preparer: createPreparer(engine) });
    const { storage } = app.services;
    const failing: Storage = {
      ...storage,
      put: async (key, file) => {
        puts += 1;
        if (key.startsWith('library/') && puts > 2) throw new Error('The bucket is gone');
        return storage.put(key, file);
      },
    };
    const other = await start(context, { preparer: createPreparer(engine), storage: failing });
    await upload(app, await mp3());
    await runTask(app, 'find_unprepared');
    await workOff(app, ['prepare_asset']);
    const [file] = await files();
    const payload = { prepared_file_id: file?.id };
    await expect(runTask(other, 'prepare_sound', payload)).rejects.toThrow('The bucket is gone');
    expect(await files()).toMatchObject([{ state: 'waiting' }]);
    await runTask(app, 'prepare_sound', payload);
    expect(await files()).toMatchObject([{ state: 'ready' }]);
  });
});
