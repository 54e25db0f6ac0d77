import { isMusicName, MAX_LIBRARY_BYTES } from '@stationhouse/platform-api/contract/library/values';
import { RequestFailed, type Client, type LibraryUpload } from '@stationhouse/sdk/client';
import { useSyncExternalStore } from 'react';
import { openClient } from '../../../api/client.ts';
import { hasCode, isRefusal } from '../../../api/failures.ts';
import { visitors } from '../../../api/visitors.ts';
import { TransferRate } from './transfer-rate.ts';

/** Files that are sent at the same time. More would only slow each other down. */
const PARALLEL = 3;

/** The pauses before each further try after a failure, in seconds. The last one is repeated. */
const RETRY_SECONDS = [1, 2, 5, 10, 20];

/** A file that the server fails on again and again, while others arrive, is given up after so many tries. */
const MOST_TRIES = 8;

/** Progress is shown this often, in ms, whatever the number of files. */
const SHOW_EVERY_MS = 200;

/** The calls of uploads. */
export type MusicCalls = Pick<
  Client['admin']['library']['uploads'],
  'begin' | 'sendPart' | 'delete' | 'retry'
>;

/** A file that this tab sends, or has sent. */
export interface MusicFile {
  /** The same for a file that is dropped twice. */
  readonly id: string;
  readonly file: File;
  /** With its folders. */
  readonly name: string;
  /** `sent`: all of it has arrived, and `upload` says what became of it. `refused`: `failure` says why. */
  readonly state: 'waiting' | 'sending' | 'refused' | 'sent';
  /** Bytes that have arrived. */
  readonly arrived: number;
  readonly failure?: unknown;
  /** The server's record, once there is one. */
  readonly upload?: LibraryUpload;
}

export interface QueueState {
  readonly files: readonly MusicFile[];
  readonly isPaused: boolean;
  /** Why nothing is sent at the moment, although it will be: the connection was lost. Null: it works. */
  readonly trouble: unknown;
  /** Bytes per second over the last seconds; null while that is not known. */
  readonly rate: number | null;
}

/** The name with its folders, also of files in a dropped folder (file-selector sets `relativePath`). */
function nameOf(file: File & { relativePath?: string }): string {
  const path = file.webkitRelativePath || file.relativePath || file.name;
  return path.replace(/^(?:\.?\/)+/, '');
}

/** The system knows some files with a time before 1970. */
const modifiedAt = ({ lastModified }: File) => new Date(Math.max(0, lastModified)).toISOString();

const sum = (numbers: number[]) => numbers.reduce((all, each) => all + each, 0);

export const partSize = ({ size_bytes, part_bytes }: LibraryUpload, part: number) =>
  Math.min(part_bytes, size_bytes - part * part_bytes);

/** The bytes of an upload that have arrived. */
export const arrivedBytes = (upload: LibraryUpload): number =>
  sum(upload.parts.map((part) => partSize(upload, part)));

/** The first part that the server lacks; undefined: it has all. */
function nextPart({ state, size_bytes, part_bytes, parts }: LibraryUpload): number | undefined {
  if (state !== 'receiving') return undefined;
  const count = Math.ceil(size_bytes / part_bytes);
  return Array.from({ length: count }, (_, part) => part).find((part) => !parts.includes(part));
}

/** Whether the same request may succeed later: the line or the server failed, or the upload has to begin again. */
const mayPass = (failure: unknown): boolean =>
  isRefusal(failure)
    ? hasCode(failure, 'part_damaged', 'rate_limited', 'not_found') || failure.status === 408
    : failure instanceof RequestFailed || hasCode(failure, 'unreachable');

export const isPending = ({ state }: MusicFile) => state === 'waiting' || state === 'sending';

/**
 * Sends files in parts, in the order in which they were added, whatever the page shows. A lost connection only
 * delays them. After a pause, or at once when the browser is on line again, each continues at its missing parts.
 */
export function createMusicQueue(calls: () => Promise<MusicCalls>) {
  const listeners = new Set<() => void>();
  const files = new Map<string, MusicFile>();
  const running = new Map<string, AbortController>();
  const tries = new Map<string, number>();
  const rate = new TransferRate();
  let isPaused = false;
  let trouble: unknown = null;
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let showTimer: ReturnType<typeof setTimeout> | undefined;
  let state: QueueState = { files: [], isPaused: false, trouble: null, rate: null };

  function show(): void {
    clearTimeout(showTimer);
    showTimer = undefined;
    state = { files: [...files.values()], isPaused, trouble, rate: rate.perSecond() };
    for (const changed of listeners) changed();
  }

  const showSoon = () => (showTimer ??= setTimeout(show, SHOW_EVERY_MS));

  function change(id: string, to: Partial<MusicFile>): void {
    const file = files.get(id);
    if (file) files.set(id, { ...file, ...to });
    showSoon();
  }

  /** Notes what the server says of a file. */
  function learn(id: string, upload: LibraryUpload): void {
    change(id, { upload, arrived: arrivedBytes(upload) });
  }

  async function sendParts({ id, file, name }: MusicFile, signal: AbortSignal): Promise<void> {
    const { begin, sendPart } = await calls();
    let upload = await begin(
      { file_name: name, size_bytes: file.size, modified_at: modifiedAt(file) },
      { signal },
    );
    for (let part = nextPart(upload); part !== undefined; part = nextPart(upload)) {
      learn(id, upload);
      const before = arrivedBytes(upload);
      const from = part * upload.part_bytes;
      const size = partSize(upload, part);
      let counted = 0;
      const onProgress = (sent: number) => {
        // Browsers count some bytes of headers.
        const sound = Math.min(sent, size);
        rate.add(sound - counted);
        counted = sound;
        change(id, { arrived: before + sound });
      };
      upload = await sendPart(upload.id, part, file.slice(from, from + size), {
        signal,
        onProgress,
      });
      recovered(id);
    }
    change(id, { state: 'sent', upload, arrived: file.size });
  }

  /** A part has arrived, so the line works. */
  function recovered(id: string): void {
    failures = 0;
    trouble = null;
    tries.delete(id);
  }

  async function run(file: MusicFile): Promise<void> {
    const { id } = file;
    const abort = new AbortController();
    running.set(id, abort);
    change(id, { state: 'sending', failure: undefined });
    try {
      await sendParts(file, abort.signal);
    } catch (failure) {
      // It was paused, or removed.
      if (abort.signal.aborted) change(id, { state: 'waiting' });
      else onFailure(id, failure);
    }
    // Paused and resumed, it may be running again.
    if (running.get(id) === abort) running.delete(id);
    runNext();
  }

  function onFailure(id: string, failure: unknown): void {
    const isOfFile = hasCode(failure, 'part_damaged', 'not_found', 'internal_error');
    const count = (tries.get(id) ?? 0) + (isOfFile ? 1 : 0);
    tries.set(id, count);
    if (!mayPass(failure) || count >= MOST_TRIES) {
      change(id, { state: 'refused', failure });
      return;
    }
    change(id, { state: 'waiting' });
    trouble = failure;
    if (retryTimer) return;
    const seconds = RETRY_SECONDS[Math.min(failures, RETRY_SECONDS.length - 1)] ?? 1;
    failures += 1;
    const wished = failure instanceof RequestFailed ? failure.retryAfter : 0;
    // Randomised, so that many tabs do not return together.
    retryTimer = setTimeout(tryNow, Math.max(seconds * (1 + Math.random() / 2), wished) * 1_000);
  }

  /** Ends the pause after a failure. */
  function tryNow(): void {
    clearTimeout(retryTimer);
    retryTimer = undefined;
    runNext();
  }

  function runNext(): void {
    if (!isPaused && !retryTimer) {
      const waiting = [...files.values()].filter(
        (each) => each.state === 'waiting' && !running.has(each.id),
      );
      for (const file of waiting.slice(0, Math.max(0, PARALLEL - running.size))) void run(file);
    }
    if (running.size === 0) rate.clear();
    showSoon();
  }

  function stop(id: string): void {
    running.get(id)?.abort();
    running.delete(id);
  }

  return {
    snapshot: () => state,
    subscribe(changed: () => void): () => void {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    /** Adds files; those that are in the queue already go on. @returns those that are no music, or too large */
    add(added: readonly File[]): { unfitting: string[]; tooLarge: string[] } {
      const unfitting: string[] = [];
      const tooLarge: string[] = [];
      for (const file of added) {
        const name = nameOf(file);
        const id = JSON.stringify([name, file.size, file.lastModified]);
        const known = files.get(id);
        const isOver = known?.state === 'refused' || known?.upload?.state === 'failed';
        if (!isMusicName(name)) unfitting.push(name);
        else if (file.size > MAX_LIBRARY_BYTES) tooLarge.push(name);
        else if (!known || isOver) files.set(id, { id, file, name, state: 'waiting', arrived: 0 });
      }
      runNext();
      show();
      return { unfitting, tooLarge };
    },
    pause(): void {
      isPaused = true;
      for (const id of running.keys()) stop(id);
      show();
    },
    resume(): void {
      isPaused = false;
      tryNow();
      show();
    },
    tryNow,
    /** Sends a refused file again. */
    retry(id: string): void {
      tries.delete(id);
      change(id, { state: 'waiting', failure: undefined });
      tryNow();
      show();
    },
    /** Removes a file from the list. The parts of an unfinished one are given up. */
    async remove(id: string): Promise<void> {
      const file = files.get(id);
      files.delete(id);
      stop(id);
      runNext();
      show();
      const { upload } = file ?? {};
      const isLeft = upload?.state === 'receiving' || upload?.state === 'failed';
      // The server gives it up itself after some days.
      if (upload && isLeft) await (await calls()).delete(upload.id).catch(() => undefined);
    },
    /** Removes the files that have become tracks. */
    removeDone(): void {
      for (const { id, upload } of files.values()) if (upload?.state === 'done') files.delete(id);
      show();
    },
    /** Notes what has become of files that were sent. */
    learnAll(uploads: readonly LibraryUpload[]): void {
      const known = new Map(uploads.map((upload) => [upload.id, upload]));
      for (const { id, state, upload } of files.values()) {
        const news = upload && known.get(upload.id);
        if (!news || state !== 'sent') continue;
        // Parts were lost on the server.
        if (news.state === 'receiving') change(id, { state: 'waiting' });
        change(id, { upload: news });
      }
      runNext();
    },
    /** Stops and forgets everything, on sign-out. Parts that have arrived stay on the server. */
    clear(): void {
      files.clear();
      for (const id of running.keys()) stop(id);
      clearTimeout(retryTimer);
      retryTimer = undefined;
      [isPaused, trouble, failures] = [false, null, 0];
      tries.clear();
      show();
    },
  };
}

export type MusicQueue = ReturnType<typeof createMusicQueue>;

/** The music that this tab sends. It lives as long as the page, so other parts of the admin area can be opened. */
export const music = createMusicQueue(async () => (await openClient()).admin.library.uploads);

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
visitors.whenSignedOut(music.clear);
music.subscribe(() => {
  // Only while files are pending: pages with this listener are excluded from the back-forward cache.
  if (music.snapshot().files.some(isPending)) addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
});
// Not where the build draws the frames of pages.
globalThis.addEventListener?.('online', music.tryNow);

export const useMusicQueue = () => useSyncExternalStore(music.subscribe, music.snapshot);
