import type { Player, PublicStation, Track, WallMessage } from '@stationhouse/sdk/shell';
import { localTime } from './screen.ts';

/** How long a message takes the place of a new song, in ms: twice the time it takes to read the longest one. */
const BETWEEN_MS = 20_000;

/**
 * The message that a wall shows now.
 *
 * @param isBetween whether one song has just followed another
 * @param time null on the server, which shows no message that has a time
 */
export function dueMessage(
  station: Pick<PublicStation, 'wall_message' | 'zone'> | null | undefined,
  { isBetween, time }: { isBetween: boolean; time: Date | null },
): WallMessage | null {
  const message = station?.wall_message;
  if (!message || (message.shown === 'between_songs' && !isBetween)) return null;
  const { from, until } = message;
  if (from === null && until === null) return message;
  if (time === null) return null;
  return isWithin(localTime(time, station.zone), from ?? '00:00', until ?? '24:00')
    ? message
    : null;
}

/** Whether a local time is in the span; an end at or before the start is on the next day. */
const isWithin = (time: string, from: string, until: string): boolean =>
  from < until ? from <= time && time < until : from <= time || time < until;

const isSame = (one: Track, other: Track) =>
  one.title === other.title && one.artist === other.artist && one.kind === other.kind;

/**
 * Follows the songs of a wall.
 *
 * @param changed called when a message should go
 * @returns whether a message may take the place of the song: something else airs, or a song has just begun
 */
export function followSongs(
  player: Pick<Player, 'snapshot' | 'subscribe'>,
  changed: () => void,
): () => boolean {
  let shown = player.snapshot().tracks?.current ?? null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  player.subscribe(() => {
    const current = player.snapshot().tracks?.current ?? null;
    if (shown && current && !isSame(shown, current)) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        changed();
      }, BETWEEN_MS);
    }
    shown = current ?? shown;
  });
  return () => timer !== undefined || shown?.kind !== undefined;
}
