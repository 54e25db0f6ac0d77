import { isRecord, recordsOf, secondsOf, textOf, titleAndArtist } from './read-fields.ts';
import { SLOTS, type Connector, type RawTrack } from './track-set.ts';

/**
 * Our own format: one track as `{title, artist, album, cover}` or as a text "Artist - Title", used for every
 * slot; or all three as `{previous, current, next}`, the form of our own now-playing. The same track may be under one
 * more name, as other programs write it.
 */
export const readFlat: Connector = (document) => {
  const track = readTrack(document) ?? readTrack(wrapped(document));
  if (track) return { previous: track, current: track, next: track };
  if (!isRecord(document) || !('current' in document)) return null;
  const mentioned = SLOTS.filter((slot) => slot in document);
  const tracks = mentioned.map((slot) => [slot, readTrack(document[slot])] as const);
  // An object that has neither title nor artist is another format, not silence.
  if (tracks.some(([slot, found]) => found === null && isRecord(document[slot]))) return null;
  return Object.fromEntries(tracks);
};

/**
 * The track within another document: `data` (a single one, or Centova Cast's list with `track`), `items` of Spinitron,
 * `songs` of SomaFM, `current-track` of Live365, `nowplaying` of RadioBOSS and Everest, `streamTitle` of Zeno.
 */
function wrapped(document: unknown): unknown {
  if (!isRecord(document)) return null;
  const { data, items, songs, nowplaying, streamTitle } = document;
  const [first] = recordsOf(data ?? items ?? songs);
  return (
    (first && (isRecord(first['track']) ? first['track'] : (first['track'] ?? first))) ??
    document['current-track'] ??
    nowplaying ??
    streamTitle ??
    (isRecord(data) ? data : null)
  );
}

/** A value by one of its names, in any case. */
function fieldOf(value: Record<string, unknown>, ...names: string[]): unknown {
  const known = Object.keys(value).find((key) => names.includes(key.toLowerCase()));
  return known === undefined ? undefined : value[known];
}

function readTrack(value: unknown): RawTrack | null {
  if (typeof value === 'string') return titleAndArtist(textOf(value));
  if (!isRecord(value)) return null;
  const title = fieldOf(value, 'title', 'song');
  const artist = fieldOf(value, 'artist');
  if (title === undefined && artist === undefined) return null;
  return {
    ...titleAndArtist(textOf(title), textOf(artist)),
    album: textOf(fieldOf(value, 'album', 'release')),
    cover: textOf(fieldOf(value, 'cover', 'image', 'imageurl', 'albumart')),
    started_at: secondsOf(fieldOf(value, 'started_at')),
  };
}
