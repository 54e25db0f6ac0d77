import { MEGABYTE } from '../assets/values.ts';

/** Limits of a file of the music library: size, and duration in seconds. */
export const MAX_LIBRARY_MEGABYTES = 500;
export const MAX_LIBRARY_BYTES = MAX_LIBRARY_MEGABYTES * MEGABYTE;
export const LIBRARY_SECONDS = { min: 0.5, max: 6 * 60 * 60 } as const;
/** Silence at both ends of a file, in seconds, that is cut off and does not count in its longest duration. */
export const MAX_SILENCE_SECONDS = 60;

/** The years and the tempo, in beats per minute, that a track can have. */
export const TRACK_YEARS = { min: 1000, max: 9999 } as const;
export const TRACK_TEMPO = { min: 20, max: 400 } as const;
/** From calm to lively. */
export const TRACK_ENERGY = { min: 1, max: 5 } as const;
export const MAX_TRACK_NOTES_LENGTH = 2_000;

/**
 * A song's segue, its end over which the next song may sound, and its intro, over which one may speak: how long they are
 * at most, in seconds and as a share of the song.
 */
export const TRACK_MARKERS = {
  segue: { seconds: 12, share: 1 / 4 },
  intro: { seconds: 30, share: 1 / 2 },
} as const;
export type TrackMarker = keyof typeof TRACK_MARKERS;

/** The longest segue or intro of a song of a length, in seconds. */
export const longestMarker = (marker: TrackMarker, length_seconds: number): number =>
  Math.min(TRACK_MARKERS[marker].seconds, TRACK_MARKERS[marker].share * length_seconds);

/** Tracks that one call can change. */
export const MAX_BULK_TRACKS = 500;
export const TRACK_SORTS = ['title', 'artist', 'created_at', 'duration_seconds'] as const;
export type TrackSort = (typeof TRACK_SORTS)[number];

/** The values of a tag that are offered as filters, the most frequent. */
export const MAX_TAG_VALUES = 500;

/** Tracks of a playlist: by hand, which must fit into a request, and by a rule. */
export const MAX_PLAYLIST_TRACKS = 1_500;
export const MAX_RULE_TRACKS = 10_000;
/** Genres, moods or languages that a rule can name. */
export const MAX_RULE_VALUES = 50;
/** Tracks that the preview of a rule returns. */
export const RULE_PREVIEW_TRACKS = 20;
/** Stations that are named of those that use a track. */
export const MAX_STATIONS_SHOWN = 100;
/** Playlists get new music this often: bi-weekly (specification §1). */
export const RENEW_DAYS = 14;

/** The file with corrections of tags. The longest line that an export can have takes half of `line_characters`. */
export const CORRECTIONS = {
  bytes: 10 * MEGABYTE,
  lines: 20_000,
  line_characters: 16_000,
} as const;
/** An answer that refuses corrections names this many lines at most. */
export const MAX_LINES_SHOWN = 100;

/** Files of the music library are uploaded in parts of this size; the last may be smaller. */
export const LIBRARY_PART_BYTES = 8 * MEGABYTE;

/** Bodies of admins’ uploads that a process holds in memory at once: four admins send three parts each. */
export const MAX_HELD_BYTES = 12 * LIBRARY_PART_BYTES;
/** Days that the parts of an unfinished upload are kept after the last of them has arrived. */
export const UNFINISHED_UPLOAD_DAYS = 7;
/** The name of an uploaded file of the library, with its folders, in characters. */
export const MAX_FILE_PATH_LENGTH = 500;
/** How the names of the library's files may end, in any case: the content decides, so each usual name of a format counts. */
export const LIBRARY_EXTENSIONS = [
  'mp3',
  'mpga',
  'm4a',
  'm4b',
  'mp4',
  'aac',
  'flac',
  'wav',
  'wave',
  'bwf',
  'rf64',
  'bw64',
  'aif',
  'aiff',
  'aifc',
  'ogg',
  'oga',
  'opus',
] as const;
/** Whether the library takes files of such a name. Their content is checked when they are prepared. */
export function isMusicName(name: string): boolean {
  const extension = name.toLowerCase().split('.').at(-1);
  return name.includes('.') && LIBRARY_EXTENSIONS.some((known) => known === extension);
}

export const UPLOAD_STATES = ['receiving', 'preparing', 'done', 'failed'] as const;
export type UploadState = (typeof UPLOAD_STATES)[number];
