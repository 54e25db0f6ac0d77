/**
 * Keeps the screen from going dark while music is wanted. A system takes the lock away from a page that
 * nobody sees, so it is asked for again when the page is back.
 *
 * @returns to be called whenever `isWanted` may have changed
 */
export function keepScreenOn(isWanted: () => boolean): () => void {
  let lock: WakeLockSentinel | null = null;
  let isAsking = false;

  async function ask(): Promise<void> {
    isAsking = true;
    // A refusal (an old television, a low battery) is none of the viewers' business.
    lock = await navigator.wakeLock.request('screen').catch(() => null);
    isAsking = false;
    if (!lock) return;
    lock.addEventListener('release', () => (lock = null), { once: true });
    // It may have been long in coming.
    update();
  }

  function update(): void {
    if (!isWanted()) void lock?.release();
    else if (!lock && !isAsking && !document.hidden && 'wakeLock' in navigator) void ask();
  }

  document.addEventListener('visibilitychange', update);
  return update;
}
