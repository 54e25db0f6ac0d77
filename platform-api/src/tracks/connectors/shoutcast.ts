import {
  chosenStream,
  isRecord,
  recordsOf,
  secondsOf,
  textOf,
  titleAndArtist,
} from './read-fields.ts';
import type { Connector, RawTrack } from './track-set.ts';

/**
 * Shoutcast 2: `/stats?sid=1&json=1` has the current title and sometimes the next. `/statistics?json=1` has
 * those of every stream; `sid` or the fragment selects one. `/played?sid=1&type=json` has the last titles.
 * Shape: its documentation, 'DNAS Server JSON Responses'.
 */
export const readShoutcast: Connector = (document, slotUrl) => {
  if (isPlayed(document)) return readPlayed(document);
  if (!isRecord(document)) return null;
  // Other programs have the same name beside the artist's.
  if ('songtitle' in document && !('artistname' in document)) return readStats(document);
  if (!('totalstreams' in document)) return null;
  const stream = chooseStream(recordsOf(document.streams), slotUrl);
  return stream ? readStats(stream) : { current: null, next: null };
};

function chooseStream(
  streams: Array<Record<string, unknown>>,
  slotUrl: URL,
): Record<string, unknown> | undefined {
  const id = chosenStream(slotUrl, 'sid');
  if (id !== undefined) return streams.find((stream) => String(stream.id) === id);
  return streams.find(({ streamstatus }) => Number(streamstatus) === 1) ?? streams[0];
}

function readStats(stream: Record<string, unknown>) {
  const isOnAir = Number(stream.streamstatus ?? 1) === 1;
  const hasNext = Boolean(textOf(stream.nexttitle)?.trim());
  return {
    current: isOnAir ? readTitle(stream.songtitle) : null,
    next: isOnAir && hasNext ? readTitle(stream.nexttitle) : null,
  };
}

function isPlayed(document: unknown): document is Array<Record<string, unknown>> {
  return (
    Array.isArray(document) &&
    document.length > 0 &&
    document.every((entry) => isRecord(entry) && 'playedat' in entry && 'title' in entry)
  );
}

function readPlayed(entries: Array<Record<string, unknown>>) {
  const [current, previous] = entries
    .map((entry) => ({ ...readTitle(entry.title), started_at: secondsOf(entry.playedat) }))
    .toSorted((a, b) => (b.started_at ?? 0) - (a.started_at ?? 0));
  return { previous: previous ?? null, current: current ?? null };
}

function readTitle(value: unknown): RawTrack {
  // Shoutcast drops the dash of "Artist - Title" and leaves three spaces (AzuraCast/nowplaying, Shoutcast2).
  return titleAndArtist(textOf(value)?.replace('   ', ' - '));
}
