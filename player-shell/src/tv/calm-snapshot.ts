import type { PlayerSnapshot } from '@stationhouse/sdk/shell';

/**
 * What a wall shows of a player that asks for its station again and again: a station that was asked for in
 * vain is not `loading` at each new try, and one that is gone is still the one whose wall this is.
 *
 * @param last what the wall has shown until now
 */
export function calmSnapshot(next: PlayerSnapshot, last: PlayerSnapshot): PlayerSnapshot {
  if (next.load === 'loaded') return next;
  const station = next.station ?? last.station;
  if (next.load !== 'loading') return { ...next, station };
  return { ...next, station, load: last.load, error: last.error };
}
