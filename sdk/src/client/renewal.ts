import { retrying } from './session-rules.ts';

/**
 * Coalesces renewals into one at a time. A failed one is retried in the background.
 *
 * @param attempt makes one request
 * @param watch called when a renewal starts; its result tells later whether the renewal is still wanted
 * @param settled called when it has succeeded or is given up
 */
export function createRenewal(
  attempt: () => Promise<void>,
  watch: () => () => boolean,
  settled: () => void,
) {
  let running: Promise<void> | null = null;
  let isRetrying = false;

  function once(): Promise<void> {
    running ??= attempt().finally(() => {
      running = null;
    });
    return running;
  }

  return {
    /**
     * Renews. A failed try rejects at once and is retried in the background: if only the answer was lost,
     * the retry must come while the server still accepts the old token.
     *
     * @throws RequestFailed
     */
    now(): Promise<void> {
      if (!isRetrying) {
        isRetrying = true;
        retrying(once, watch())
          .catch(() => undefined)
          .finally(() => {
            isRetrying = false;
            settled();
          });
      }
      return once();
    },
  };
}
