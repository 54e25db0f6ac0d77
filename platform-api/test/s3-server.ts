// oxlint-disable-next-line typescript/triple-slash-reference -- our types of the library are no module, and files that import this one need them
/// <reference path="./s3rver.d.ts" />
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import S3rver, { type StoredS3Object } from 's3rver';
import type { Bucket } from '../src/storage-url.ts';

/** The one pair that the server knows. */
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** A server that speaks S3, with an empty bucket. */
export interface S3Server {
  bucket: Bucket;
  /** The folder that the bucket's objects lie in. */
  folder: string;
  /** Ends it and removes what it holds. */
  close: () => Promise<void>;
}

/** Starts one in this process, on a port that is free. */
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
 * It answers before all bytes are on the disk, and mixes those of two who write one key at once: no bucket
 * does. So one is written after the other, and each is waited for.
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

/** The bucket as STORAGE_URL names it. */
export function storageUrlOf({
  bucket,
  accessKeyId,
  secretAccessKey,
  region,
  endpoint,
}: Bucket): string {
  const [key, secret] = [accessKeyId, secretAccessKey].map(encodeURIComponent);
  const query = new URLSearchParams({ region, ...(endpoint !== null && { endpoint }) });
  return `s3://${key}:${secret}@${bucket}?${query}`;
}
