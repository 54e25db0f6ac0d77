import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { RELEASES_FOLDER } from '../assets/storage/storage-key.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { AppError, hasCode } from '../errors.ts';
import type { Logger } from '../log.ts';
import { createPackedFiles, pack, type PackedFile } from './packed-files.ts';

/** What a browser can ask for. Types are for programs that are built, compressed twins for us alone. */
const SERVED = /^\w[\w.-]*\.(?:js|json|svg)$/;

const CONTENT_TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

/** A file's content type; undefined: a name that no file of the SDK's has. */
export const sdkContentType = (file: string): string | undefined =>
  SERVED.test(file) ? CONTENT_TYPES[file.slice(file.lastIndexOf('.') + 1)] : undefined;

/** The list of what was released is read anew at most so often, in ms, whatever is asked for. */
const LIST_EVERY_MS = 5_000;

/** A storage that fails is tried again after this, in ms. */
const PUBLISH_AGAIN_MS = 30_000;

/** A file of a release as it is answered. */
export interface ReleasedFile {
  packed: PackedFile;
  /** Whether it stays so for ever. Not yet, while nobody could look what was released before. */
  isSettled: boolean;
}

/** Every release of the SDK that this installation has ever served (decision 18). */
export interface SdkReleases {
  /**
   * A release's file; null where there is none.
   * @throws `storage_unavailable` when nobody can say
   */
  find(version: string, file: string): Promise<ReleasedFile | null>;
  /** The file of this name of the newest release that has one. @throws `storage_unavailable` */
  findNewest(file: string): Promise<ReleasedFile | null>;
  /** Begins to keep this version's files for those to come, and tries until it is done. */
  publish(): void;
  close(): void;
}

interface Deps {
  storage: Storage;
  log: Logger;
  now: () => number;
  /** Of the SDK that this program was built with. */
  version: string;
  /** Where the files of this version are. */
  folder: string;
  publishAgainMs?: number;
}

/** Making it reads nothing and keeps nothing. */
export function createSdkReleases(deps: Deps): SdkReleases {
  const { storage, log, now, version, folder, publishAgainMs = PUBLISH_AGAIN_MS } = deps;
  const closing = new AbortController();
  const packed = createPackedFiles();
  const released = createReleasedKeys(storage, now);
  let own: Promise<Map<string, Buffer>> | undefined;
  /** Of this version's files, those that are the same as what was released. */
  const settled = new Set<string>();

  /** This version as it was when the program started: a rebuild meanwhile is no release. */
  function ownFiles(): Promise<Map<string, Buffer>> {
    own ??= readOwn(folder).catch((error: unknown) => {
      own = undefined;
      throw error;
    });
    return own;
  }

  async function findStored(key: string): Promise<ReleasedFile | null> {
    const file = await packed.take(key, () => readStored(storage, key));
    return file && { packed: file, isSettled: true };
  }

  /** What was built since the program started, as in development: it may be built anew once more. */
  async function findBuilt(file: string): Promise<ReleasedFile | null> {
    const bytes = await readFile(join(folder, file)).catch(ifMissing);
    return bytes && { packed: await pack(bytes), isSettled: false };
  }

  async function find(asked: string, file: string): Promise<ReleasedFile | null> {
    const key = keyOf(asked, file);
    const bytes = asked === version ? (await ownFiles()).get(file) : undefined;
    if (!bytes) {
      if (await released.has(key)) return findStored(key);
      return asked === version ? findBuilt(file) : null;
    }
    const copy = await packed.take(key, async () => bytes);
    return copy && { packed: copy, isSettled: settled.has(file) };
  }

  /** @returns whether what was released under this name is what we have */
  async function keep(file: string, bytes: Buffer): Promise<boolean> {
    const key = keyOf(version, file);
    const before = await readStored(storage, key);
    if (before && !before.equals(bytes)) {
      (await ownFiles()).set(file, before);
      packed.forget(key);
    } else if (!before) {
      const content_type = sdkContentType(file) ?? '';
      const path = join(folder, file);
      await storage.put(key, { path, size_bytes: bytes.length, content_type });
    }
    settled.add(file);
    return !before || before.equals(bytes);
  }

  async function publishAll(): Promise<void> {
    const others: string[] = [];
    for (const [file, bytes] of await ownFiles()) {
      if (settled.has(file)) continue;
      if (!(await keep(file, bytes))) others.push(file);
    }
    if (others.length === 0) return;
    log.error(
      { version, files: others },
      'the SDK was built anew under a version that is released: what was released stays, raise the version',
    );
  }

  async function publishUntilDone(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        return await publishAll();
      } catch (error) {
        log.warn({ err: error, version }, 'the SDK’s files could not be kept, trying again');
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

/**
 * The keys of all that was released, as far as we have heard: so that a name which somebody makes up
 * costs no look into the storage.
 */
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

  /** Another replica may have released something. */
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

async function readOwn(folder: string): Promise<Map<string, Buffer>> {
  const files = (await readdir(folder)).filter((file) => sdkContentType(file) !== undefined);
  const contents = await Promise.all(files.map((file) => readFile(join(folder, file))));
  return new Map(files.map((file, index) => [file, contents[index] ?? Buffer.alloc(0)]));
}

/** @throws `storage_unavailable`, also when it breaks off */
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
