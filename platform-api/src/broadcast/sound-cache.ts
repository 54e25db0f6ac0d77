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
  /** The time of the next try, by `performance.now()`. */
  retryAt: number;
  isBroken: boolean;
}

/**
 * Prepared files on this replica's disk, in a folder of limited size.
 * @param options.folder belongs to this cache; the files in it survive a restart
 * @param options.firstRetryMs for tests
 */
export class SoundCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #storage: Storage;
  readonly #log: Logger;
  readonly #firstRetryMs: number;
  /** Least recently used first. */
  readonly #files = new Map<string, CachedFile>();
  readonly #openFiles = new Map<string, OpenFile>();
  readonly #fetching = new Map<string, Promise<boolean>>();
  readonly #failures = new Map<string, Failure>();
  readonly #limit = pLimit(FETCHES_AT_ONCE);
  readonly #closing = new AbortController();
  #size = 0;
  #unfinished: string | null = null;
  #isDiskFailing = false;
  /** Less than `maxBytes` for a while when the disk is full before. */
  #capacity: number;
  #capacityUntil = Infinity;
  readonly #ready: Promise<void>;

  constructor(options: {
    folder: string;
    maxBytes: number;
    storage: Storage;
    log: Logger;
    firstRetryMs?: number;
  }) {
    this.#folder = options.folder;
    this.#maxBytes = options.maxBytes;
    this.#storage = options.storage;
    this.#log = options.log;
    this.#firstRetryMs = options.firstRetryMs ?? FIRST_RETRY_MS;
    this.#capacity = this.#maxBytes;
    this.#ready = this.#scan().catch((error: unknown) => this.#diskFailed(error));
  }

  /** Bytes of a file that is on the disk, fewer at its end; null when it is not there. */
  async read(key: string, first: number, length: number): Promise<Buffer | null> {
    await this.#ready;
    const name = nameOf(key);
    const cached = name === null ? undefined : this.#files.get(name);
    if (name === null || cached === undefined || this.#closing.signal.aborted) return null;
    this.#use(name, cached);
    const file = this.#takeHandle(name);
    try {
      const handle = await file.handle;
      const bytes = Math.max(0, Math.min(length, cached.bytes - first));
      // A new buffer for each read: sockets send it later.
      const buffer = Buffer.allocUnsafe(bytes);
      const { bytesRead } = await handle.read(buffer, 0, bytes, first);
      if (bytesRead === bytes) return buffer;
      await this.#drop(name, 'it is shorter than it was');
    } catch (error) {
      await this.#drop(name, String(error));
    } finally {
      file.readers -= 1;
      if (file.isReleased && file.readers === 0) this.#closeHandle(file);
    }
    return null;
  }

  /**
   * Fetches a file unless it is there, is being fetched, or failed a moment ago.
   * @returns whether it is on the disk; never rejects
   */
  async fetch(key: string): Promise<boolean> {
    await this.#ready;
    const name = nameOf(key);
    if (name === null) return false;
    if (this.#files.has(name)) return true;
    const failure = this.#failures.get(name);
    if (this.#closing.signal.aborted || (failure && performance.now() < failure.retryAt))
      return false;
    const running = this.#fetching.get(name) ?? this.#limit(() => this.#tryFetch(key, name));
    this.#fetching.set(name, running);
    return running;
  }

  /** Whether the object itself is known to be damaged or missing, until the next try. */
  isBroken(key: string): boolean {
    return this.#failures.get(nameOf(key) ?? '')?.isBroken ?? false;
  }

  /** Deletes a file whose content is wrong. */
  async discard(key: string, reason: string): Promise<void> {
    const name = nameOf(key);
    if (name !== null && this.#files.has(name)) await this.#drop(name, reason);
  }

  /** Of all files, in bytes. */
  get size(): number {
    return this.#size;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#ready;
    // A storage that hangs must not hold up the end.
    await Promise.race([
      Promise.allSettled(this.#fetching.values()),
      delay(CLOSE_WITHIN_MS, undefined, { ref: false }),
    ]);
    for (const name of this.#openFiles.keys()) this.#release(name);
  }

  async #scan(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    this.#unfinished = openProcessFolder(join(this.#folder, 'unfinished'));
    const names = (await readdir(this.#folder)).filter((name) => NAME.test(name));
    const found = await Promise.all(
      names.map(async (name) => ({
        name,
        facts: await stat(join(this.#folder, name)).catch(() => null),
      })),
    );
    for (const { name, facts } of found.toSorted(
      (a, b) => (a.facts?.mtimeMs ?? 0) - (b.facts?.mtimeMs ?? 0),
    )) {
      if (facts?.isFile())
        this.#add(name, { bytes: facts.size, touchedAt: facts.mtimeMs, isVerified: false });
    }
    await this.#makeRoom(0);
  }

  #add(name: string, file: CachedFile): void {
    this.#size += file.bytes - (this.#files.get(name)?.bytes ?? 0);
    this.#files.delete(name);
    this.#files.set(name, file);
  }

  async #remove(name: string): Promise<void> {
    this.#size -= this.#files.get(name)?.bytes ?? 0;
    this.#files.delete(name);
    this.#release(name);
    await rm(join(this.#folder, name), { force: true }).catch((error: unknown) =>
      this.#diskFailed(error),
    );
  }

  async #makeRoom(bytes: number): Promise<void> {
    for (const name of this.#files.keys()) {
      if (this.#size + bytes <= this.#capacity) return;
      await this.#remove(name);
    }
  }

  #diskFailed(error: unknown): void {
    if (!this.#isDiskFailing) {
      this.#log.warn(
        { err: error, folder: this.#folder },
        'the sound cache cannot use its disk; sound comes from the storage',
      );
    }
    this.#isDiskFailing = true;
  }

  #use(name: string, file: CachedFile): void {
    this.#files.delete(name);
    this.#files.set(name, file);
    const now = Date.now();
    if (now - file.touchedAt > TOUCH_EVERY_MS) {
      file.touchedAt = now;
      const time = new Date(now);
      utimes(join(this.#folder, name), time, time).catch(() => undefined);
    }
    if (!file.isVerified) {
      file.isVerified = true;
      void this.#verify(name);
    }
  }

  /** A file of an earlier process may have been damaged since. */
  async #verify(name: string): Promise<void> {
    const hash = hashIn(name);
    if (hash === null) return;
    try {
      const actual = createHash('sha256');
      await pipeline(createReadStream(join(this.#folder, name)), actual, {
        signal: this.#closing.signal,
      });
      if (actual.digest('hex') !== hash) await this.#drop(name, 'its content has another hash');
    } catch (error) {
      if (!this.#closing.signal.aborted) await this.#drop(name, String(error));
    }
  }

  async #drop(name: string, reason: string): Promise<void> {
    this.#log.warn(
      { file: name, reason },
      'a file of the sound cache was damaged and is fetched again',
    );
    await this.#remove(name);
  }

  #takeHandle(name: string): OpenFile {
    const known = this.#openFiles.get(name);
    const file = known ?? { handle: open(join(this.#folder, name)), readers: 0, isReleased: false };
    file.handle.catch(() => undefined);
    this.#openFiles.delete(name);
    this.#openFiles.set(name, file);
    const [oldest] = this.#openFiles.keys();
    if (this.#openFiles.size > MAX_OPEN_FILES && oldest !== undefined) this.#release(oldest);
    file.readers += 1;
    return file;
  }

  /** Closes a file once nothing reads it. */
  #release(name: string): void {
    const file = this.#openFiles.get(name);
    if (file === undefined) return;
    this.#openFiles.delete(name);
    file.isReleased = true;
    if (file.readers === 0) this.#closeHandle(file);
  }

  #closeHandle({ handle }: OpenFile): void {
    handle.then((opened) => opened.close()).catch(() => undefined);
  }

  async #tryFetch(key: string, name: string): Promise<boolean> {
    try {
      const isKept = !this.#closing.signal.aborted && (await this.#download(key, name));
      if (isKept) this.#failures.delete(name);
      return isKept;
    } catch (error) {
      this.#noteFailure(key, name, error);
      return false;
    } finally {
      this.#fetching.delete(name);
    }
  }

  /** @returns false when it is too large to keep */
  async #download(key: string, name: string): Promise<boolean> {
    if (performance.now() > this.#capacityUntil) this.#capacity = this.#maxBytes;
    const object = await this.#storage.open(key);
    if (object === null) throw new BrokenObject('it is missing');
    if (this.#unfinished === null || object.size_bytes > this.#capacity * LARGEST_PART) {
      object.stream.destroy();
      // Asked again only when it may have changed.
      this.#failures.set(name, {
        count: 0,
        retryAt: performance.now() + LONGEST_RETRY_MS,
        isBroken: false,
      });
      return false;
    }
    const part = join(this.#unfinished, randomUUID());
    const actual = createHash('sha256');
    let bytes = 0;
    try {
      await this.#makeRoom(object.size_bytes);
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
        { signal: this.#closing.signal },
      );
      if (bytes !== object.size_bytes) throw new Error('it was cut short');
      const hash = hashIn(name);
      if (hash !== null && actual.digest('hex') !== hash) throw new BrokenObject('it is damaged');
      await rename(part, join(this.#folder, name));
      this.#isDiskFailing = false;
      this.#add(name, { bytes, touchedAt: Date.now(), isVerified: true });
      return true;
    } finally {
      await rm(part, { force: true }).catch(() => undefined);
    }
  }

  #noteFailure(key: string, name: string, error: unknown): void {
    if (this.#closing.signal.aborted) return;
    const isBroken = error instanceof BrokenObject;
    if (hasCode(error, 'ENOSPC', 'EDQUOT')) {
      this.#capacity = this.#size;
      this.#capacityUntil = performance.now() + FULL_DISK_MS;
    }
    const before = this.#failures.get(name);
    if (isBroken && !before?.isBroken) {
      this.#log.error(
        { alarm: 'sound', key, err: error },
        'a prepared file in the storage cannot be played',
      );
    } else if (hasCode(error, 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES')) {
      this.#diskFailed(error);
    }
    const count = (before?.count ?? 0) + 1;
    const wait = Math.min(LONGEST_RETRY_MS, this.#firstRetryMs * 2 ** (count - 1));
    this.#failures.set(name, { count, retryAt: performance.now() + wait, isBroken });
  }
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
