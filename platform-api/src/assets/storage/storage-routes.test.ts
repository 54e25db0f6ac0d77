import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { buildStation, buildUser } from '../../../test/factories.ts';
import { failingStorage, type FailingStorage } from '../../../test/failing-storage.ts';
import { getAsHost, rawRequest } from '../../../test/raw-request.ts';
import { json, startApp, type TestApp } from '../../../test/server.ts';
import type { AssetKind } from '../../../contract/assets/values.ts';
import { assetUrl, storageKey } from '../asset-address.ts';
import { Asset, type AssetState } from '../asset.ts';
import { createDiskStorage } from './disk-storage.ts';

const database = testDatabase();
const BYTES = randomBytes(5_000);

let folder: string;
let storage: FailingStorage;
let app: TestApp;
let userId: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stationhouse-files-'));
  storage = failingStorage(createDiskStorage(join(folder, 'storage')));
  app = await startApp(database, { storage });
  userId = (await buildUser(database.knex)).id;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Stores a member's file and its row. @returns its URL, key, path and version */
async function keep(
  given: { kind?: AssetKind; ext?: 'png' | 'jpg' | 'gif'; bytes?: Buffer; state?: AssetState } = {},
): Promise<{ address: string; key: string; path: string; version: string }> {
  const { kind = 'jingle', bytes = BYTES, state = 'stored' } = given;
  const number = kind === 'logo' ? null : 1;
  const key = storageKey(userId, kind, { number, is_operators: false, ext: given.ext ?? 'mp3' });
  const version = randomBytes(8).toString('base64url');
  const path = join(folder, 'sent');
  await writeFile(path, bytes);
  await storage.put(key, { path, size_bytes: bytes.length, content_type: 'text/html' });
  await Asset.query(database.knex).insert({
    id: uuidv7(),
    user_id: userId,
    kind,
    file_name: '<script>.html',
    storage_key: key,
    content_type: 'text/html',
    size_bytes: bytes.length,
    state,
    number,
    version,
    sent_hash: version,
  });
  return {
    address: assetUrl('', { storage_key: key, version }),
    key,
    version,
    path: `/storage/station-assets/${key}`,
  };
}

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('a member’s file', () => {
  it.each([
    ['logo', 'png', 'image/png', 'logo.png'],
    ['logo', 'jpg', 'image/jpeg', 'logo.jpg'],
    ['logo', 'gif', 'image/gif', 'logo.gif'],
    ['jingle', undefined, 'audio/mpeg', 'jingle_1.mp3'],
    ['radio_id', undefined, 'audio/mpeg', 'radio_id_1.mp3'],
    ['commercial', undefined, 'audio/mpeg', 'commercial_1.mp3'],
  ] as const)(
    'of kind %s %s is served as %s, whatever type was declared',
    async (kind, ext, type, name) => {
      const { address } = await keep({ kind, ...(ext && { ext }) });
      const answer = await app.get(address);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('Content-Type')).toBe(type);
      expect(answer.headers.get('Content-Disposition')).toBe(`inline; filename="${name}"`);
      expect((await bytesOf(answer)).equals(BYTES)).toBe(true);
    },
  );

  it('has exactly the headers of a public, sandboxed file', async () => {
    const { address, version } = await keep();
    const answer = await app.get(address, {
      headers: {
        Origin: 'https://shop.example',
        Cookie: 'refresh_token=1',
        'Accept-Encoding': 'gzip, br',
      },
    });
    await answer.arrayBuffer();
    const { date, 'x-request-id': id, ...head } = Object.fromEntries(answer.headers);
    expect([date, id]).toEqual([expect.any(String), expect.any(String)]);
    expect(head).toEqual({
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': expect.any(String),
      'cache-control': 'public, max-age=31536000, immutable',
      connection: 'keep-alive',
      'content-disposition': 'inline; filename="jingle_1.mp3"',
      'content-length': '5000',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'audio/mpeg',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'cross-origin',
      etag: `"${version}"`,
      'keep-alive': 'timeout=65',
      'referrer-policy': 'strict-origin-when-cross-origin',
      vary: 'Origin, Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'DENY',
      'x-permitted-cross-domain-policies': 'none',
      'x-xss-protection': '0',
    });
  });

  it('is not found without its version or with a wrong one, as an unknown file is not', async () => {
    const { address, path, version } = await keep();
    const unknown = path.replace('jingle_1', 'jingle_2');
    const answerOf = async (asked: string, init?: RequestInit) => {
      const answer = await app.get(asked, init);
      const { date: _, 'x-request-id': _id, ...headers } = Object.fromEntries(answer.headers);
      const { request_id: _own, ...body } = await json<Record<string, unknown>>(answer);
      return { status: answer.status, headers, body };
    };
    const expected = await answerOf(`${unknown}?v=${version}`);
    expect(expected).toMatchObject({ status: 404, headers: { 'cache-control': 'no-store' } });
    const near = `${version.slice(0, -1)}${version.endsWith('A') ? 'B' : 'A'}`;
    for (const query of [
      '',
      '?v',
      '?v=',
      '?v=old',
      `?v=${near}`,
      `?v=${version}A`,
      `?v=${version.slice(1)}`,
      `?V=${version}`,
      `?v[]=${version}`,
      `?v=%00${version}`,
      `?v=${version}&v=${version}`,
    ]) {
      expect([query, await answerOf(path + query)]).toEqual([query, expected]);
    }
    const known = { headers: { 'If-None-Match': '*' } };
    expect((await app.get(path, known)).status).toBe(404);
    expect((await app.get(path, { method: 'HEAD' })).status).toBe(404);
    expect(storage.asked.filter((act) => act.startsWith('open'))).toEqual([]);
    expect((await app.get(`${address}&name=Good%20morning.mp3`)).status).toBe(200);
  });

  it('needs no version as the stream of a station on air', async () => {
    const { path } = await keep();
    const station = { user_id: userId, stream_url: `http://radio.example.com${path}` };
    await buildStation(database.knex, { ...station, status: 'inactive' });
    expect((await app.get(path)).status).toBe(404);
    await database.knex('radio_stations').update({ status: 'active' });
    const answer = await app.get(path);
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-cache']);
  });

  it('needs no version as a logo, and is immutable in caches only with the current one', async () => {
    const { address, path } = await keep({ kind: 'logo', ext: 'png' });
    const caching = async (asked: string) => (await app.get(asked)).headers.get('Cache-Control');
    expect(await caching(address)).toBe('public, max-age=31536000, immutable');
    for (const asked of [path, `${path}?v=old`, `${path}?v=`, `${address}&v=old`]) {
      expect(await caching(asked)).toBe('no-cache');
    }
  });

  it('is answered with 304 when the ETag matches', async () => {
    const { address, version } = await keep();
    for (const etag of [`"${version}"`, `"other", W/"${version}"`, '*']) {
      const answer = await app.get(address, {
        headers: { 'If-None-Match': etag, Range: 'bytes=0-1' },
      });
      expect([answer.status, (await bytesOf(answer)).length]).toEqual([304, 0]);
      expect(answer.headers.get('ETag')).toBe(`"${version}"`);
      expect(answer.headers.get('Cache-Control')).toMatch(/immutable/);
    }
    expect((await app.get(address, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=4990-', 4_990, 4_999],
    ['bytes=-10', 4_990, 4_999],
    ['bytes=100-99999', 100, 4_999],
  ])('is served in part for the range %s', async (range, first, last) => {
    const { address } = await keep();
    const answer = await app.get(address, { headers: { Range: range } });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('Content-Range')).toBe(`bytes ${first}-${last}/5000`);
    expect(answer.headers.get('Content-Length')).toBe(String(last - first + 1));
    expect((await bytesOf(answer)).equals(BYTES.subarray(first, last + 1))).toBe(true);
  });

  it.each(['bytes=5000-', 'bytes=-0'])('returns 416 for the range %s', async (range) => {
    const { address } = await keep();
    const answer = await app.get(address, { headers: { Range: range } });
    expect([answer.status, await answer.text()]).toEqual([416, '']);
    expect(answer.headers.get('Content-Range')).toBe('bytes */5000');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });

  it('is sent whole for several ranges, or when If-Range does not match', async () => {
    const { address, version } = await keep();
    const statusOf = async (headers: Record<string, string>) => {
      const answer = await app.get(address, { headers });
      return [answer.status, (await bytesOf(answer)).length];
    };
    expect(await statusOf({ Range: 'bytes=0-1,5-6' })).toEqual([200, 5_000]);
    expect(await statusOf({ Range: 'bytes=0-1', 'If-Range': '"other"' })).toEqual([200, 5_000]);
    expect(await statusOf({ Range: 'bytes=0-1', 'If-Range': `W/"${version}"` })).toEqual([
      200, 5_000,
    ]);
    const now = new Date().toUTCString();
    expect(await statusOf({ Range: 'bytes=0-1', 'If-Range': now })).toEqual([200, 5_000]);
    expect(await statusOf({ Range: 'bytes=0-1', 'If-Range': `"${version}"` })).toEqual([206, 2]);
  });

  it('answers HEAD without opening the stored object', async () => {
    const { address } = await keep();
    const answer = await app.get(address, { method: 'HEAD', headers: { Range: 'bytes=0-1' } });
    expect([answer.status, answer.headers.get('Content-Length')]).toEqual([200, '5000']);
    expect(answer.headers.get('Content-Type')).toBe('audio/mpeg');
    expect(storage.asked.filter((act) => act.startsWith('open'))).toEqual([]);
  });

  it('is served on any host', async () => {
    const { address } = await keep();
    const { port } = new URL(app.url);
    for (const host of [
      'radio.example.com',
      'blue-cafe.example.com',
      'nobody.test',
      `127.0.0.1:${port}`,
    ]) {
      expect((await getAsHost(app.url, host, address)).status).toBe(200);
    }
  });

  it('answers writing methods with 405', async () => {
    const { address } = await keep();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await app.get(address, { method });
      expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'HEAD, GET']);
    }
  });

  it.each(['storing', 'removing'] as const)('returns 404 while it is %s', async (state) => {
    const { address } = await keep({ state });
    expect((await app.get(address)).status).toBe(404);
  });

  it('returns 404 when its row or its object is missing', async () => {
    const first = await keep();
    await Asset.query(database.knex).delete();
    expect((await app.get(first.address)).status).toBe(404);
    const second = await keep();
    await storage.delete(second.key);
    const answer = await app.get(second.address);
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([404, 'no-store']);
  });

  it('is served as the new version, uncached, while it is being replaced', async () => {
    const { address, key } = await keep({ kind: 'logo', ext: 'png' });
    const path = join(folder, 'sent');
    await writeFile(path, 'the new one');
    await storage.put(key, { path, size_bytes: 11, content_type: 'image/png' });
    const answer = await app.get(address, { headers: { Range: 'bytes=0-3' } });
    expect([answer.status, await answer.text()]).toEqual([200, 'the new one']);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.has('ETag')).toBe(false);
  });

  it.each(['down', 'refused', 'io_error'] as const)(
    'returns 503 with CORS headers while storage is %s',
    async (failure) => {
      const { address } = await keep();
      storage.fail('open', failure);
      const answer = await app.get(address, { headers: { Origin: 'https://shop.example' } });
      expect(answer.status).toBe(503);
      expect(answer.headers.get('Retry-After')).toBe('5');
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(answer.headers.get('Content-Type')).toMatch('application/problem+json');
      expect(await json(answer)).toMatchObject({ code: 'storage_unavailable' });
      expect((await app.get(address)).status).toBe(200);
    },
  );

  it('aborts the response and logs a line when its stream breaks', async () => {
    const { address } = await keep({ bytes: randomBytes(500_000) });
    storage.fail('open', 'truncated');
    await expect(app.get(address).then(bytesOf)).rejects.toThrow('terminated');
    await vi.waitFor(() => expect(app.logged()).toContain('the stream of a stored file broke'));
  });

  it('is closed when its reader disconnects midway, two hundred times', async () => {
    const { address } = await keep({ bytes: randomBytes(10_000_000) });
    const before = await openFiles();
    for (let group = 0; group < 10; group += 1) {
      await Promise.all(Array.from({ length: 20 }, () => leaveInTheMiddle(app.url, address)));
    }
    await vi.waitFor(async () => expect(await openFiles()).toEqual(before), 20_000);
    expect(app.logged()).not.toContain('unexpected error');
    expect(app.logged()).not.toContain('the stream of a stored file broke');
    expect((await app.get(address)).status).toBe(200);
  });
});

/** This test's files that the process has open; an empty list except on Linux. */
async function openFiles(): Promise<string[]> {
  const descriptors = '/proc/self/fd';
  if (!existsSync(descriptors)) return [];
  const { readlink } = await import('node:fs/promises');
  const targets = await Promise.all(
    (await readdir(descriptors)).map((name) => readlink(join(descriptors, name)).catch(() => '')),
  );
  return targets.filter((target) => target.startsWith(folder));
}

/** Requests a file, and disconnects after the first bytes. */
function leaveInTheMiddle(url: string, address: string): Promise<void> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET ${address} HTTP/1.1\r\nHost: radio.example.com\r\n\r\n`);
    });
    socket.once('data', () => socket.destroy());
    socket.once('close', () => resolve());
    socket.once('error', reject);
  });
}

describe('other paths under /storage', () => {
  /** Paths that are almost a file's address. */
  function spellings(key: string): string[] {
    const [user = '', ...rest] = key.split('/');
    const file = rest.join('/');
    const base = '/storage/station-assets';
    const up = [
      '..',
      '%2e%2e',
      '%2E%2E',
      '.%2e',
      '%2e.',
      '..%00',
      '..;',
      '%252e%252e',
      '%c0%ae%c0%ae',
    ];
    const slash = ['/', '%2f', '%2F', '\\', '%5c', '%5C', '%252f', '%c0%af', '//'];
    return [
      ...up.flatMap((dots) => slash.map((sign) => `${base}/${dots}${sign}secret.mp3`)),
      ...up.map((dots) => `${base}/${user}/jingles/${dots}/jingles/jingle_1.mp3`),
      ...slash.slice(1).map((sign) => `${base}/${user}${sign}${file.replaceAll('/', sign)}`),
      ...slash.slice(1).map((sign) => `${base}${sign}${key}`),
      '/storage',
      '/storage/',
      base,
      `${base}/`,
      `${base}/${user}`,
      `${base}/${user}/`,
      `${base}/${user}/jingles`,
      `${base}/${user}/jingles/`,
      `${base}/${key}/`,
      `${base}/${key}/.`,
      `${base}//${key}`,
      `${base}/./${key}`,
      `/storage/./station-assets/${key}`,
      `/storage/Station-Assets/${key}`,
      `/storage/station-assets2/${key}`,
      `/storage/${key}`,
      `${base}/${key.toUpperCase()}`,
      `${base}/${user.toUpperCase()}/${file}`,
      `${base}/${user}/Jingles/jingle_1.mp3`,
      `${base}/${user}/jingles/jingle_1.MP3`,
      `${base}/${user}/jingles/jingle_01.mp3`,
      `${base}/${user}/jingles/jingle_0.mp3`,
      `${base}/${user}/jingles/jingle_1.mp3%00`,
      `${base}/${user}/jingles/jingle_1.mp3%00.png`,
      `${base}/${user}/jingles/jingle_1.mp3%20`,
      `${base}/${user}/jingles/jingle_1.mp3.`,
      `${base}/${user}/jingles/jingle_1.mp3::$DATA`,
      `${base}/${user}/jingles/jingle_1`,
      `${base}/${user}/jingles/jingle%5f1.mp3`,
      `${base}/%30${key.slice(1)}`,
      `${base}/${user}/jingles/jingle_1.mp3;v=1`,
      `${base}/${user}/jingles/jingle_1.mp3%3fv=1`,
      `${base}/${user}/jingles/radio_id_1.mp3`,
      `${base}/${user}/jingle_1.mp3`,
      `${base}/.unfinished/${process.pid}/half`,
      `${base}/${user}/.unfinished`,
      `${base}/secret.mp3`,
      `${base}/${user}/link.mp3`,
      `${base}/etc/passwd`,
      `${base}//etc/passwd`,
      `${base}/~`,
    ];
  }

  it('return 404 or 400 without reading storage, however they are encoded', async () => {
    const { address, key } = await keep();
    await writeFile(join(folder, 'secret.mp3'), 'secret');
    const unfinished = join(folder, 'storage', '.unfinished', String(process.pid));
    await mkdir(unfinished, { recursive: true });
    await writeFile(join(unfinished, 'half'), 'secret');
    await symlink(join(folder, 'secret.mp3'), join(folder, 'storage', userId, 'link.mp3'));
    const asked = spellings(key);
    expect(asked.length).toBeGreaterThan(120);

    for (const spelling of asked) {
      const answer = await rawRequest(
        app.url,
        `GET ${spelling} HTTP/1.1\r\nHost: radio.example.com\r\nConnection: close\r\n\r\n`,
      );
      expect([spelling, answer.split('\r\n')[0]]).toEqual([
        spelling,
        expect.stringMatching(/ 404 | 400 /),
      ]);
      expect(answer).not.toContain('secret');
    }
    expect(storage.asked.filter((act) => act.startsWith('open'))).toEqual([]);
    expect((await app.get(address)).status).toBe(200);
  });
});
