import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import { openProcessFolder } from '../assets/storage/disk-storage.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { hasCode } from '../errors.ts';
import type { Logger } from '../process/log.ts';

/** Files of the cache that are open at once. */
const MAX_OPEN_FILES = 256;

/** Objects that are fetched at once: enough to fill a line, few enough to leave sockets for uploads. */
const FETCHES_AT_ONCE = 4;

/** A failed fetch is tried again after this time, then after twice as long each time, in ms. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/** A full disk is taken for the size of the cache this long, in ms; then it may grow again. */
const FULL_DISK_MS = 10 * MINUTE_MS;

/** Closing waits this long for fetches that were stopped, in ms. */
const CLOSE_WITHIN_MS = 1_000;

/** The time of use is written to the disk at most this often per file, in ms. */
const TOUCH_EVERY_MS = HOUR_MS;

/** An object larger than this part of the cache is not kept: it would push out everything else. */
const LARGEST_PART = 1 / 4;

/** Prepared files are named by the SHA-256 of their content; the offsets of AAC by that of their sound. */
const NAME = /^([0-9a-f]{64})\.(mp3|aac|offsets)$/;

/** Prepared files on this replica's disk, in a folder of limited size. */
export interface SoundCache {
  /** Bytes of a file that is on the disk, fewer at its end; null when it is not there. */
  read(key: string, first: number, length: number): Promise<Buffer | null>;
  /**
   * Fetches a file unless it is there, is being fetched, or failed a moment ago.
   * @returns whether it is on the disk; never rejects
   */
  fetch(key: string): Promise<boolean>;
  /** Whether the object itself is known to be damaged or missing, until the next try. */
  isBroken(key: string): boolean;
  /** Deletes a file whose content is wrong. */
  discard(key: string, reason: string): Promise<void>;
  /** Of all files, in bytes. */
  readonly size: number;
  close(): Promise<void>;
}

interface CachedFile {
  bytes: number;
  /** Epoch ms. */
  touchedAt: number;
  /** Its content was compared with its name by this process. */
  isVerified: boolean;
}

interface OpenFile {
  handle: Promise<FileHandle>;
  readers: number;
  isReleased: boolean;
}

interface Failure {
  count: number;
  /** By `performance.now()`. */
  retryAt: number;
  isBroken: boolean;
}

/**
 * @param options.folder belongs to this cache; the files in it survive a restart
 * @param options.firstRetryMs for tests
 */
export function createSoundCache(options: {
  folder: string;
  maxBytes: number;
  storage: Storage;
  log: Logger;
  firstRetryMs?: number;
}): SoundCache {
  const { folder, maxBytes, storage, log, firstRetryMs = FIRST_RETRY_MS } = options;
  /** Least recently used first. */
  const files = new Map<string, CachedFile>();
  const openFiles = new Map<string, OpenFile>();
  const fetching = new Map<string, Promise<boolean>>();
  const failures = new Map<string, Failure>();
  const limit = pLimit(FETCHES_AT_ONCE);
  const closing = new AbortController();
  let size = 0;
  let unfinished: string | null = null;
  let isDiskFailing = false;
  /** Less than `maxBytes` for a while when the disk is full before. */
  let capacity = maxBytes;
  let capacityUntil = Infinity;

  const ready = scan().catch((error: unknown) => diskFailed(error));

  async function scan(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    unfinished = openProcessFolder(join(folder, 'unfinished'));
    const names = (await readdir(folder)).filter((name) => NAME.test(name));
    const found = await Promise.all(
      names.map(async (name) => ({
        name,
        facts: await stat(join(folder, name)).catch(() => null),
      })),
    );
    for (const { name, facts } of found.toSorted(
      (a, b) => (a.facts?.mtimeMs ?? 0) - (b.facts?.mtimeMs ?? 0),
    )) {
      if (facts?.isFile())
        add(name, { bytes: facts.size, touchedAt: facts.mtimeMs, isVerified: false });
    }
    await makeRoom(0);
  }

  function add(name: string, file: CachedFile): void {
    size += file.bytes - (files.get(name)?.bytes ?? 0);
    files.delete(name);
    files.set(name, file);
  }

  async function remove(name: string): Promise<void> {
    size -= files.get(name)?.bytes ?? 0;
    files.delete(name);
    release(name);
    await rm(join(folder, name), { force: true }).catch(diskFailed);
  }

  async function makeRoom(bytes: number): Promise<void> {
    for (const name of files.keys()) {
      if (size + bytes <= capacity) return;
      await remove(name);
    }
  }

  function diskFailed(error: unknown): void {
    if (!isDiskFailing) {
      log.warn(
        { err: error, folder },
        'the sound cache cannot use its disk; sound comes from the storage',
      );
    }
    isDiskFailing = true;
  }

  function use(name: string, file: CachedFile): void {
    files.delete(name);
    files.set(name, file);
    const now = Date.now();
    if (now - file.touchedAt > TOUCH_EVERY_MS) {
      file.touchedAt = now;
      const time = new Date(now);
      utimes(join(folder, name), time, time).catch(() => undefined);
    }
    if (!file.isVerified) {
      file.isVerified = true;
      void verify(name);
    }
  }

  /** A file of an earlier process may have been damaged since. */
  async function verify(name: string): Promise<void> {
    const hash = hashIn(name);
    if (hash === null) return;
    try {
      const actual = createHash('sha256');
      await pipeline(createReadStream(join(folder, name)), actual, { signal: closing.signal });
      if (actual.digest('hex') !== hash) await drop(name, 'its content has another hash');
    } catch (error) {
      if (!closing.signal.aborted) await drop(name, String(error));
    }
  }

  async function drop(name: string, reason: string): Promise<void> {
    log.warn({ file: name, reason }, 'a file of the sound cache was damaged and is fetched again');
    await remove(name);
  }

  function takeHandle(name: string): OpenFile {
    const known = openFiles.get(name);
    const file = known ?? { handle: open(join(folder, name)), readers: 0, isReleased: false };
    file.handle.catch(() => undefined);
    openFiles.delete(name);
    openFiles.set(name, file);
    const [oldest] = openFiles.keys();
    if (openFiles.size > MAX_OPEN_FILES && oldest !== undefined) release(oldest);
    file.readers += 1;
    return file;
  }

  /** Closes a file once nothing reads it. */
  function release(name: string): void {
    const file = openFiles.get(name);
    if (file === undefined) return;
    openFiles.delete(name);
    file.isReleased = true;
    if (file.readers === 0) closeHandle(file);
  }

  function closeHandle({ handle }: OpenFile): void {
    handle.then((opened) => opened.close()).catch(() => undefined);
  }

  async function read(key: string, first: number, length: number): Promise<Buffer | null> {
    await ready;
    const name = nameOf(key);
    const cached = name === null ? undefined : files.get(name);
    if (name === null || cached === undefined || closing.signal.aborted) return null;
    use(name, cached);
    const file = takeHandle(name);
    try {
      const handle = await file.handle;
      const bytes = Math.max(0, Math.min(length, cached.bytes - first));
      // A new buffer for each read: sockets send it later.
      const buffer = Buffer.allocUnsafe(bytes);
      const { bytesRead } = await handle.read(buffer, 0, bytes, first);
      if (bytesRead === bytes) return buffer;
      await drop(name, 'it is shorter than it was');
    } catch (error) {
      await drop(name, String(error));
    } finally {
      file.readers -= 1;
      if (file.isReleased && file.readers === 0) closeHandle(file);
    }
    return null;
  }

  async function fetch(key: string): Promise<boolean> {
    await ready;
    const name = nameOf(key);
    if (name === null) return false;
    if (files.has(name)) return true;
    const failure = failures.get(name);
    if (closing.signal.aborted || (failure && performance.now() < failure.retryAt)) return false;
    const running = fetching.get(name) ?? limit(() => tryFetch(key, name));
    fetching.set(name, running);
    return running;
  }

  async function tryFetch(key: string, name: string): Promise<boolean> {
    try {
      const isKept = !closing.signal.aborted && (await download(key, name));
      if (isKept) failures.delete(name);
      return isKept;
    } catch (error) {
      noteFailure(key, name, error);
      return false;
    } finally {
      fetching.delete(name);
    }
  }

  /** @returns false when it is too large to keep */
  async function download(key: string, name: string): Promise<boolean> {
    if (performance.now() > capacityUntil) capacity = maxBytes;
    const object = await storage.open(key);
    if (object === null) throw new BrokenObject('it is missing');
    if (unfinished === null || object.size_bytes > capacity * LARGEST_PART) {
      object.stream.destroy();
      // Asked again only when it may have changed.
      failures.set(name, {
        count: 0,
        retryAt: performance.now() + LONGEST_RETRY_MS,
        isBroken: false,
      });
      return false;
    }
    const part = join(unfinished, randomUUID());
    const actual = createHash('sha256');
    let bytes = 0;
    try {
      await makeRoom(object.size_bytes);
      await pipeline(
        object.stream,
        async function* count(chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            bytes += chunk.length;
            actual.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(part, { flush: true, mode: 0o600 }),
        { signal: closing.signal },
      );
      if (bytes !== object.size_bytes) throw new Error('it was cut short');
      const hash = hashIn(name);
      if (hash !== null && actual.digest('hex') !== hash) throw new BrokenObject('it is damaged');
      await rename(part, join(folder, name));
      isDiskFailing = false;
      add(name, { bytes, touchedAt: Date.now(), isVerified: true });
      return true;
    } finally {
      await rm(part, { force: true }).catch(() => undefined);
    }
  }

  function noteFailure(key: string, name: string, error: unknown): void {
    if (closing.signal.aborted) return;
    const isBroken = error instanceof BrokenObject;
    if (hasCode(error, 'ENOSPC', 'EDQUOT')) {
      capacity = size;
      capacityUntil = performance.now() + FULL_DISK_MS;
    }
    const before = failures.get(name);
    if (isBroken && !before?.isBroken) {
      log.error(
        { alarm: 'sound', key, err: error },
        'a prepared file in the storage cannot be played',
      );
    } else if (hasCode(error, 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES')) {
      diskFailed(error);
    }
    const count = (before?.count ?? 0) + 1;
    const wait = Math.min(LONGEST_RETRY_MS, firstRetryMs * 2 ** (count - 1));
    failures.set(name, { count, retryAt: performance.now() + wait, isBroken });
  }

  return {
    read,
    fetch,
    isBroken: (key) => failures.get(nameOf(key) ?? '')?.isBroken ?? false,
    async discard(key, reason) {
      const name = nameOf(key);
      if (name !== null && files.has(name)) await drop(name, reason);
    },
    get size() {
      return size;
    },
    async close() {
      closing.abort();
      await ready;
      // A storage that hangs must not hold up the end.
      await Promise.race([
        Promise.allSettled(fetching.values()),
        delay(CLOSE_WITHIN_MS, undefined, { ref: false }),
      ]);
      for (const name of openFiles.keys()) release(name);
    },
  };
}

class BrokenObject extends Error {}

/** Null for a key that has no hash: such an object is not kept. */
function nameOf(key: string): string | null {
  const name = key.slice(key.lastIndexOf('/') + 1);
  return NAME.test(name) ? name : null;
}

/** The hash that the content must have; null for offsets, which are named by their sound. */
function hashIn(name: string): string | null {
  const [, hash, kind] = NAME.exec(name) ?? [];
  return kind === 'offsets' ? null : (hash ?? null);
}
