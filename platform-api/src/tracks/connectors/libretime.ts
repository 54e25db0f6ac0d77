import { isRecord, textOf, titleAndArtist } from './read-fields.ts';
import type { Connector, RawTrack } from './track-set.ts';

/**
 * LibreTime's and Airtime's `/api/live-info`, and version 2 of it, which has the slots under `tracks`. Times are local
 * without a zone that can be relied on, so they are left out.
 * Shape: libretime/libretime, legacy ApiController; airtime #130, libretime #799.
 */
export const readLibreTime: Connector = (document) => {
  if (!isRecord(document)) return null;
  const slots = isRecord(document.tracks) ? document.tracks : document;
  const isOurs =
    'AIRTIME_API_VERSION' in document || 'currentShow' in document || slots !== document;
  if (!isOurs || !('current' in slots)) return null;
  return {
    previous: readItem(slots.previous),
    current: readItem(slots.current),
    next: readItem(slots.next),
  };
};

function readItem(item: unknown): RawTrack | null {
  if (!isRecord(item)) return null;
  const { metadata } = item;
  if (isRecord(metadata) && (metadata.track_title || metadata.artist_name)) {
    return {
      ...titleAndArtist(textOf(metadata.track_title), textOf(metadata.artist_name)),
      album: textOf(metadata.album_title),
    };
  }
  // A web stream, or a track without tags: `Artist - Title`.
  return titleAndArtist(textOf(item.name));
}
