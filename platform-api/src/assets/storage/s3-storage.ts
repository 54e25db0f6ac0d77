import '../../process/aws-sdk.ts';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3';
import { AppError } from '../../errors.ts';
import type { Bucket, BucketFolder } from './storage-url.ts';
import {
  assertKeyPrefix,
  assertStorageKey,
  CHECK_EVERY_MS,
  isStorageKey,
  sharedCheck,
  type ByteRange,
  type LocalFile,
  type Storage,
  type StoredObject,
} from './storage.ts';
import { WholeBody } from './whole-body.ts';

/**
 * Timeouts in ms: `put` for storing a file and `other` for any other call, retries included; `silence` between
 * two chunks of a file that is being read.
 */
export const S3_PATIENCE_MS = { put: 30_000, other: 10_000, silence: 10_000 };

/** Retries with exponential backoff; the first pause in ms. */
const MAX_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 100;

/** Every reader holds a connection until its file ends. */
const MAX_SOCKETS = 1_000;

/** The client logs what it also throws. */
const silent = () => undefined;
const SILENT = { trace: silent, debug: silent, info: silent, warn: silent, error: silent };

/** Reads a bucket. */
function connectTo(config: Bucket | BucketFolder, patienceMs = S3_PATIENCE_MS) {
  const { bucket: Bucket, accessKeyId, secretAccessKey } = config;
  const hasKeys = accessKeyId !== null && secretAccessKey !== null;
  const client = new S3Client({
    region: config.region,
    ...(hasKeys && { credentials: { accessKeyId, secretAccessKey } }),
    ...(config.endpoint !== null && { endpoint: config.endpoint, forcePathStyle: true }),
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      httpAgent: { maxSockets: MAX_SOCKETS },
      httpsAgent: { maxSockets: MAX_SOCKETS },
    },
    // Not every server supports Amazon's newer checksums; all support Content-MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    expectContinueHeader: false,
    logger: SILENT,
  });

  async function read(Key: string, range?: ByteRange): Promise<StoredObject | null> {
    const Range = range && `bytes=${range.first}-${range.last}`;
    const answer = await within(patienceMs.other, (abortSignal) =>
      client.send(new GetObjectCommand({ Bucket, Key, Range }), { abortSignal }).catch(ifNoKey),
    );
    if (answer === null) return null;
    // In Node.js it always is.
    const body = answer.Body as Readable;
    const facts = factsOf(answer, range);
    if (facts === null) {
      body.destroy();
      throw new AppError('storage_unavailable', { cause: new NoBucket() });
    }
    const stream = new WholeBody({ length: facts.length, silenceMs: patienceMs.silence });
    // An error destroys `stream`, so its reader gets it.
    pipeline(body, stream, () => undefined);
    return { size_bytes: facts.size_bytes, stream };
  }

  const page = (input: { Prefix?: string; ContinuationToken?: string; MaxKeys?: number }) =>
    within(patienceMs.other, async (abortSignal) => {
      const command = new ListObjectsV2Command({ Bucket, ...input });
      const answer = await client.send(command, { abortSignal });
      // Another server's answer must not pass for an empty bucket.
      if (answer.Name !== Bucket) throw new NoBucket();
      return answer;
    });

  /** All objects whose key begins with the prefix, in the order of their keys. */
  async function* list(Prefix: string): AsyncGenerator<BucketObject> {
    let ContinuationToken: string | undefined;
    do {
      const { Contents = [], NextContinuationToken } = await page({
        Prefix,
        ...(ContinuationToken !== undefined && { ContinuationToken }),
      });
      for (const { Key = '', LastModified, Size = 0 } of Contents) {
        if (LastModified) yield { key: Key, modified_at: LastModified, size_bytes: Size };
      }
      ContinuationToken = NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  return { client, read, page, list };
}

/** An object of any name. */
export interface BucketObject {
  key: string;
  modified_at: Date;
  size_bytes: number;
}

/** Reads a bucket of somebody else's, whose keys may be any. Every function throws `storage_unavailable`. */
export interface BucketReader {
  /** All objects whose key begins with the prefix, in the order of their keys. */
  list(prefix: string): AsyncIterable<BucketObject>;
  /** @returns null when there is no object */
  read(key: string, range: ByteRange): Promise<StoredObject | null>;
  close(): void;
}

/** Opens a bucket for reading. */
export function createBucketReader(folder: BucketFolder): BucketReader {
  const { client, read, list } = connectTo(folder);
  return { list, read, close: () => client.destroy() };
}

/** Stores objects in a bucket, for any number of replicas. */
export function createS3Storage(
  config: Bucket,
  { patienceMs = S3_PATIENCE_MS, checkEveryMs = CHECK_EVERY_MS } = {},
): Storage & { close(): void } {
  const { bucket: Bucket } = config;
  const { client, read, page, list } = connectTo(config, patienceMs);

  async function put(Key: string, file: LocalFile): Promise<void> {
    const ContentMD5 = await digestOf(file);
    const { content_type: ContentType, size_bytes: ContentLength } = file;
    const object = { Bucket, Key, ContentType, ContentLength, ContentMD5 };
    // The client cannot restart a stream, so each attempt opens its own.
    await within(patienceMs.put, (abortSignal) =>
      inTries(abortSignal, async () => {
        const unreadable = new AbortController();
        const Body = createReadStream(file.path).once('error', () => unreadable.abort());
        const signal = AbortSignal.any([abortSignal, unreadable.signal]);
        try {
          const command = new PutObjectCommand({ ...object, Body });
          const { ETag } = await client.send(command, { abortSignal: signal });
          if (ETag === undefined) throw new NoBucket();
        } finally {
          Body.destroy();
        }
      }),
    );
  }

  /** @throws S3ServiceException */
  async function create(object: { Key: string; Body: string }, signal: AbortSignal): Promise<void> {
    const send = async (condition: { IfNoneMatch?: '*' }) => {
      const input = { Bucket, ContentType: 'text/plain', ...object, ...condition };
      const { ETag } = await client.send(new PutObjectCommand(input), { abortSignal: signal });
      if (ETag === undefined) throw new NoBucket();
    };
    try {
      await send({ IfNoneMatch: '*' });
    } catch (error) {
      const status = statusOf(error);
      // There is an object, or another writer is about to store one.
      if (status === 412 || status === 409) return;
      // Not every server has conditional writes.
      if (status !== 501) throw error;
      const existing = await read(object.Key);
      existing?.stream.destroy();
      if (!existing) await send({});
    }
  }

  return {
    async put(key, file) {
      assertStorageKey(key);
      await put(key, file);
    },
    async create(Key, Body) {
      assertStorageKey(Key);
      await within(patienceMs.other, (signal) => create({ Key, Body }, signal));
    },
    async open(key, range) {
      assertStorageKey(key);
      return read(key, range);
    },
    async delete(Key) {
      assertStorageKey(Key);
      await within(patienceMs.other, (abortSignal) =>
        client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal }),
      );
    },
    async *list(prefix) {
      assertKeyPrefix(prefix);
      for await (const { key, modified_at } of list(prefix)) {
        if (isStorageKey(key)) yield { key, modified_at };
      }
    },
    check: sharedCheck(async () => void (await page({ MaxKeys: 1 })), checkEveryMs),
    close: () => client.destroy(),
  };
}

/** The answer came from something else than a bucket, such as a proxy or a network's sign-in page. */
class NoBucket extends Error {
  constructor() {
    super('this is not what a bucket answers');
    this.name = 'NoBucket';
  }
}

/** Turns every failure and timeout into `storage_unavailable`. */
async function within<Result>(
  ms: number,
  ask: (abortSignal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), ms);
  try {
    return await ask(timeout.signal);
  } catch (error) {
    throw new AppError('storage_unavailable', { cause: withoutRequest(error) });
  } finally {
    clearTimeout(timer);
  }
}

/** The client's errors contain the whole request with its signature, which must not be logged. */
function withoutRequest(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const status = statusOf(error);
  return new Error([error.name, status, error.message].filter(Boolean).join(' '));
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

async function inTries(signal: AbortSignal, attempt: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === MAX_ATTEMPTS || signal.aborted || !isTemporary(error)) throw error;
      await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random()), undefined, { signal });
    }
  }
}

/** Whether a retry may succeed: the connection broke, or the server has a fault or is overloaded. */
function isTemporary(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || status >= 500 || status === 429;
}

function ifNoKey(error: unknown): null {
  if (error instanceof NoSuchKey) return null;
  throw error;
}

/** The MD5 of a file for S3 (RFC 1864), which rejects bytes that were changed on the way. */
async function digestOf({ path, size_bytes }: LocalFile): Promise<string> {
  const hash = createHash('md5');
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk);
    size += chunk.length;
  }
  if (size !== size_bytes) throw new Error(`${path} has not ${size_bytes} bytes`);
  return hash.digest('base64');
}

/** @returns null when the answer is not a bucket's, or has another range than the requested one */
function factsOf(
  { ContentLength, ContentRange, ETag }: GetObjectCommandOutput,
  range?: ByteRange,
): { length: number; size_bytes: number } | null {
  if (ContentLength === undefined || ETag === undefined) return null;
  if (!range) return { length: ContentLength, size_bytes: ContentLength };
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange ?? '') ?? [];
  const length = Number(last) - Number(first) + 1;
  if (Number(first) !== range.first || Number(last) > range.last) return null;
  return length === ContentLength ? { length, size_bytes: Number(size) } : null;
}
