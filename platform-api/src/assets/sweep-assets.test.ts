import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../contract/time.ts';
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
  soundFile,
  upload,
  uploaded,
  uploadedFor,
} from '../../test/uploads.ts';
import { runTask } from '../../test/work-off.ts';
import { runCommand } from '../cli/run.ts';
import { createDiskStorage } from './storage/disk-storage.ts';
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

/** The same app some days later. */
const daysAfter = (days: number, app: TestApp, storage = app.services.storage) =>
  startApp(database, { storage, now: () => Date.now() + days * DAY_MS });

/** An app that has already made its storage its own. */
async function startSwept(given?: { storage: Storage }): Promise<TestApp> {
  const app = await startApp(database, given);
  await sweep(app);
  return app;
}

const sweep = (app: TestApp) => runTask(app, 'sweep_objects');

/** The app 31 days after a sweep has seen the orphans. */
async function whenDue(app: TestApp, storage = app.services.storage): Promise<TestApp> {
  await sweep(app);
  return daysAfter(31, app, storage);
}

describe('orphaned objects', () => {
  it('are deleted after 30 days, with a line each, and no other object is touched', async () => {
    const app = await startSwept();
    const { storage } = app.services;
    const member = await memberWith(app);
    const admin = await signedInUser(app, { role: 'admin' });
    await uploaded(app, member);
    await uploaded(app, member, { kind: 'logo', bytes: await logoFile() });
    await uploadedFor(app, admin, member.id);
    const orphans = [
      `${member.id}/radio_ids/radio_id_7.mp3`,
      `${member.id}/logo.gif`,
      `${member.id}/operator/radio_ids/radio_id_2.mp3`,
      `${NOBODY}/logo.png`,
      `${NOBODY}/jingles/jingle_1.mp3`,
    ];
    // Keys that we never give a file.
    const others = [
      `${member.id}/operator/logo.gif`,
      `${member.id}/notes.txt`,
      `${member.id}/logo.backup.zip`,
      `${NOBODY}/jingles/jingle_1.wav`,
      'backups/monday.sql',
      'readme.txt',
    ];
    const { objects } = await leftovers(app);
    const alive = [...objects, ...others].toSorted();
    for (const key of [...orphans, ...others]) await putOrphan(storage, key);
    const all = [...alive, ...orphans].toSorted();
    await sweep(app);
    await sweep(await daysAfter(29, app));
    expect((await leftovers(app)).objects).toEqual(all);
    const later = await daysAfter(31, app);
    await sweep(later);
    expect((await leftovers(app)).objects).toEqual(alive);
    for (const key of orphans) {
      expect(later.logged().split(`"storage_key":"${key}"`)).toHaveLength(2);
    }
    expect(await database.knex('orphaned_objects')).toHaveLength(orphans.length);
    await sweep(later);
    expect(await database.knex('orphaned_objects')).toEqual([]);
  });

  it('are kept for 30 days after they were first seen, however old they are', async () => {
    const app = await startSwept();
    await putOrphan(app.services.storage, `${NOBODY}/logo.png`);
    for (const days of [100, 129]) {
      await sweep(await daysAfter(days, app));
      expect((await leftovers(app)).objects).toHaveLength(1);
    }
    await sweep(await daysAfter(131, app));
    expect((await leftovers(app)).objects).toEqual([]);
  });

  it('are no longer orphans once their rows are restored', async () => {
    const app = await startSwept();
    const member = await memberWith(app);
    await uploaded(app, member);
    await uploaded(app, member, { bytes: soundFile(2) });
    const [lost] = await database.knex('assets').delete().where({ number: 1 }).returning('*');
    await sweep(app);
    await database.knex('assets').insert(lost);
    await sweep(await daysAfter(20, app));
    await database.knex('assets').delete().where({ number: 1 });
    await sweep(await daysAfter(40, app));
    await sweep(await daysAfter(69, app));
    expect((await leftovers(app)).objects).toHaveLength(2);
    await sweep(await daysAfter(71, app));
    expect((await leftovers(app)).objects).toHaveLength(1);
  });

  /** Writes files past the storage, which would wait for the disk each time. */
  async function putFiles(root: string, count: number, modified_at: Date): Promise<void> {
    const offset = modified_at.getTime() > 0 ? 500 : 0;
    for (let n = 1; n <= count; n += 1) {
      const path = join(root, NOBODY, 'jingles', `jingle_${n + offset}.mp3`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, 'nobody');
      await utimes(path, modified_at, modified_at);
    }
  }

  it('are all kept when they are more than 20 and 5 %, until the operator confirms', async () => {
    const dataDir = join(folder, 'data');
    const root = join(dataDir, 'storage');
    const app = await startSwept({ storage: createDiskStorage(root) });
    await putFiles(root, 21, new Date(0));
    await sweep(app);
    await database.knex('orphaned_objects').update({ first_seen_at: new Date(0) });
    await sweep(app);
    expect((await leftovers(app)).objects).toHaveLength(21);
    expect(app.logged()).toContain('"alarm":"too_many_orphans"');
    expect(app.logged()).toContain('stationhouse sweep-storage');

    const here = { DATABASE_URL: database.url, DATA_DIR: dataDir };
    const shown = await runCommand(['sweep-storage'], here);
    expect(shown).toMatchObject({ code: 0, err: '' });
    expect(shown.out).toContain(`1970-01-01  ${NOBODY}/jingles/jingle_21.mp3\n`);
    expect(shown.out).toContain('21 of 21 files would be deleted');
    expect((await leftovers(app)).objects).toHaveLength(21);
    const code = /--confirm (\w+)/.exec(shown.out)?.[1] ?? '';
    const stale = await runCommand(['sweep-storage', '--confirm', '12345678'], here);
    expect(stale).toMatchObject({ code: 1, err: expect.stringContaining('changed') });
    const done = await runCommand(['sweep-storage', '--confirm', code], here);
    expect(done.out.match(/^deleted /gm)).toHaveLength(21);
    expect((await leftovers(app)).objects).toEqual([]);
  });

  it('are deleted up to 5 % of all files', async () => {
    const root = join(folder, 'many');
    const app = await startSwept({ storage: createDiskStorage(root) });
    await putFiles(root, 21, new Date(0));
    await putFiles(root, 398, new Date());
    await sweep(app);
    await database.knex('orphaned_objects').update({ first_seen_at: new Date(0) });
    await sweep(app);
    expect((await leftovers(app)).objects).toHaveLength(419);
    await putFiles(root, 399, new Date());
    await sweep(app);
    expect((await leftovers(app)).objects).toHaveLength(399);
  });

  it('are swept by another process after the first one dies', async () => {
    const app = await startSwept();
    const member = await memberWith(app);
    for (const n of [1, 2, 3]) {
      await putOrphan(app.services.storage, `${member.id}/jingles/jingle_${n}.mp3`);
    }
    for (const when of ['before', 'after'] as const) {
      const storage = crashingStorage(app.services.storage);
      const died = storage.crashAt('delete', when);
      void sweep(await whenDue(app, storage));
      await died;
      // Its number is not given to another file meanwhile.
      const { url } = await uploaded(app, member, { kind: 'jingle' });
      expect(url).not.toMatch(/jingle_1\.mp3/);
    }
    await letLeasesEnd(app);
    await runTask(app, 'sweep_assets');
    await sweep(await whenDue(app));
    expect(await disagreements(app)).toEqual([]);
    expect((await leftovers(app)).rows).toBe(2);
  });

  it('are kept when storage fails, while uploads keep working', async () => {
    const app = await startSwept();
    const member = await memberWith(app);
    const storage = failingStorage(app.services.storage);
    await putOrphan(storage, `${member.id}/jingles/jingle_1.mp3`);
    storage.fail('delete', 'down');
    const later = await whenDue(app, storage);
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
    const app = await startSwept({ storage });
    const member = await memberWith(app);
    await uploaded(app, member);
    await uploaded(app, member, { kind: 'logo', bytes: await logoFile('png') });
    await uploaded(app, member, { kind: 'logo', bytes: await logoFile('gif') });
    await putOrphan(storage, `${member.id}/jingles/jingle_1.mp3`);
    await putOrphan(storage, `${NOBODY}/logo.png`);
    await runTask(app, 'sweep_assets');
    await sweep(await whenDue(app));
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
