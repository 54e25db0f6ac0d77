import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { RELEASES_FOLDER, type Storage } from '../assets/storage/storage.ts';
import { AppError, hasCode } from '../errors.ts';
import type { Logger } from '../process/log.ts';
import { etagOf } from './etag.ts';

/**
 * Files that browsers, editors and package managers request. CommonJS is only in the tarball, and compressed
 * twins are an encoding.
 */
const SERVED = /^\w[\w.-]*\.(?:js|json|svg|d\.ts|map|tgz)$/;

const CONTENT_TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  ts: 'application/typescript; charset=utf-8',
  tgz: 'application/gzip',
};

/** The content type of a file of the SDK; undefined when no file can have this name. */
export const sdkContentType = (file: string): string | undefined =>
  SERVED.test(file) && !file.endsWith('.cjs.map')
    ? CONTENT_TYPES[file.slice(file.lastIndexOf('.') + 1)]
    : undefined;

/** The list of releases is read at most this often, in ms. */
const LIST_EVERY_MS = 5_000;

/** The pause before publishing is retried, in ms. */
const PUBLISH_AGAIN_MS = 30_000;

/** The size of the cache of older releases, in bytes: some two hundred files, in each encoding. */
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

/** A file in each encoding that browsers accept. The tarball is compressed already. */
export interface PackedFile {
  etag: string;
  identity: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

/** A file of a release. */
export interface ReleasedFile {
  packed: PackedFile;
  /** Whether it is immutable: false until it was compared with the release of the same name. */
  isSettled: boolean;
}

/** Every release of the SDK that this installation has ever served (decision 18). */
export interface SdkReleases {
  /**
   * A file of a release; null when it does not exist.
   * @throws `storage_unavailable` when that cannot be known
   */
  find(version: string, file: string): Promise<ReleasedFile | null>;
  /** The file of this name in the newest release that has one. @throws `storage_unavailable` */
  findNewest(file: string): Promise<ReleasedFile | null>;
  /** Starts to store this version's files, and retries until that is done. */
  publish(): void;
  close(): void;
}

interface Deps {
  storage: Storage;
  log: Logger;
  now: () => number;
  /** Of the SDK that this program was built with. */
  version: string;
  /** The folder of this version's files. */
  folder: string;
  publishAgainMs?: number;
}

/** A file of this version, compressed when it is first requested. */
interface OwnFile {
  bytes: Buffer;
  packed?: Promise<PackedFile>;
}

export function createSdkReleases(deps: Deps): SdkReleases {
  const { storage, log, now, version, folder, publishAgainMs = PUBLISH_AGAIN_MS } = deps;
  const closing = new AbortController();
  const released = createReleasedKeys(storage, now);
  let own: Promise<Map<string, OwnFile>> | undefined;
  /** This version's files that equal the released ones. */
  const settled = new Set<string>();
  const stored = new LRUCache<string, PackedFile>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ identity, br, gzip }) =>
      identity.length + (br?.length ?? 0) + (gzip?.length ?? 0),
    async fetchMethod(key) {
      const bytes = await readStored(storage, key);
      return bytes ? pack(bytes, key) : undefined;
    },
    // An evicted request still gets its file.
    ignoreFetchAbort: true,
  });

  /** This version as it was at the first request: a later rebuild is not a release. */
  function ownFiles(): Promise<Map<string, OwnFile>> {
    own ??= readOwn(folder).catch((error: unknown) => {
      own = undefined;
      throw error;
    });
    return own;
  }

  async function findStored(key: string): Promise<ReleasedFile | null> {
    const packed = await stored.fetch(key);
    return packed ? { packed, isSettled: true } : null;
  }

  /** A file that was built after the program started, as in development. It may change again. */
  async function findBuilt(file: string): Promise<ReleasedFile | null> {
    const bytes = await readFile(join(folder, file)).catch(ifMissing);
    return bytes && { packed: await pack(bytes, file), isSettled: false };
  }

  async function find(asked: string, file: string): Promise<ReleasedFile | null> {
    const ownFile = asked === version ? (await ownFiles()).get(file) : undefined;
    if (ownFile) {
      ownFile.packed ??= pack(ownFile.bytes, file);
      return { packed: await ownFile.packed, isSettled: settled.has(file) };
    }
    const key = keyOf(asked, file);
    if (await released.has(key)) return findStored(key);
    return asked === version ? findBuilt(file) : null;
  }

  /** Stores a file, unless one was released under its name. @returns false when that one differs */
  async function store(file: string, bytes: Buffer): Promise<boolean> {
    const key = keyOf(version, file);
    const before = await readStored(storage, key);
    if (before && !before.equals(bytes)) (await ownFiles()).set(file, { bytes: before });
    if (!before) {
      const content_type = sdkContentType(file) ?? '';
      const path = join(folder, file);
      await storage.put(key, { path, size_bytes: bytes.length, content_type });
    }
    settled.add(file);
    return !before || before.equals(bytes);
  }

  async function publishAll(): Promise<void> {
    const others: string[] = [];
    for (const [file, { bytes }] of await ownFiles()) {
      if (settled.has(file)) continue;
      if (!(await store(file, bytes))) others.push(file);
    }
    if (others.length === 0) return;
    log.error(
      { version, files: others },
      'this build of the SDK differs from the release of the same version: the release stays, raise the version',
    );
  }

  async function publishUntilDone(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        return await publishAll();
      } catch (error) {
        log.warn({ err: error, version }, 'the SDK’s files could not be stored, trying again');
        await pause(publishAgainMs, closing.signal);
      }
    }
  }

  return {
    find,
    async findNewest(file) {
      const newest = await released.newest(file);
      return newest === null ? null : find(newest, file);
    },
    publish: () => void publishUntilDone(),
    close: () => closing.abort(),
  };
}

const keyOf = (version: string, file: string): string => `${RELEASES_FOLDER}${version}/${file}`;

const KEY = /\/(\d+\.\d+\.\d+)\/([^/]+)$/;

/** The keys of all known releases, so that requests for made-up names do not reach the storage. */
function createReleasedKeys(storage: Storage, now: () => number) {
  let keys = new Set<string>();
  let listedAt = -Infinity;
  let listing: Promise<void> | undefined;

  async function list(): Promise<void> {
    const found = new Set<string>();
    try {
      for await (const { key } of storage.list(RELEASES_FOLDER)) found.add(key);
      keys = found;
      listedAt = now();
    } finally {
      listing = undefined;
    }
  }

  /** Another replica may have published a release. */
  async function listAgain(): Promise<void> {
    if (now() - listedAt >= LIST_EVERY_MS) await (listing ??= list());
  }

  function newestWith(file: string): string | null {
    const versions = [...keys].flatMap((key) => {
      const [, version, name] = KEY.exec(key) ?? [];
      return name === file && version !== undefined ? [version] : [];
    });
    return versions.toSorted(byAge).at(-1) ?? null;
  }

  return {
    /** @throws `storage_unavailable` */
    async has(key: string): Promise<boolean> {
      if (!keys.has(key)) await listAgain();
      return keys.has(key);
    },
    /** The newest version with a file of this name. @throws `storage_unavailable` */
    async newest(file: string): Promise<string | null> {
      const known = newestWith(file);
      if (known !== null) return known;
      await listAgain();
      return newestWith(file);
    },
  };
}

function byAge(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}

async function readOwn(folder: string): Promise<Map<string, OwnFile>> {
  const files = (await readdir(folder)).filter((file) => sdkContentType(file) !== undefined);
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, OwnFile]> => [
        file,
        { bytes: await readFile(join(folder, file)) },
      ]),
    ),
  );
}

const encodeBrotli = promisify(brotliCompress);
const encodeGzip = promisify(gzip);

async function pack(identity: Buffer, file: string): Promise<PackedFile> {
  if (file.endsWith('.tgz')) return { etag: etagOf(identity), identity };
  const [br, gzipped] = await Promise.all([encodeBrotli(identity), encodeGzip(identity)]);
  return { etag: etagOf(identity), identity, br, gzip: gzipped };
}

/** @throws `storage_unavailable`, also when the stream breaks */
async function readStored(storage: Storage, key: string): Promise<Buffer | null> {
  const object = await storage.open(key);
  if (!object) return null;
  try {
    return await buffer(object.stream);
  } catch (error) {
    throw new AppError('storage_unavailable', { cause: error });
  }
}

function ifMissing(error: unknown): null {
  if (hasCode(error, 'ENOENT')) return null;
  throw error;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);
}
