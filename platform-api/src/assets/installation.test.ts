import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../contract/time.ts';
import { testDatabase } from '../../test/database.ts';
import { failingStorage } from '../../test/failing-storage.ts';
import { startS3Server, storageUrlOf, type S3Server } from '../../test/s3-server.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { leftovers, memberWith, uploaded } from '../../test/uploads.ts';
import { runTask } from '../../test/work-off.ts';
import { runCommand } from '../cli/run.ts';
import { claimStorage, idInStorage, INSTALLATION_KEY } from './installation.ts';
import { createDiskStorage } from './storage/disk-storage.ts';
import { createS3Storage } from './storage/s3-storage.ts';
import type { Storage } from './storage/storage.ts';

const first = testDatabase();
const second = testDatabase();

let folder: string;
let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stationhouse-installation-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Driver {
  create: () => Storage & { close?: () => void };
  /** For a command of the cli. */
  env: () => Record<string, string>;
}

const DRIVERS: [string, Driver][] = [
  [
    'a folder',
    {
      create: () => createDiskStorage(join(folder, 'storage')),
      env: () => ({ DATA_DIR: folder }),
    },
  ],
  [
    'a bucket',
    {
      create: () => createS3Storage(server.bucket),
      env: () => ({ STORAGE_URL: storageUrlOf(server.bucket) }),
    },
  ],
];

/** Sweeps tonight and in a month, when every orphan is old enough. */
async function sweepForAMonth(database: typeof first, storage: Storage): Promise<TestApp> {
  for (const days of [0, 32]) {
    const app = await startApp(database, { storage, now: () => Date.now() + days * DAY_MS });
    await runTask(app, 'sweep_assets');
    await runTask(app, 'sweep_objects');
    if (days > 0) return app;
  }
  throw new Error('unreachable');
}

async function readyOf(app: TestApp): Promise<unknown> {
  const answer = await app.get('/v1/ready');
  const { code, status } = await json<{ code?: string; status?: string }>(answer);
  return [answer.status, code ?? status];
}

const READY = [200, 'ok'];
const FOREIGN = [503, 'storage_not_adopted'];

describe.each(DRIVERS)('the storage of another installation, %s', (_, { create, env }) => {
  let storage: ReturnType<typeof create>;
  beforeEach(async () => {
    storage = create();
    for await (const { key } of storage.list('')) await storage.delete(key);
  });
  afterEach(() => storage.close?.());

  async function firstInstallation(): Promise<TestApp> {
    const app = await startApp(first, { storage });
    expect(await readyOf(app)).toEqual(READY);
    await uploaded(app, await memberWith(app));
    return app;
  }

  it('loses no file, and the program is not ready and names the command that helps', async () => {
    const app = await firstInstallation();
    await storage.create('backups/monday.sql', 'a backup');
    const { objects } = await leftovers(app);
    const other = await sweepForAMonth(second, storage);
    expect((await leftovers(app)).objects).toEqual(objects);
    expect(other.logged()).toContain('nothing was swept');

    const answer = await other.get('/v1/ready');
    expect(answer.status).toBe(503);
    expect(await json(answer)).toMatchObject({
      code: 'storage_not_adopted',
      detail: expect.stringContaining('stationhouse adopt-storage'),
    });
    expect(other.logged().split('"msg":"The storage has another')).toHaveLength(2);
  });

  it('becomes this one’s by a confirmed command, which the other one notices', async () => {
    const app = await firstInstallation();
    const other = await startApp(second, { storage });
    expect(await readyOf(other)).toEqual(FOREIGN);
    const here = { DATABASE_URL: second.url, ...env() };

    const shown = await runCommand(['adopt-storage'], here);
    expect(shown).toMatchObject({ code: 0, err: '' });
    expect(shown.out).toMatch(/Members’ files: +1\nKnown to the database: +0\n/);
    const wrong = await runCommand(['adopt-storage', '--confirm', '12345678'], here);
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('changed') });
    const code = /--confirm (\w+)/.exec(shown.out)?.[1] ?? '';
    const done = await runCommand(['adopt-storage', '--confirm', code], here);
    expect(done.out).toBe('The storage now belongs to this installation.\n');
    const again = await runCommand(['adopt-storage'], here);
    expect(again.out).toBe('The storage belongs to this installation.\n');

    // Readiness is not looked at more often than every few seconds.
    const [mine, theirs] = [
      await startApp(second, { storage }),
      await startApp(first, { storage }),
    ];
    expect(await readyOf(mine)).toEqual(READY);
    expect(await readyOf(theirs)).toEqual(FOREIGN);
    expect((await leftovers(app)).objects).toHaveLength(1);
  });

  it('is adopted at an upgrade if the database knows its files, and only then', async () => {
    const app = await firstInstallation();
    // As the previous release has left both.
    await first.knex('installation').delete();
    await storage.delete(INSTALLATION_KEY);
    expect(await readyOf(await startApp(second, { storage }))).toEqual(FOREIGN);
    expect(await idInStorage(storage)).toBeNull();

    const upgraded = await startApp(first, { storage });
    expect(await readyOf(upgraded)).toEqual(READY);
    expect(await idInStorage(storage)).not.toBeNull();
    expect((await leftovers(app)).objects).toHaveLength(1);
  });

  it('is not adopted by a database that knows fewer than half of its files', async () => {
    await firstInstallation();
    await storage.delete(INSTALLATION_KEY);
    const file = (n: number) => `${uuidv7()}/jingles/jingle_${n}.mp3`;
    await storage.create(file(1), 'unknown');
    expect(await claimStorage({ db: first.knex, storage })).toBe(true);
    await storage.delete(INSTALLATION_KEY);
    await storage.create(file(2), 'unknown');
    expect(await claimStorage({ db: first.knex, storage })).toBe(false);
    expect(await readyOf(await startApp(first, { storage }))).toEqual(FOREIGN);
  });

  it('gets one id when ten replicas of each of two installations start at once', async () => {
    const claims = await Promise.all(
      [first, second].map(({ knex: db }) =>
        Promise.all(Array.from({ length: 10 }, () => claimStorage({ db, storage }))),
      ),
    );
    const owners = claims.map((own) => new Set(own));
    expect(owners.map(({ size }) => size)).toEqual([1, 1]);
    expect(owners.map((own) => own.has(true)).toSorted()).toEqual([false, true]);
  });
});

describe('the id of an installation', () => {
  it('is the database’s: a restored database without it must adopt its storage', async () => {
    const storage = createDiskStorage(join(folder, 'storage'));
    const app = await startApp(first, { storage });
    await uploaded(app, await memberWith(app));
    expect(await readyOf(app)).toEqual(READY);
    await first.knex('installation').delete();
    await first.knex('assets').delete();
    await sweepForAMonth(first, storage);
    expect((await leftovers(app)).objects).toHaveLength(1);
  });

  it('may be unreadable for a while: the replica stays ready, and sweeps nothing', async () => {
    const storage = failingStorage(createDiskStorage(join(folder, 'storage')));
    const app = await startApp(first, { storage });
    storage.fail('open', 'down', 2);
    expect(await readyOf(app)).toEqual([200, 'degraded']);
    await expect(runTask(app, 'sweep_objects')).rejects.toMatchObject({
      kind: 'storage_unavailable',
    });
    expect(storage.asked.filter((act) => act.startsWith('delete'))).toEqual([]);
    expect(await readyOf(await startApp(first, { storage }))).toEqual(READY);
  });
});
