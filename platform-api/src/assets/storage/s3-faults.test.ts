import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BUCKET_FAILURES, startS3Proxy, type S3Proxy } from '../../../test/s3-proxy.ts';
import { startS3Server, type S3Server } from '../../../test/s3-server.ts';
import { createS3Storage } from './s3-storage.ts';

const KEY = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10/radio_ids/radio_id_1.mp3';
const BYTES = randomBytes(300_000);
/** Short, for servers that never answer; real answers are far faster. */
const SHORT = { put: 700, other: 700, silence: 700 };
/** Longer than any test. */
const LONG = { put: 120_000, other: 120_000, silence: 120_000 };

const unavailable = expect.objectContaining({ kind: 'storage_unavailable', status: 503 });

let folder: string;
let server: S3Server;
let proxy: S3Proxy;
let file: { path: string; size_bytes: number; content_type: string };
beforeAll(async () => {
  server = await startS3Server();
  folder = await mkdtemp(join(tmpdir(), 'stationhouse-storage-'));
  file = { path: join(folder, 'sent'), size_bytes: BYTES.length, content_type: 'audio/mpeg' };
  await writeFile(file.path, BYTES);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

let storage: ReturnType<typeof createS3Storage>;
const open = (patienceMs: typeof SHORT) =>
  createS3Storage({ ...server.bucket, endpoint: proxy.endpoint }, { patienceMs, checkEveryMs: 0 });
beforeEach(async () => {
  proxy = await startS3Proxy(server.bucket.endpoint ?? '');
  storage = open(LONG);
});
afterEach(async () => {
  storage.close();
  await proxy.close();
});

async function readAll(): Promise<Buffer | null> {
  const object = await storage.open(KEY);
  return object && buffer(object.stream);
}

async function keys(): Promise<string[]> {
  const all: string[] = [];
  for await (const { key } of storage.list('')) all.push(key);
  return all;
}

describe('a failing bucket', () => {
  it.each(BUCKET_FAILURES)(
    '(%s, always) makes every read, list and check fail as unavailable',
    async (failure) => {
      await storage.put(KEY, file);
      storage.close();
      storage = open(SHORT);
      proxy.fail(failure, Infinity);
      await expect(readAll()).rejects.toBeInstanceOf(Error);
      await expect(keys()).rejects.toEqual(unavailable);
      await expect(storage.check()).rejects.toEqual(unavailable);
    },
  );

  // The other two failures affect only answers with a body.
  it.each(['busy', 'refuses', 'hangs', 'resets', 'loses_the_answer', 'babbles'] as const)(
    '(%s, always) makes put and open fail as unavailable',
    async (failure) => {
      storage.close();
      storage = open(SHORT);
      proxy.fail(failure, Infinity);
      await expect(storage.put(KEY, file)).rejects.toEqual(unavailable);
      await expect(storage.open(KEY)).rejects.toEqual(unavailable);
    },
  );

  it.each(['busy', 'resets', 'loses_the_answer'] as const)(
    '(%s, twice) lets every operation succeed on the third try',
    async (failure) => {
      proxy.fail(failure, 2);
      await storage.put(KEY, file);
      proxy.fail(failure, 2);
      expect((await readAll())?.equals(BYTES)).toBe(true);
      proxy.fail(failure, 2);
      await storage.check();
      proxy.fail(failure, 2);
      await storage.delete(KEY);
      expect(await storage.open(KEY)).toBeNull();
    },
  );

  it('gets no retry after it refuses a request', async () => {
    proxy.fail('refuses', Infinity);
    await expect(storage.put(KEY, file)).rejects.toEqual(unavailable);
    expect(proxy.seen).toHaveLength(1);
  });

  it('gets the complete body and its MD5 with each retry', async () => {
    proxy.fail('busy', 2);
    await storage.put(KEY, file);
    expect(proxy.seen).toHaveLength(3);
    expect(new Set(proxy.seen.map(({ md5 }) => md5)).size).toBe(1);
    for (const { md5, claimed_md5 } of proxy.seen) expect(claimed_md5).toBe(md5);
  });

  it.each(['truncates', 'stalls'] as const)(
    '(%s) gives its reader an error, never a short file',
    async (failure) => {
      await storage.put(KEY, file);
      storage.close();
      storage = open({ ...LONG, silence: SHORT.silence });
      proxy.fail(failure);
      const object = await storage.open(KEY);
      const chunks: Buffer[] = [];
      const reading = (async () => {
        for await (const chunk of object?.stream ?? []) chunks.push(chunk);
      })();
      await expect(reading).rejects.toBeInstanceOf(Error);
      expect(Buffer.concat(chunks).length).toBeLessThan(BYTES.length);
    },
  );

  it('is unavailable, not empty, when the bucket does not exist', async () => {
    storage.close();
    storage = createS3Storage({ ...server.bucket, bucket: 'nobodys-files' });
    await expect(storage.open(KEY)).rejects.toEqual(unavailable);
    await expect(storage.check()).rejects.toEqual(unavailable);
  });

  it('gives errors with the cause, but without signatures or credentials', async () => {
    proxy.fail('refuses', Infinity);
    const error: unknown = await storage.open(KEY).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ cause: { message: expect.stringContaining('403') } });
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error as object))).not.toMatch(
      /signature|credential/i,
    );
  });
});

describe('the check of a bucket', () => {
  it('sends one request for 50 concurrent checks', async () => {
    storage.close();
    storage = createS3Storage({ ...server.bucket, endpoint: proxy.endpoint });
    await Promise.all(Array.from({ length: 50 }, () => storage.check()));
    await storage.check();
    expect(proxy.seen).toHaveLength(1);
  });
});

describe('a bucket without conditional writes', () => {
  it('creates a text, and keeps an existing one', async () => {
    proxy.fail('no_conditions', Infinity);
    await storage.create('id.txt', 'first');
    await storage.create('id.txt', 'second');
    const object = await storage.open('id.txt');
    expect(object && (await buffer(object.stream)).toString()).toBe('first');
    await storage.delete('id.txt');
  });
});
