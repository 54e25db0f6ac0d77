import { titleAndArtist } from './artist-title.ts';
import { isRecord, secondsOf, textOf } from './narrow.ts';
import { SLOTS, type Connector, type RawTrack } from './track-set.ts';

/**
 * The plain form: one track as `{title, artist, album, cover}` or as a text "Artist - Title", for
 * whichever slot it was asked; or all three as `{previous, current, next}`, which is also how our own
 * now-playing answers.
 */
export const readFlat: Connector = (document) => {
  const track = readTrack(document);
  if (track) return { previous: track, current: track, next: track };
  if (!isRecord(document) || !('current' in document)) return null;
  const told = SLOTS.filter((slot) => slot in document);
  return Object.fromEntries(told.map((slot) => [slot, readTrack(document[slot])]));
};

function readTrack(value: unknown): RawTrack | null {
  if (typeof value === 'string') return titleAndArtist(value);
  if (!isRecord(value) || !('title' in value || 'artist' in value)) return null;
  return {
    ...titleAndArtist(textOf(value.title), textOf(value.artist)),
    album: textOf(value.album),
    cover: textOf(value.cover),
    started_at: secondsOf(value.started_at),
  };
}
