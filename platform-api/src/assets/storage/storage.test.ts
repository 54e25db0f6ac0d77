import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startS3Server, type S3Server } from '../../../test/s3-server.ts';
import { createDiskStorage } from './disk-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import type { ByteRange, Storage } from './storage.ts';

const KEY = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10/jingles/jingle_1.mp3';

let folder: string;
let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stationhouse-storage-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** The two storage drivers. Objects in the bucket outlive a test, so each test empties it first. */
const DRIVERS: [string, () => Storage & { close?: () => void }][] = [
  ['a folder', () => createDiskStorage(join(folder, 'storage'))],
  ['a bucket', () => createS3Storage(server.bucket)],
];

describe.each(DRIVERS)('storage in %s', (_, create) => {
  let storage: ReturnType<typeof create>;
  beforeEach(async () => {
    storage = create();
    for await (const { key } of storage.list('')) await storage.delete(key);
  });
  afterEach(() => storage.close?.());

  async function keep(key: string, bytes: Buffer): Promise<void> {
    const path = join(folder, 'sent');
    await writeFile(path, bytes);
    await storage.put(key, { path, size_bytes: bytes.length, content_type: 'audio/mpeg' });
  }

  async function read(key: string, range?: ByteRange) {
    const object = await storage.open(key, range);
    return object && { size_bytes: object.size_bytes, bytes: await buffer(object.stream) };
  }

  async function keysUnder(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of storage.list(prefix)) keys.push(key);
    return keys.toSorted();
  }

  it.each([1, 1_000, 3_000_001])('keeps a file of %d bytes unchanged', async (size) => {
    const bytes = randomBytes(size);
    await keep(KEY, bytes);
    const kept = await read(KEY);
    expect(kept?.size_bytes).toBe(size);
    expect(kept?.bytes.equals(bytes)).toBe(true);
  });

  it('replaces a file with a later one under the same key', async () => {
    await keep(KEY, Buffer.from('the earlier one'));
    await keep(KEY, Buffer.from('the later'));
    expect((await read(KEY))?.bytes.toString()).toBe('the later');
  });

  it('creates a text once: of ten at once one stays, and a later one changes nothing', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_each, n) => storage.create('id.txt', `text ${n}`)),
    );
    const kept = (await read('id.txt'))?.bytes.toString();
    expect(kept).toMatch(/^text \d$/);
    await storage.create('id.txt', 'later');
    expect((await read('id.txt'))?.bytes.toString()).toBe(kept);
    expect(await keysUnder('')).toEqual(['id.txt']);
  });

  it('leaves the source file in place', async () => {
    await keep(KEY, Buffer.from('once'));
    const path = join(folder, 'sent');
    await storage.put(`${KEY}.2`, { path, size_bytes: 4, content_type: 'audio/mpeg' });
    expect((await read(`${KEY}.2`))?.bytes.toString()).toBe('once');
  });

  it.each([
    [{ first: 0, last: 1 }, '01'],
    [{ first: 9, last: 9 }, '9'],
    [{ first: 2, last: 4 }, '234'],
    [{ first: 5, last: 9 }, '56789'],
    [{ first: 0, last: 9 }, '0123456789'],
    [{ first: 8, last: 30 }, '89'],
  ])('reads only the bytes %j, and returns the full size', async (range, bytes) => {
    await keep(KEY, Buffer.from('0123456789'));
    expect(await read(KEY, range)).toEqual({ size_bytes: 10, bytes: Buffer.from(bytes) });
  });

  it('returns null for an unknown key', async () => {
    expect(await storage.open('nobody/logo.png')).toBeNull();
    expect(await storage.open('nobody')).toBeNull();
    await storage.delete('nobody/logo.png');
    expect(await keysUnder('nobody/')).toEqual([]);
  });

  it('returns null for a deleted key, and can delete it again', async () => {
    await keep(KEY, Buffer.from('gone soon'));
    await storage.delete(KEY);
    expect(await storage.open(KEY)).toBeNull();
    expect(await keysUnder('')).toEqual([]);
    await storage.delete(KEY);
  });

  it('lists keys by prefix', async () => {
    const before = Date.now();
    for (const key of ['a/logo.png', 'a/jingles/jingle_1.mp3', 'a/jingles/jingle_10.mp3']) {
      await keep(key, Buffer.from(key));
    }
    await keep('ab/logo.png', Buffer.from('of somebody else'));
    expect(await keysUnder('a/')).toEqual([
      'a/jingles/jingle_1.mp3',
      'a/jingles/jingle_10.mp3',
      'a/logo.png',
    ]);
    expect(await keysUnder('a/jingles/jingle_1')).toHaveLength(2);
    expect(await keysUnder('a/jingles/jingle_10.mp3')).toEqual(['a/jingles/jingle_10.mp3']);
    expect(await keysUnder('a')).toHaveLength(4);
    expect(await keysUnder('')).toHaveLength(4);
    for await (const { modified_at } of storage.list('')) {
      // A bucket reports whole seconds.
      expect(modified_at.getTime()).toBeGreaterThan(before - 2_000);
      expect(modified_at.getTime()).toBeLessThan(Date.now() + 2_000);
    }
  });

  it('closes a file that is not read to its end', async () => {
    await keep(KEY, randomBytes(2_000_000));
    for (let count = 0; count < 20; count += 1) {
      const object = await storage.open(KEY);
      object?.stream.destroy();
    }
    expect((await read(KEY))?.size_bytes).toBe(2_000_000);
  });

  it('passes its own check', async () => {
    await expect(storage.check()).resolves.toBeUndefined();
  });

  it.each([
    '',
    '/',
    'a/',
    '/a',
    'a//b',
    '.',
    '..',
    '../a',
    'a/../b',
    'a/..',
    './a',
    '.hidden',
    'a/.b',
    'a\\b',
    'a b',
    'a\0b',
    'a%2fb',
    'é',
    'a\n',
    'C:\\a',
    'a?b',
    'a*',
    `a/${'b'.repeat(256)}`,
  ])('throws on the invalid key %j', async (key) => {
    const file = { path: folder, size_bytes: 1, content_type: 'audio/mpeg' };
    for (const act of [
      async () => storage.put(key, file),
      async () => storage.create(key, ''),
      async () => storage.open(key),
      async () => storage.delete(key),
    ]) {
      await expect(act).rejects.toThrow('Not a storage key');
    }
  });

  it.each(['/', '../', 'a/../', 'a//', '.', '%2e'])(
    'throws on the invalid prefix %j',
    async (prefix) => {
      await expect(keysUnder(prefix)).rejects.toThrow('Not the beginning of a storage key');
    },
  );

  it('stores nothing when a file does not have the declared size', async () => {
    const path = join(folder, 'sent');
    await writeFile(path, 'half of i');
    const file = { path, size_bytes: 12, content_type: 'audio/mpeg' };
    await expect(storage.put(KEY, file)).rejects.toThrow('has not 12 bytes');
    expect(await keysUnder('')).toEqual([]);
  });
});
