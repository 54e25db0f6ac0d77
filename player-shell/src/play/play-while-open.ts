import { isOn, type Player } from '@stationhouse/sdk/shell';

/** Music that the system or a headset has paused plays again after this, in ms: no member of staff may be there to press Play. */
const RESUME_MS = 60_000;

/**
 * Plays while music is wanted, and stops when it is not. If the browser requires a tap, it waits for one.
 * @param when `isWanted`: the player is paired with a location that is open; `isReady`: playing can begin
 * @returns to be called whenever either may have changed
 */
export function playWhileOpen(
  player: Pick<Player, 'play' | 'stop' | 'snapshot'>,
  { isWanted, isReady }: { isWanted: () => boolean; isReady: () => boolean },
): () => void {
  let pausedAt: number | null = null;
  let hasStopped = false;

  return () => {
    const { state, load, error } = player.snapshot();
    const isHeld = state === 'paused' || (state === 'stopped' && !error && !hasStopped);
    if (!isHeld) pausedAt = null;
    if (!isWanted()) {
      hasStopped = true;
      if (isOn(state) || state === 'paused') player.stop();
      return;
    }
    const isIdle = state === 'idle' && load === 'loaded';
    if (isHeld) pausedAt ??= performance.now();
    const isLong = pausedAt !== null && performance.now() - pausedAt > RESUME_MS;
    const isBack = state === 'stopped' && !error && hasStopped;
    if ((isIdle || isBack || isLong) && isReady()) {
      pausedAt = null;
      hasStopped = false;
      void player.play();
    }
  };
}
