import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { signedInUser } from '../../test/factories.ts';
import { failingStorage } from '../../test/failing-storage.ts';
import { crashingStorage } from '../../test/crashing-storage.ts';
import { startS3Server, type S3Server } from '../../test/s3-server.ts';
import { startApp, type TestApp } from '../../test/server.ts';
import {
  disagreements,
  leftovers,
  letLeasesEnd,
  logoFile,
  memberWith,
  upload,
  uploaded,
  uploadedFor,
} from '../../test/uploads.ts';
import { runTask } from '../../test/work-off.ts';
import { createS3Storage } from './storage/s3-storage.ts';
import { removeAllFiles, type Storage } from './storage/storage.ts';

const database = testDatabase();
const NOBODY = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10';

const folder = await mkdtemp(join(tmpdir(), 'stationhouse-sweep-'));
afterAll(() => rm(folder, { recursive: true }));

/** Stores an object that no row refers to. */
async function putOrphan(storage: Storage, key: string): Promise<void> {
  const path = join(folder, 'orphan');
  await writeFile(path, 'nobody');
  await storage.put(key, { path, size_bytes: 6, content_type: 'audio/mpeg' });
}

/** The same app a day later, when the objects put today are old. */
const aDayAfter = (app: TestApp, storage = app.services.storage) =>
  startApp(database, { storage, now: () => Date.now() + 25 * 3_600_000 });

const sweep = (app: TestApp) => runTask(app, 'sweep_objects');

describe('orphaned objects', () => {
  it('are deleted after a day, and no referenced object is touched', async () => {
    const app = await startApp(database);
    const { storage } = app.services;
    const member = await memberWith(app);
    const admin = await signedInUser(app, { role: 'admin' });
    await uploaded(app, member);
    await uploaded(app, member, { kind: 'logo', bytes: await logoFile() });
    await uploadedFor(app, admin, member.id);
    const alive = (await leftovers(app)).objects;
    for (const key of [
      `${member.id}/radio_ids/radio_id_7.mp3`,
      `${member.id}/logo.gif`,
      `${member.id}/operator/radio_ids/radio_id_2.mp3`,
      `${member.id}/operator/logo.gif`,
      `${member.id}/notes.txt`,
      `${NOBODY}/logo.png`,
      `${NOBODY}/jingles/jingle_1.mp3`,
      'readme.txt',
    ]) {
      await putOrphan(storage, key);
    }
    await sweep(app);
    expect((await leftovers(app)).objects).toHaveLength(alive.length + 8);
    await sweep(await aDayAfter(app));
    expect((await leftovers(app)).objects).toEqual(alive);
    expect(await disagreements(app)).toEqual([]);
  });

  it('are swept by another process after the first one dies', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    for (const n of [1, 2, 3]) {
      await putOrphan(app.services.storage, `${member.id}/jingles/jingle_${n}.mp3`);
    }
    for (const when of ['before', 'after'] as const) {
      const storage = crashingStorage(app.services.storage);
      const died = storage.crashAt('delete', when);
      void sweep(await aDayAfter(app, storage));
      await died;
      // Its number is not given to another file meanwhile.
      const { url } = await uploaded(app, member, { kind: 'jingle' });
      expect(url).not.toMatch(/jingle_1\.mp3/);
    }
    await letLeasesEnd(app);
    await runTask(app, 'sweep_assets');
    await sweep(await aDayAfter(app));
    expect(await disagreements(app)).toEqual([]);
    expect((await leftovers(app)).rows).toBe(2);
  });

  it('are kept when storage fails, while uploads keep working', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const storage = failingStorage(app.services.storage);
    await putOrphan(storage, `${member.id}/jingles/jingle_1.mp3`);
    storage.fail('delete', 'down');
    const later = await aDayAfter(app, storage);
    await expect(sweep(later)).rejects.toThrow('This is a problem on our side');
    expect((await upload(app, member)).status).toBe(201);
    await sweep(later);
    await runTask(later, 'sweep_assets');
    expect(await disagreements(app)).toEqual([]);
  });
});

describe('storage in a bucket', () => {
  let server: S3Server | undefined;
  afterAll(() => server?.close());

  it('keeps, replaces, removes and sweeps files as on a disk', async () => {
    server = await startS3Server();
    const storage = createS3Storage(server.bucket);
    const app = await startApp(database, { storage });
    const member = await memberWith(app);
    await uploaded(app, member);
    await uploaded(app, member, { kind: 'logo', bytes: await logoFile('png') });
    await uploaded(app, member, { kind: 'logo', bytes: await logoFile('gif') });
    await putOrphan(storage, `${member.id}/jingles/jingle_1.mp3`);
    await putOrphan(storage, `${NOBODY}/logo.png`);
    await runTask(app, 'sweep_assets');
    await sweep(await aDayAfter(app));
    expect(await disagreements(app)).toEqual([]);
    expect((await leftovers(app)).objects).toEqual([
      `${member.id}/logo.gif`,
      `${member.id}/radio_ids/radio_id_1.mp3`,
    ]);
    await removeAllFiles(storage, member.id);
    expect((await leftovers(app)).objects).toEqual([]);
    storage.close();
  });
});
