import type { AssetKind } from '@stationhouse/platform-api/contract/limits';
import { newIdempotencyKey, RequestFailed, type Asset } from '@stationhouse/sdk/client';
import { useSyncExternalStore } from 'react';
import { openClient } from '../api/client.ts';
import { visitors } from '../api/visitors.ts';

/** So many files travel at once (ours): one more would only slow down the others. */
const AT_ONCE = 2;

/** A file on its way. `kept`: it has arrived, and others of its kind have not yet. */
export interface Upload {
  readonly id: string;
  readonly kind: AssetKind;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed' | 'kept';
  /** How much of it has been sent, from 0 to 1. */
  readonly share: number;
  /** What was thrown, once it has failed. */
  readonly failure?: unknown;
}

/** What the queue holds. */
export interface UploadsNow {
  readonly uploads: readonly Upload[];
  /** The last thing that happened, in words for who doesn't see it. */
  readonly news: { readonly kind: AssetKind; readonly text: string } | null;
}

/** Who has added a file hears what became of it, though the page may show something else by then. */
export interface Sender {
  /** It is there. */
  onKept(asset: Asset): unknown;
  /** It may be there. */
  onUnsure(): unknown;
}

/** Sends one file. @throws RequestFailed */
export type SendFile = (
  what: { kind: AssetKind; file: File },
  how: {
    signal: AbortSignal;
    onProgress: (sent: number, total: number) => void;
    idempotencyKey: string;
  },
) => Promise<Asset>;

/** What goes with an upload and is nobody else's business. */
interface Errand {
  sender: Sender;
  key: string;
  giveUp: AbortController;
}

/** Nobody is left to hear of it. */
const NOBODY: Sender = { onKept: () => undefined, onUnsure: () => undefined };

/** Whether it is still going to arrive. */
export const isUnderWay = ({ state }: Upload) => state === 'waiting' || state === 'sending';

/**
 * A refusal stands for good under its key, though its reason may pass: the next try is another request.
 * After anything else the file may have arrived, and only the same key keeps it from being there twice.
 */
function isRefusal(failure: unknown): boolean {
  if (!(failure instanceof RequestFailed) || failure.code === 'request_in_progress') return false;
  return failure.status >= 400 && failure.status < 500;
}

/** Those that have arrived count until all of their kind have. */
function withoutDone(uploads: readonly Upload[]): readonly Upload[] {
  const busy = new Set(uploads.filter(isUnderWay).map(({ kind }) => kind));
  return uploads.filter(({ kind, state }) => state !== 'kept' || busy.has(kind));
}

/**
 * Sends files, the first ones first, whatever the page shows meanwhile. What has failed stays until it
 * is tried again or given up.
 */
export function createUploadQueue(send: SendFile) {
  const listeners = new Set<() => void>();
  const errands = new Map<string, Errand>();
  let now: UploadsNow = { uploads: [], news: null };

  function become(next: Partial<UploadsNow>): void {
    now = { ...now, ...next, uploads: withoutDone(next.uploads ?? now.uploads) };
    for (const changed of listeners) changed();
  }

  function change(id: string, to: Partial<Upload>): void {
    become({ uploads: now.uploads.map((each) => (each.id === id ? { ...each, ...to } : each)) });
  }

  function tell({ kind, file }: Upload, what: string): void {
    become({ news: { kind, text: `${file.name} ${what}` } });
  }

  async function work(upload: Upload, errand: Errand): Promise<void> {
    const { id, kind, file } = upload;
    const { key: idempotencyKey, giveUp } = errand;
    const onProgress = (sent: number, total: number) => change(id, { share: sent / total });
    change(id, { state: 'sending', share: 0 });
    try {
      const { signal } = giveUp;
      const asset = await send({ kind, file }, { signal, onProgress, idempotencyKey });
      errands.delete(id);
      await errand.sender.onKept(asset);
      change(id, { state: 'kept' });
      tell(upload, 'uploaded');
    } catch (failure) {
      if (isRefusal(failure)) errand.key = newIdempotencyKey();
      else errand.sender.onUnsure();
      if (giveUp.signal.aborted) return;
      change(id, { state: 'failed', failure });
      tell(upload, 'could not be uploaded');
    }
    proceed();
  }

  function proceed(): void {
    const sending = now.uploads.filter(({ state }) => state === 'sending').length;
    const waiting = now.uploads.filter(({ state }) => state === 'waiting');
    for (const upload of waiting.slice(0, Math.max(0, AT_ONCE - sending))) {
      const errand = errands.get(upload.id);
      if (errand) void work(upload, errand);
    }
  }

  return {
    snapshot: () => now,
    subscribe(changed: () => void): () => void {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    add(kind: AssetKind, files: readonly File[], sender: Sender): void {
      const added = files.map((file): Upload => {
        const id = newIdempotencyKey();
        errands.set(id, { sender, key: id, giveUp: new AbortController() });
        return { id, kind, file, state: 'waiting', share: 0 };
      });
      // What is told next may be the same words once more.
      become({ uploads: [...now.uploads, ...added], news: null });
      proceed();
    },
    /** Tries one again that has failed. */
    retry(id: string): void {
      become({ news: null });
      change(id, { state: 'waiting', failure: undefined });
      proceed();
    },
    /** Stops one that is under way, or gives up one that has failed. */
    cancel(id: string): void {
      errands.get(id)?.giveUp.abort();
      errands.delete(id);
      become({ uploads: now.uploads.filter((each) => each.id !== id) });
      proceed();
    },
    /** Stops and forgets everything: whoever has sent it is gone. */
    clear(): void {
      for (const errand of errands.values()) {
        errand.sender = NOBODY;
        errand.giveUp.abort();
      }
      errands.clear();
      become({ uploads: [], news: null });
    },
  };
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** A queue that lives as long as the page: dialogs may close and cards may go, and their files still arrive. */
export function pageQueue(send: SendFile): UploadQueue {
  const queue = createUploadQueue(send);
  const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
  visitors.whenSignedOut(queue.clear);
  queue.subscribe(() => {
    // Only while there is something to lose: browsers keep no page for going back that always asks.
    if (queue.snapshot().uploads.some(isUnderWay)) {
      addEventListener('beforeunload', askBeforeLeaving);
    } else removeEventListener('beforeunload', askBeforeLeaving);
  });
  return queue;
}

/** What the member sends. */
export const uploads = pageQueue(async (what, how) =>
  (await openClient()).me.assets.upload(what, how),
);

/** What is on its way, and the last news of it. */
export const useUploads = ({ subscribe, snapshot }: UploadQueue) =>
  useSyncExternalStore(subscribe, snapshot, snapshot);
