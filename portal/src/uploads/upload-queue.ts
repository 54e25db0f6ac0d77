import type { AssetKind } from '@stationhouse/platform-api/contract/assets/values';
import { newIdempotencyKey, type Asset } from '@stationhouse/sdk/client';
import { useSyncExternalStore } from 'react';
import { openClient } from '../api/client.ts';
import { hasCode, isRefusal } from '../api/failures.ts';
import { visitors } from '../api/visitors.ts';

/** Files that are sent in parallel. More would only slow each other down. */
const CONCURRENCY = 2;

/** A file in the queue. `stored`: it has arrived, and others of its kind have not. */
export interface Upload {
  readonly id: string;
  readonly kind: AssetKind;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed' | 'stored';
  /** The part that has been sent, from 0 to 1. */
  readonly share: number;
  /** The error, if it has failed. */
  readonly failure?: unknown;
}

/** The content of the queue. */
interface QueueState {
  readonly uploads: readonly Upload[];
  /** The last event in words, for screen readers. */
  readonly news: { readonly kind: AssetKind; readonly text: string } | null;
}

/** Called with an upload's outcome, even when the page no longer shows it. */
export interface UploadListener {
  onStored(asset: Asset): unknown;
  /** It failed or was cancelled, but may have arrived. */
  onUnknown(): unknown;
}

/** Sends one file. @throws RequestFailed */
type SendFile = (
  what: { kind: AssetKind; file: File },
  how: {
    signal: AbortSignal;
    onProgress: (sent: number, total: number) => void;
    idempotencyKey: string;
  },
) => Promise<Asset>;

/** The private state of an upload. */
interface UploadTask {
  listener: UploadListener;
  idempotencyKey: string;
  abort: AbortController;
}

const NO_LISTENER: UploadListener = { onStored: () => undefined, onUnknown: () => undefined };

export const isPending = ({ state }: Upload) => state === 'waiting' || state === 'sending';

/**
 * The API repeats a refusal under the same idempotency key, so the next try needs a new one. After any other
 * failure the file may have arrived, and the same key keeps it from being stored twice.
 */
const needsNewKey = (failure: unknown) =>
  isRefusal(failure) && !hasCode(failure, 'request_in_progress');

/** Stored files are kept for the progress count, until all of their kind are stored. */
function withoutDone(uploads: readonly Upload[]): readonly Upload[] {
  const busy = new Set(uploads.filter(isPending).map(({ kind }) => kind));
  return uploads.filter(({ kind, state }) => state !== 'stored' || busy.has(kind));
}

/** Sends files in order, independent of what the page shows. Failed ones stay until retried or cancelled. */
function createUploadQueue(send: SendFile) {
  const listeners = new Set<() => void>();
  const tasks = new Map<string, UploadTask>();
  let state: QueueState = { uploads: [], news: null };

  function set(next: Partial<QueueState>): void {
    state = { ...state, ...next, uploads: withoutDone(next.uploads ?? state.uploads) };
    for (const changed of listeners) changed();
  }

  function change(id: string, to: Partial<Upload>): void {
    set({ uploads: state.uploads.map((each) => (each.id === id ? { ...each, ...to } : each)) });
  }

  function announce({ kind, file }: Upload, what: string): void {
    set({ news: { kind, text: `${file.name} ${what}` } });
  }

  async function run(upload: Upload, task: UploadTask): Promise<void> {
    const { id, kind, file } = upload;
    const { idempotencyKey, abort } = task;
    const onProgress = (sent: number, total: number) => change(id, { share: sent / total });
    change(id, { state: 'sending', share: 0 });
    try {
      const { signal } = abort;
      const asset = await send({ kind, file }, { signal, onProgress, idempotencyKey });
      tasks.delete(id);
      await task.listener.onStored(asset);
      change(id, { state: 'stored' });
      announce(upload, 'uploaded');
    } catch (failure) {
      if (needsNewKey(failure)) task.idempotencyKey = newIdempotencyKey();
      else task.listener.onUnknown();
      if (abort.signal.aborted) return;
      change(id, { state: 'failed', failure });
      announce(upload, 'could not be uploaded');
    }
    runNext();
  }

  function runNext(): void {
    const sending = state.uploads.filter((each) => each.state === 'sending').length;
    const waiting = state.uploads.filter((each) => each.state === 'waiting');
    for (const upload of waiting.slice(0, Math.max(0, CONCURRENCY - sending))) {
      const task = tasks.get(upload.id);
      if (task) void run(upload, task);
    }
  }

  return {
    snapshot: () => state,
    subscribe(changed: () => void): () => void {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    add(kind: AssetKind, files: readonly File[], listener: UploadListener): void {
      const added = files.map((file): Upload => {
        const id = newIdempotencyKey();
        tasks.set(id, { listener, idempotencyKey: id, abort: new AbortController() });
        return { id, kind, file, state: 'waiting', share: 0 };
      });
      // Cleared, so that the same words are announced again.
      set({ uploads: [...state.uploads, ...added], news: null });
      runNext();
    },
    /** Retries a failed upload. */
    retry(id: string): void {
      set({ news: null });
      change(id, { state: 'waiting', failure: undefined });
      runNext();
    },
    /** Cancels an upload, or removes a failed one. */
    cancel(id: string): void {
      tasks.get(id)?.abort.abort();
      tasks.delete(id);
      set({ uploads: state.uploads.filter((each) => each.id !== id) });
      runNext();
    },
    /** Cancels and forgets all uploads, on sign-out. */
    clear(): void {
      for (const task of tasks.values()) {
        task.listener = NO_LISTENER;
        task.abort.abort();
      }
      tasks.clear();
      set({ uploads: [], news: null });
    },
  };
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** A queue that lives as long as the page, so that uploads continue when dialogs and cards are closed. */
export function createPageQueue(send: SendFile): UploadQueue {
  const queue = createUploadQueue(send);
  const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
  visitors.whenSignedOut(queue.clear);
  queue.subscribe(() => {
    // Only while files are pending: pages with this listener are excluded from the back-forward cache.
    if (queue.snapshot().uploads.some(isPending)) {
      addEventListener('beforeunload', askBeforeLeaving);
    } else removeEventListener('beforeunload', askBeforeLeaving);
  });
  return queue;
}

/** The uploads of the member. */
export const uploads = createPageQueue(async (what, how) =>
  (await openClient()).me.assets.upload(what, how),
);

export const useUploads = ({ subscribe, snapshot }: UploadQueue) =>
  useSyncExternalStore(subscribe, snapshot, snapshot);
