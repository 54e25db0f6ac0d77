import { isOn, type Player, type PlayerSnapshot } from '@stationhouse/sdk/shell';

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

/**
 * What a wall shows of a player that asks for its station again and again: a station that was asked for in
 * vain is not `loading` at each new try, and one that is gone is still the one whose wall this is.
 *
 * @param last what the wall has shown until now
 */
export function steadySnapshot(next: PlayerSnapshot, last: PlayerSnapshot): PlayerSnapshot {
  if (next.load === 'loaded') return next;
  const station = next.station ?? last.station;
  if (next.load !== 'loading') return { ...next, station };
  return { ...next, station, load: last.load, error: last.error };
}
