import type { Player, PlayerSnapshot } from '@stationhouse/sdk/shell';

/** A station that is off air is asked for again this often, in ms, give or take a fifth (ours). */
const ASK_AGAIN_MS = 60_000;
const JITTER = 0.2;

/**
 * Asks again for a station that is off air: now and then, and when somebody looks at the page. What
 * played goes on then, and what was silent stays so.
 *
 * @param isWanted whether there is to be music then; left out: if there was before
 */
export function comeBack(player: Player, isWanted?: () => boolean): void {
  let wasOn = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function ask(): void {
    clearTimeout(timer);
    timer = undefined;
    const isSilent = !(isWanted?.() ?? wasOn);
    void player.retry();
    // The station is to come back, the music is not.
    if (isSilent) player.pause();
  }

  function follow(): void {
    const { load, state } = player.snapshot();
    if (load === 'loaded') wasOn = ['loading', 'playing', 'reconnecting'].includes(state);
    const wait = ASK_AGAIN_MS * (1 - JITTER + 2 * JITTER * Math.random());
    if (load === 'missing') timer ??= setTimeout(ask, wait);
  }

  player.subscribe(follow);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && player.snapshot().load === 'missing') ask();
  });
}

/**
 * Makes a view that does not announce each new try: a station that is off air is shown as that until it
 * is back.
 *
 * @param first what the server has drawn
 */
export function calmWhileMissing(first: PlayerSnapshot): (next: PlayerSnapshot) => PlayerSnapshot {
  let missing = first.load === 'missing' ? first : null;
  return (next) => {
    if (next.load === 'missing') missing = next;
    else if (next.load !== 'loading') missing = null;
    return missing ?? next;
  };
}
