import { TICK_MS } from './session-rules.ts';

/**
 * Calls `look` at every tick, and when the page is seen again or the network is back; not while the
 * page is hidden, which can wait until it is seen or wants something. On a server it only ticks.
 *
 * @param returned called when the page comes back from the browser's history, having heard nothing
 * @returns ends it
 */
export function watchPage(look: () => void, returned: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const lookIfSeen = () => {
    if (!globalThis.document?.hidden) look();
  };
  // A number in browsers and an object in Node, where types depend on who asks.
  const timer: unknown = setInterval(lookIfSeen, TICK_MS);
  // One that waits for the next tick alone must not keep a program from ending.
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
