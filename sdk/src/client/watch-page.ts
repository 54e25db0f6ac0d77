import { TICK_MS } from './session-rules.ts';

/**
 * Calls `look` at every tick, when the page becomes visible and when the network is back, but not while the
 * page is hidden. On a server it only ticks.
 *
 * @param returned called when the page is restored from the back/forward cache
 * @returns stops it
 */
export function watchPage(look: () => void, returned: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const lookIfSeen = () => {
    if (!globalThis.document?.hidden) look();
  };
  // A number in browsers and an object in Node.
  const timer: unknown = setInterval(lookIfSeen, TICK_MS);
  // The timer must not keep a Node process alive.
  (timer as { unref?: () => void }).unref?.();
  globalThis.document?.addEventListener('visibilitychange', lookIfSeen, { signal });
  globalThis.addEventListener?.('online', lookIfSeen, { signal });
  globalThis.addEventListener?.(
    'pageshow',
    (event) => {
      if (event.persisted) returned();
    },
    { signal },
  );
  return () => {
    clearInterval(timer as number);
    ending.abort();
  };
}
