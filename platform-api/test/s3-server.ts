// oxlint-disable-next-line typescript/triple-slash-reference -- our types of the library are no module, and files that import this one need them
/// <reference path="./s3rver.d.ts" />
import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import S3rver, { type StoredS3Object } from 's3rver';
import type { Bucket } from '../src/assets/storage/storage-url.ts';
import { createLimit } from '../src/http/concurrency-limit.ts';

/** The only keys that the server accepts. */
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** An S3 server with an empty bucket. */
export interface S3Server {
  bucket: Bucket & typeof KEYS;
  /** The folder of the bucket's objects. */
  folder: string;
  /** Stops it and removes its files. */
  close: () => Promise<void>;
}

/** Starts an S3 server in this process, on a free port. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'stationhouse-s3-'));
  const name = 'radio-files';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name }],
  });
  writeWhole(server);
  writeOnce(server);
  const { port } = await server.run();
  return {
    bucket: {
      bucket: name,
      ...KEYS,
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
    },
    folder: join(directory, name),
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Serialises writes and waits for each. s3rver answers before all bytes are on the disk, and mixes the bytes of
 * concurrent writes to one key, which no real bucket does.
 */
function writeWhole({ store }: S3rver): void {
  const putObject = store.putObject.bind(store);
  let last: Promise<unknown> = Promise.resolve();
  async function putWhole(object: StoredS3Object): Promise<{ size: number }> {
    const kept = await putObject(object);
    const path = store.getResourcePath(object.bucket, object.key, 'object');
    while ((await stat(path)).size < kept.size) await setImmediate();
    return kept;
  }
  store.putObject = (object) => {
    const kept = last.then(() => putWhole(object));
    last = kept.catch(() => undefined);
    return kept;
  };
}

/** Adds conditional writes (`If-None-Match: *`), which s3rver ignores and buckets have. */
function writeOnce(server: S3rver): void {
  const oneAtATime = createLimit({ atOnce: 1, maxWaiting: 1_000 });
  server.middleware.unshift(async (ctx, next) => {
    if (ctx.method !== 'PUT' || ctx.get('If-None-Match') !== '*') return next();
    const [, bucket = '', ...words] = ctx.path.split('/');
    const path = server.store.getResourcePath(bucket, words.join('/'), 'object');
    return oneAtATime(async () => {
      if (!existsSync(path)) return next();
      ctx.status = 412;
      ctx.type = 'application/xml';
      ctx.body = '<Error><Code>PreconditionFailed</Code></Error>';
    });
  });
}

/** The bucket as STORAGE_URL names it. */
export function storageUrlOf({
  bucket,
  accessKeyId,
  secretAccessKey,
  region,
  endpoint,
}: S3Server['bucket']): string {
  const [key, secret] = [accessKeyId, secretAccessKey].map(encodeURIComponent);
  const query = new URLSearchParams({ region, ...(endpoint !== null && { endpoint }) });
  return `s3://${key}:${secret}@${bucket}?${query}`;
}
