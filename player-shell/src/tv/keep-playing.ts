import type { Player } from '@stationhouse/sdk/shell';
import { comeBack } from '../come-back.ts';

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
    if (state === 'loading' || state === 'playing' || state === 'reconnecting') isWanted = true;
    else if (state === 'paused' || (state === 'stopped' && !error)) isWanted = false;
    // The station has come, and what was wrong is forgotten.
    else if (state === 'idle' && load === 'loaded' && isWanted) void player.play();
  }
  player.subscribe(follow);
  comeBack(player, () => isWanted);
  follow();
  return () => isWanted;
}
