import { BRAND } from '../../contract/site/brand.ts';
import {
  MAX_TRACK_TEXT_LENGTH,
  UNKNOWN_ARTIST,
  UNKNOWN_TITLE,
} from '../../contract/stations/values.ts';
import type { Track } from '../../contract/stations/schemas.ts';
import { SLOTS, type RawTrack, type Slot, type TrackSet } from './connectors/track-set.ts';

/** Some browsers and proxies refuse longer URLs, in characters. */
const MAX_COVER_LENGTH = 2_048;

/** The tracks of one document as they are shown. A slot that the document does not mention is absent. */
export type ShownTracks = Partial<Record<Slot, Track | null>>;

/** @param documentUrl the base of relative cover URLs */
export function presentTracks(found: TrackSet, documentUrl: URL, publicUrl: string): ShownTracks {
  const shown: ShownTracks = {};
  for (const slot of SLOTS) {
    const raw = found[slot];
    if (raw !== undefined) shown[slot] = raw && presentTrack(raw, documentUrl, publicUrl);
  }
  return shown;
}

/** A track for display. Markup in its texts is kept: pages put them into text nodes. */
export function presentTrack(raw: RawTrack, documentUrl: URL, publicUrl: string): Track {
  const album = oneLine(raw.album);
  return {
    title: oneLine(raw.title) || UNKNOWN_TITLE,
    artist: oneLine(raw.artist) || UNKNOWN_ARTIST,
    ...(album && { album }),
    cover: coverAddress(raw.cover, documentUrl) ?? placeholder(publicUrl),
    ...(raw.started_at && { started_at: new Date(raw.started_at * 1000).toISOString() }),
  };
}

/** Shown when nothing is known of a track (specification §3). */
export function unknownTrack(publicUrl: string): Track {
  return { title: UNKNOWN_TITLE, artist: UNKNOWN_ARTIST, cover: placeholder(publicUrl) };
}

/** Marks a track without a cover, until the station's sleeve takes its place (now-playing.ts). */
function placeholder(publicUrl: string): string {
  return new URL(BRAND.placeholder_cover, publicUrl).href;
}

/** One line of limited length, without control characters and lone surrogates. */
function oneLine(text: string | undefined): string {
  const line = (text ?? '').replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  // By code points, so that no surrogate pair is split.
  return Array.from(line).slice(0, MAX_TRACK_TEXT_LENGTH).join('').trim();
}

function coverAddress(cover: string | undefined, documentUrl: URL): string | undefined {
  const text = cover?.trim();
  // Without the query, which may hold a key: a cover of '#' would publish it.
  const base = `${documentUrl.origin}${documentUrl.pathname}`;
  if (!text || !URL.canParse(text, base)) return undefined;
  const { protocol, username, password, href } = new URL(text, base);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  const isPlain = username === '' && password === '' && href.length <= MAX_COVER_LENGTH;
  return isWeb && isPlain ? href : undefined;
}
