import { isOn, type Player, type PlayerSnapshot } from '@stationhouse/sdk/shell';

/**
 * Plays at once, and again when the station is back, since nobody presses Play on a wall. A pause by a
 * viewer lasts. If the browser requires a press, it waits for one.
 *
 * @param isWanted false: stays silent until a viewer plays it
 * @returns a function that tells whether music is wanted
 */
export function keepPlaying(player: Player, isWanted: boolean): () => boolean {
  function follow(): void {
    const { state, error, load } = player.snapshot();
    if (isOn(state)) isWanted = true;
    else if (state === 'paused' || (state === 'stopped' && !error)) isWanted = false;
    // The station is back and the error is cleared.
    else if (state === 'idle' && load === 'loaded' && isWanted) void player.play();
  }
  player.subscribe(follow);
  follow();
  return () => isWanted;
}

/**
 * The snapshot that a wall shows while its player keeps retrying. Retries do not switch to `loading`, and a
 * station that went off air keeps its name.
 *
 * @param last the snapshot that is shown now
 */
export function steadySnapshot(next: PlayerSnapshot, last: PlayerSnapshot): PlayerSnapshot {
  if (next.load === 'loaded') return next;
  const station = next.station ?? last.station;
  if (next.load !== 'loading') return { ...next, station };
  return { ...next, station, load: last.load, error: last.error };
}
