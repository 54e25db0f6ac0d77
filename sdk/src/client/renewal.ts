import { retrying } from './session-rules.ts';

/**
 * One renewal at a time, however many ask for it; one that failed is tried again in the background.
 *
 * @param attempt asks the server once
 * @param watch called when a renewal is asked for; the answer tells later whether one is still wanted
 * @param settled called when it has succeeded or is no longer tried
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
     * Renews. A failed try is told at once, and followed by others: should only the answer have got
     * lost, it must be asked for again while the server still knows it.
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
