import type { Logger } from '../process/log.ts';

/** How long to wait after a failed refresh, in ms. */
const RETRY_MS = 2_000;

/** Keeps live entries up to date. */
export interface Refresher<Value> {
  /** Reads an entry; callers that arrive while it is being read share that read. */
  refresh(key: string): Promise<Value>;
  /** The row behind an entry has changed: reads it again if it has listeners. */
  changed(key: string): void;
  /** Starts the timer of an entry that has got its first listener. */
  schedule(key: string): void;
  /** Stops the timer of an entry that has lost its last listener. */
  stop(key: string): void;
  close(): void;
}

/**
 * Refreshes entries when they grow old or their rows change. An entry without listeners has no timer.
 *
 * @param options.read reads an entry and notifies its subscribers
 * @param options.freshUntil when an entry grows old, in epoch ms; null: only when its row changes
 */
export function createRefresher<Value>(options: {
  read: (key: string) => Promise<Value>;
  freshUntil: (key: string) => number | null;
  hasListeners: (key: string) => boolean;
  now: () => number;
  log: Logger;
}): Refresher<Value> {
  const { read, freshUntil, hasListeners, now, log } = options;
  const reads = new Map<string, Promise<Value>>();
  const timers = new Map<string, NodeJS.Timeout>();
  /** Entries whose row changed during the read, which may have returned the old row. */
  const changedDuringRead = new Set<string>();

  function refresh(key: string): Promise<Value> {
    const running = reads.get(key);
    if (running) return running;
    const started = read(key).finally(() => {
      reads.delete(key);
      if (changedDuringRead.delete(key)) refreshOrRetry(key);
      else schedule(key);
    });
    reads.set(key, started);
    return started;
  }

  function refreshOrRetry(key: string): void {
    refresh(key).catch((error: unknown) => {
      log.warn({ err: error, key }, 'a station could not be refreshed, trying again');
      refreshIn(key, RETRY_MS);
    });
  }

  function refreshIn(key: string, ms: number): void {
    stop(key);
    if (hasListeners(key)) timers.set(key, setTimeout(refreshOrRetry, Math.max(ms, 0), key));
  }

  function schedule(key: string): void {
    const time = freshUntil(key);
    if (time === null) stop(key);
    else refreshIn(key, time - now());
  }

  function stop(key: string): void {
    clearTimeout(timers.get(key));
    timers.delete(key);
  }

  return {
    refresh,
    changed(key) {
      if (reads.has(key)) changedDuringRead.add(key);
      else if (hasListeners(key)) refreshOrRetry(key);
    },
    schedule,
    stop,
    close() {
      for (const key of timers.keys()) stop(key);
    },
  };
}
