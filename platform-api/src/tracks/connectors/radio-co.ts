import { isRecord, recordsOf, secondsOf, textOf, titleAndArtist } from './read-fields.ts';
import type { Connector, RawTrack, TrackSet } from './track-set.ts';

/**
 * Radio.co: `https://public.radio.co/stations/{id}/status` has the current track and the last
 * ones, `…/next` the next.
 */
export const readRadioCo: Connector = (document) => {
  if (!isRecord(document)) return null;
  const isStatus = 'current_track' in document && 'history' in document;
  // RadioKing's widget has a time under the same name, and others have the current track beside it.
  const isNext = isRecord(document.next_track) && !('current_track' in document);
  if (!isStatus && !isNext) return null;
  const tracks: TrackSet = {};
  if (isStatus) {
    tracks.current = document.status === 'offline' ? null : readTrack(document.current_track);
    tracks.previous = readTrack(lastPlayed(document));
  }
  if (isRecord(document.next_track)) tracks.next = readTrack(document.next_track);
  return tracks;
};

/** The history begins with the current track. */
function lastPlayed(document: Record<string, unknown>): unknown {
  const history = recordsOf(document.history);
  const playing = isRecord(document.current_track) ? document.current_track.title : undefined;
  return history[0]?.title === playing ? history[1] : history[0];
}

function readTrack(track: unknown): RawTrack | null {
  if (!isRecord(track)) return null;
  return {
    ...titleAndArtist(textOf(track.title)),
    cover: textOf(track.artwork_url_large) || textOf(track.artwork_url),
    started_at: secondsOf(track.start_time),
  };
}
