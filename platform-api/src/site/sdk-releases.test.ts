import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { failingStorage } from '../../test/failing-storage.ts';
import { getAsHost } from '../../test/raw-request.ts';
import { startS3Server, type S3Server } from '../../test/s3-server.ts';
import { startApp, type TestApp } from '../../test/server.ts';
import { runTask } from '../../test/work-off.ts';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';
import { createS3Storage } from '../assets/storage/s3-storage.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { createSdkReleases, type SdkReleases } from './sdk-releases.ts';
import { SDK } from './static-files.ts';

const database = testDatabase();

const FOR_EVER = 'public, max-age=31536000, immutable';
const MINUTES = 'public, max-age=300, stale-if-error=86400';

const root = await mkdtemp(join(tmpdir(), 'stationhouse-releases-'));
afterAll(() => rm(root, { recursive: true }));
let count = 0;

/** A new empty folder. */
const emptyFolder = async (): Promise<string> => {
  const folder = join(root, String((count += 1)));
  await mkdir(folder);
  return folder;
};

const onDisk = async (): Promise<Storage> => createDiskStorage(await emptyFolder());

/** A release as its build leaves it: the loader asks for a file whose name changes with its content. */
async function build(name: string, folder?: string): Promise<{ folder: string; files: string[] }> {
  const target = folder ?? (await emptyFolder());
  const player = `station-player-${name.padEnd(8, 'x')}.js`;
  await writeFile(join(target, 'player.js'), `load('${player}'); // ${name}`.repeat(100));
  await writeFile(join(target, player), `play('${name}');`);
  await writeFile(join(target, 'integrity.json'), '{}');
  await writeFile(join(target, 'client.cjs'), 'exports.client = 1;');
  await writeFile(join(target, 'player.js.br'), '');
  return { folder: target, files: ['integrity.json', 'player.js', player] };
}

/** One program with its own SDK, and its log lines. */
function program(given: {
  storage: Storage;
  version: string;
  folder: string;
  now?: () => number;
}): {
  releases: SdkReleases;
  said: { level: number; msg: string }[];
} {
  const said: { level: number; msg: string }[] = [];
  const log = pino({ level: 'debug' }, { write: (line) => void said.push(JSON.parse(line)) });
  const releases = createSdkReleases({ now: Date.now, ...given, log, publishAgainMs: 10 });
  return { releases, said };
}

const textOf = async (releases: SdkReleases, version: string, file: string) =>
  (await releases.find(version, file))?.packed.identity.toString();

/** Waits until a program has stored all files of a release. */
async function settled(releases: SdkReleases, version: string, files: string[]): Promise<void> {
  for (const file of files) {
    await vi.waitFor(
      async () => expect((await releases.find(version, file))?.isSettled).toBe(true),
      {
        timeout: 20_000,
      },
    );
  }
}

/** Publishes a release to a storage, as a program of that version did. */
async function release(storage: Storage, version: string): Promise<string[]> {
  const { folder, files } = await build(version.replaceAll('.', '_'));
  const { releases } = program({ storage, version, folder });
  releases.publish();
  await settled(releases, version, files);
  return files;
}

async function settledApp(given: Parameters<typeof startApp>[1]): Promise<TestApp> {
  const app = await startApp(database, given);
  await app.start();
  await vi.waitFor(
    async () => {
      for (const file of await ownFiles()) {
        const { headers } = await app.get(`/sdk/0.1.0/${file}`);
        expect([file, headers.get('cache-control')]).toEqual([file, FOR_EVER]);
      }
    },
    { timeout: 20_000 },
  );
  return app;
}

const ownFiles = async () =>
  (await readdir(SDK)).filter((file) => /(?<!\.cjs)\.(?:js|json|svg|d\.ts|map|tgz)$/.test(file));

describe('on a disk and in a bucket', () => {
  let server: S3Server;
  let bucket: ReturnType<typeof createS3Storage>;
  beforeAll(async () => {
    server = await startS3Server();
    bucket = createS3Storage(server.bucket);
  });
  afterAll(async () => {
    bucket.close();
    await server.close();
  });

  it.each([
    ['a disk', onDisk],
    ['a bucket', async () => bucket],
  ])('files of an older release are still served after an upgrade: %s', async (_, open) => {
    const storage = await open();
    const [, , player = ''] = await release(storage, '0.0.8');
    await release(storage, '0.0.9');
    const app = await settledApp({ storage });

    const loader = await app.get('/sdk/0.0.8/player.js');
    expect(loader.headers.get('cache-control')).toBe(FOR_EVER);
    expect(await loader.text()).toContain(`load('${player}')`);
    const whole = await app.get(`/sdk/0.0.8/${player}`);
    expect(await whole.text()).toBe("play('0_0_8');");

    const other = await app.get('/sdk/0.0.9/player.js');
    expect(await other.text()).toContain("load('station-player-0_0_9xxx.js')");
    for (const path of ['/sdk/player.js', '/sdk/v1/player.js', '/sdk/0.1.0/player.js']) {
      const now = await (await app.get(path)).text();
      expect(now).toBe(await readFile(join(SDK, 'player.js'), 'utf8'));
    }
  });
});

describe('a file of a release', () => {
  it('can be loaded from any origin, compressed or not', async () => {
    const storage = await onDisk();
    await release(storage, '0.0.9');
    const app = await startApp(database, { storage });
    for (const encoding of ['br', 'gzip', 'identity']) {
      const answer = await app.get('/sdk/0.0.9/player.js', {
        headers: { 'Accept-Encoding': encoding, Origin: 'https://customer.test' },
      });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('0_0_9');
      expect(answer.headers.get('content-encoding')).toBe(
        encoding === 'identity' ? null : encoding,
      );
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'cache-control': FOR_EVER,
      });
      expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    }
    const json = await app.get('/sdk/0.0.9/integrity.json');
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('is the package for npm, byte for byte as its hash says, at its own address', async () => {
    const app = await startApp(database, { storage: await onDisk() });
    const { version, files } = Object(await (await app.get('/sdk/integrity.json')).json());
    const name = `stationhouse-sdk-${version}.tgz`;
    for (const path of [`/sdk/${version}/${name}`, `/sdk/${name}`]) {
      const answer = await app.get(path, { headers: { 'Accept-Encoding': 'br, gzip' } });
      expect([path, answer.status]).toEqual([path, 200]);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/gzip',
        'access-control-allow-origin': '*',
      });
      expect(answer.headers.get('content-encoding')).toBeNull();
      const bytes = Buffer.from(await answer.arrayBuffer());
      const hash = createHash('sha384').update(bytes).digest('base64');
      expect(`sha384-${hash}`).toBe(files[name]);
    }
  });

  it('has its types and its source map beside it', async () => {
    const app = await startApp(database, { storage: await onDisk() });
    const typed = ['index', 'element', 'react', 'client', 'station-address'];
    for (const folder of ['/sdk', '/sdk/v1', '/sdk/0.1.0']) {
      for (const name of typed) {
        const script = await (await app.get(`${folder}/${name}.js`)).text();
        expect(script).toContain(`//# sourceMappingURL=${name}.js.map`);
        const types = await app.get(`${folder}/${name}.d.ts`);
        expect(types.headers.get('content-type')).toBe('application/typescript; charset=utf-8');
        // Every file that the types import is served too.
        for (const [, other] of (await types.text()).matchAll(/from '\.\/([\w-]+)\.js'/g)) {
          expect((await app.get(`${folder}/${other}.d.ts`)).status).toBe(200);
        }
        const map = await app.get(`${folder}/${name}.js.map`);
        expect(await map.json()).toMatchObject({ version: 3, file: `${name}.js` });
      }
    }
  });

  it('answers 304 when the ETag matches', async () => {
    const storage = await onDisk();
    await release(storage, '0.0.9');
    const app = await startApp(database, { storage });
    const first = await app.get('/sdk/0.0.9/player.js');
    const again = await app.get('/sdk/0.0.9/player.js', {
      headers: { 'If-None-Match': first.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
    const head = await app.get('/sdk/0.0.9/player.js', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('is served at the floating path while any release contains it', async () => {
    const storage = await onDisk();
    const [, , player = ''] = await release(storage, '0.0.9');
    const [, , newer = ''] = await release(storage, '0.0.10');
    const app = await startApp(database, { storage });
    const answer = await app.get(`/sdk/${player}`);
    expect(await answer.text()).toBe("play('0_0_9');");
    expect(answer.headers.get('cache-control')).toBe(MINUTES);
    expect((await app.get(`/sdk/v1/${newer}`)).status).toBe(200);
  });

  it('returns 404 for unreleased files and for paths outside the release', async () => {
    const storage = await onDisk();
    await release(storage, '0.0.9');
    const app = await startApp(database, { storage });
    for (const path of [
      '/sdk/0.0.9/none.js',
      '/sdk/9.9.9/player.js',
      '/sdk/0.1.0/none.js',
      '/sdk/none.js',
      '/sdk/v2/player.js',
      '/sdk/0.0.9/client.cjs',
      '/sdk/0.1.0/client.cjs',
      '/sdk/0.1.0/client.cjs.map',
      '/sdk/0.1.0/client.d.cts',
      '/sdk/client.d.cts',
      '/sdk/0.0.9/player.js.br',
      '/sdk/player.js.br',
      '/sdk/0.0.9/',
      '/sdk/0.0.9',
      '/sdk/0.0.9/..%2fplayer.js',
      '/sdk/0.0.9/%2e%2e/0.0.9/player.js',
      `/sdk/${'1'.repeat(2_000)}.0.0/player.js`,
      '/storage/station-assets/sdk/0.0.9/player.js',
      '/storage/sdk/0.0.9/player.js',
    ]) {
      const { status, head } = await getAsHost(app.url, 'radio.example.com', path);
      expect([path, status]).toEqual([path, 404]);
      expect(head).toContain('Cache-Control: no-store');
    }
  });

  it('is only ever a released file, for any requested path', async () => {
    const storage = await onDisk();
    const files = await release(storage, '0.0.9');
    const app = await startApp(database, { storage });
    const known = new Set([...files, ...(await ownFiles())]);
    const word = fc.oneof(
      fc.constantFrom(
        '0.0.9',
        '0.1.0',
        'v1',
        '..',
        '.',
        'player.js',
        'player.js.gz',
        'package.json',
      ),
      fc.string({ unit: fc.constantFrom(...'.-_/%2e0a9'), maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 3 }), async (words) => {
        const { status, head } = await getAsHost(app.url, 'a.test', `/sdk/${words.join('/')}`);
        expect([200, 404]).toContain(status);
        if (status !== 200) return;
        expect(known).toContain(words.join('/').split('/').at(-1));
        expect(head).toContain('Cache-Control: public');
      }),
      { numRuns: 200 },
    );
  });

  it('is not removed by the sweep of members’ files', async () => {
    const storage = await onDisk();
    await release(storage, '0.0.9');
    let days = 0;
    const now = () => Date.now() + days * 24 * 60 * 60 * 1_000;
    const app = await startApp(database, { storage, now });
    await runTask(app, 'sweep_objects');
    await storage.put('019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10/logo.png', {
      path: join(SDK, 'player.js'),
      content_type: 'image/png',
      size_bytes: (await readFile(join(SDK, 'player.js'))).length,
    });
    await runTask(app, 'sweep_objects');
    days = 31;
    await runTask(app, 'sweep_objects');
    const left: string[] = [];
    for await (const { key } of storage.list('')) left.push(key);
    expect(left.toSorted()).toEqual([
      'installation-id.txt',
      'sdk/0.0.9/integrity.json',
      'sdk/0.0.9/player.js',
      'sdk/0.0.9/station-player-0_0_9xxx.js',
    ]);
  });
});

describe('while the storage fails', () => {
  it('serves this version, cached for ever once it is released', async () => {
    const storage = failingStorage(await onDisk());
    storage.fail('open', 'down', Infinity);
    storage.fail('list', 'down', Infinity);
    const app = await startApp(database, { storage });
    await app.start();
    const answer = await app.get('/sdk/0.1.0/player.js');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe(MINUTES);
    expect((await app.get('/sdk/player.js')).status).toBe(200);

    const other = await app.get('/sdk/0.0.9/player.js');
    expect(other.status).toBe(503);
    expect(other.headers.get('retry-after')).toBe('5');
    expect(other.headers.get('cache-control')).toBe('no-store');
  });

  it('retries publishing until it succeeds', async () => {
    const inner = await onDisk();
    const storage = failingStorage(inner);
    storage.fail('put', 'disk_full', 2);
    const { folder, files } = await build('one');
    const { releases, said } = program({ storage, version: '1.0.0', folder });
    releases.publish();
    await settled(releases, '1.0.0', files);
    for (const file of files) {
      const kept = await inner.open(`sdk/1.0.0/${file}`);
      expect(kept && (await buffer(kept.stream))).toEqual(await readFile(join(folder, file)));
    }
    expect(said.map(({ level }) => level)).toEqual([40, 40]);
  });

  it('does not treat a truncated file as a different release', async () => {
    const storage = failingStorage(await onDisk());
    const { folder, files } = await build('one');
    const before = program({ storage, version: '1.0.0', folder });
    before.releases.publish();
    await settled(before.releases, '1.0.0', files);
    storage.fail('open', 'truncated', 1);
    const { releases, said } = program({ storage, version: '1.0.0', folder });
    releases.publish();
    await settled(releases, '1.0.0', files);
    expect(said.map(({ level }) => level)).toEqual([40]);
    expect(await textOf(releases, '1.0.0', 'player.js')).toContain('// one');
  });

  it('stops retrying when the program ends', async () => {
    const storage = failingStorage(await onDisk());
    storage.fail('open', 'down', Infinity);
    const { folder } = await build('one');
    const ended = program({ storage, version: '1.0.0', folder });
    const going = program({ storage, version: '1.0.0', folder });
    ended.releases.publish();
    await vi.waitFor(() => expect(ended.said.length).toBeGreaterThan(0));
    ended.releases.close();
    const tries = ended.said.length;
    going.releases.publish();
    await vi.waitFor(() => expect(going.said.length).toBeGreaterThan(5));
    going.releases.close();
    // One may have been under way.
    expect(ended.said.length).toBeLessThanOrEqual(tries + 1);
  });
});

describe('another build under the same version', () => {
  it('does not replace the release, and logs what to do', async () => {
    const storage = await onDisk();
    const first = await build('first');
    const before = program({ storage, version: '1.0.0', folder: first.folder });
    before.releases.publish();
    await settled(before.releases, '1.0.0', first.files);
    expect(before.said).toEqual([]);

    const second = await build('second');
    const { releases, said } = program({ storage, version: '1.0.0', folder: second.folder });
    releases.publish();
    await settled(releases, '1.0.0', second.files);
    expect(await textOf(releases, '1.0.0', 'player.js')).toContain('// first');
    expect(await textOf(releases, '1.0.0', 'station-player-firstxxx.js')).toBe("play('first');");
    expect(await textOf(releases, '1.0.0', 'station-player-secondxx.js')).toBe("play('second');");
    const other = program({ storage, version: '1.1.0', folder: second.folder });
    expect(await textOf(other.releases, '1.0.0', 'player.js')).toContain('// first');
    await vi.waitFor(() => expect(said).toHaveLength(1));
    expect(said[0]).toMatchObject({ level: 50, version: '1.0.0', files: ['player.js'] });
    expect(said[0]?.msg).toContain('raise the version');
  });

  it('serves new file names when built while the program runs', async () => {
    const storage = await onDisk();
    const { folder, files } = await build('first');
    const { releases } = program({ storage, version: '1.0.0', folder });
    releases.publish();
    await settled(releases, '1.0.0', files);
    await build('second', folder);
    const built = await releases.find('1.0.0', 'station-player-secondxx.js');
    expect(built?.packed.identity.toString()).toBe("play('second');");
    expect(built?.isSettled).toBe(false);
    expect(await releases.find('1.0.0', 'none.js')).toBeNull();
  });
});

describe('many replicas', () => {
  it('can start at the same time', async () => {
    const storage = await onDisk();
    const { folder, files } = await build('one');
    const replicas = [1, 2, 3, 4].map(() => program({ storage, version: '1.0.0', folder }));
    for (const { releases } of replicas) releases.publish();
    for (const { releases, said } of replicas) {
      await settled(releases, '1.0.0', files);
      expect(said).toEqual([]);
    }
  });

  it('of an older version find a newer release within seconds', async () => {
    const storage = await onDisk();
    let now = 0;
    const { folder } = await build('old');
    const { releases } = program({ storage, version: '1.0.0', folder, now: () => now });
    expect(await releases.find('1.1.0', 'player.js')).toBeNull();
    await release(storage, '1.1.0');
    now += 5_000;
    expect(await textOf(releases, '1.1.0', 'player.js')).toContain('1_1_0');
  });

  it('do not query the storage for made-up names, nor twice for one file', async () => {
    const inner = await onDisk();
    await release(inner, '0.0.9');
    const storage = failingStorage(inner);
    const { folder } = await build('one');
    const { releases } = program({ storage, version: '1.0.0', folder, now: () => 0 });
    const asked = Array.from({ length: 50 }, (_, n) => releases.find(`0.0.${n + 10}`, 'player.js'));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([null]));
    for (let times = 0; times < 3; times += 1) await releases.find('0.0.9', 'player.js');
    expect(storage.asked).toEqual(['list sdk/', 'open sdk/0.0.9/player.js']);
  });
});
