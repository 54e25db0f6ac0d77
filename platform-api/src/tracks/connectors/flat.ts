import { isRecord, secondsOf, textOf, titleAndArtist } from './read-fields.ts';
import { SLOTS, type Connector, type RawTrack } from './track-set.ts';

/**
 * Our own format: one track as `{title, artist, album, cover}` or as a text "Artist - Title", used for every
 * slot; or all three as `{previous, current, next}`, the form of our own now-playing.
 */
export const readFlat: Connector = (document) => {
  const track = readTrack(document);
  if (track) return { previous: track, current: track, next: track };
  if (!isRecord(document) || !('current' in document)) return null;
  const mentioned = SLOTS.filter((slot) => slot in document);
  return Object.fromEntries(mentioned.map((slot) => [slot, readTrack(document[slot])]));
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
