import { isOn, type Player } from '@stationhouse/sdk/shell';

/**
 * Plays at once, and again when the station is back, for nobody comes to press Play. It stays silent where
 * somebody has paused it, and waits for a press where the browser wants one.
 *
 * @param isWanted false: stays silent until somebody plays it
 * @returns whether there is to be music
 */
export function keepPlaying(player: Player, isWanted: boolean): () => boolean {
  function follow(): void {
    const { state, error, load } = player.snapshot();
    if (isOn(state)) isWanted = true;
    else if (state === 'paused' || (state === 'stopped' && !error)) isWanted = false;
    // The station has come, and what was wrong is forgotten.
    else if (state === 'idle' && load === 'loaded' && isWanted) void player.play();
  }
  player.subscribe(follow);
  follow();
  return () => isWanted;
}
