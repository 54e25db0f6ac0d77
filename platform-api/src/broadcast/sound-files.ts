import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Storage } from '../assets/storage/storage.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../process/log.ts';
import { SoundCache } from './sound-cache.ts';

/** While a file is not on the disk, pieces of this size are read from the storage: 16 s of MP3 128. */
const WINDOW_BYTES = 256 * 1024;
const MAX_WINDOWS = 64;

/** Nothing is asked of a storage for this long after it failed, in ms. */
const PAUSE_MS = 1_000;

/** How long a piece of a stream waits for the storage, in ms: listeners have 4 s of sound in hand. */
export const PATIENCE_MS = 2_000;

/** Reads prepared files: from the disk, or straight from the storage until they are there. */
export interface SoundFiles extends Pick<SoundCache, 'discard' | 'close'> {
  /** Bytes of a file, fewer at its end; null when they cannot be had in time. Never rejects. */
  read(key: string, first: number, length: number): Promise<Buffer | null>;
  /** All bytes of a small file. */
  readWhole(key: string): Promise<Buffer | null>;
  /** Fetches a file that is needed soon. */
  fetch(key: string): void;
}

/** A piece of an object that is or was read from the storage. */
interface Window {
  /** Null when the storage does not have it or fails. */
  bytes: Promise<Buffer | null>;
  /** The time at which the reading began, by `performance.now()`. */
  startedAt: number;
  isRead: boolean;
}

interface SoundFilesOptions {
  folder: string;
  maxBytes: number;
  storage: Storage;
  log: Logger;
  /** For tests. */
  firstRetryMs?: number;
  patienceMs?: number;
}

export function createSoundFiles(options: SoundFilesOptions): SoundFiles {
  const { storage, patienceMs = PATIENCE_MS } = options;
  const pauseMs = options.firstRetryMs ?? PAUSE_MS;
  const cache = new SoundCache(options);
  /** Least recently used first. */
  const windows = new Map<string, Window>();
  let pausedUntil = 0;

  async function windowOf(key: string, index: number): Promise<Buffer | null> {
    const id = `${key} ${index}`;
    const known = windows.get(id);
    const window = known ?? {
      bytes: readWindow(key, index * WINDOW_BYTES),
      startedAt: performance.now(),
      isRead: false,
    };
    windows.delete(id);
    windows.set(id, window);
    const [oldest] = windows.keys();
    if (windows.size > MAX_WINDOWS && oldest !== undefined) windows.delete(oldest);
    if (known === undefined) void settle(id, window);
    if (window.isRead) return window.bytes;
    // A storage that hangs is waited for once, not with each piece.
    const patience = window.startedAt + patienceMs - performance.now();
    const giveUp = new AbortController();
    const { signal } = giveUp;
    try {
      const timeout = delay(Math.max(0, patience), null, { ref: false, signal });
      return await Promise.race([window.bytes, timeout]);
    } finally {
      giveUp.abort();
    }
  }

  /** Notes that a piece was read, and forgets one that could not be. */
  async function settle(id: string, window: Window): Promise<void> {
    const bytes = await window.bytes;
    window.isRead = true;
    if (bytes === null && windows.get(id) === window) windows.delete(id);
  }

  async function readWindow(key: string, first: number): Promise<Buffer | null> {
    if (performance.now() < pausedUntil) return null;
    try {
      const object = await storage.open(key, { first, last: first + WINDOW_BYTES - 1 });
      return object && (await buffer(object.stream));
    } catch (error) {
      // The cache reports why: it fetches the same file.
      if (error instanceof AppError) pausedUntil = performance.now() + pauseMs;
      return null;
    }
  }

  async function readFromStorage(key: string, first: number, length: number) {
    const pieces: Buffer[] = [];
    const end = first + length;
    for (let at = first; at < end;) {
      const index = Math.floor(at / WINDOW_BYTES);
      const window = await windowOf(key, index);
      if (window === null) return null;
      const from = at - index * WINDOW_BYTES;
      pieces.push(window.subarray(from, from + end - at));
      // It is the last one when it is not full.
      if (window.length < WINDOW_BYTES) break;
      at = (index + 1) * WINDOW_BYTES;
    }
    return Buffer.concat(pieces);
  }

  async function read(key: string, first: number, length: number): Promise<Buffer | null> {
    const cached = await cache.read(key, first, length);
    if (cached !== null) return cached;
    void cache.fetch(key);
    return cache.isBroken(key) ? null : readFromStorage(key, first, length);
  }

  return {
    read,
    readWhole: (key) => read(key, 0, Number.MAX_SAFE_INTEGER),
    fetch: (key) => void cache.fetch(key),
    async discard(key, reason) {
      for (const id of windows.keys()) if (id.startsWith(`${key} `)) windows.delete(id);
      await cache.discard(key, reason);
    },
    close: () => cache.close(),
  };
}
