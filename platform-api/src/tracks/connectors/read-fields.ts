// Helpers that read texts, times and titles from untrusted documents.
import { readableText } from '../../foreign-text.ts';
import type { RawTrack } from './track-set.ts';

/** Whether the value is an object and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text, repaired and cut to a length. A number counts as one: a song may be titled 1979. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? readableText(value) : undefined;
}

/** The objects of a list; empty for any other value. */
export function recordsOf(value: unknown): Array<Record<string, unknown>> {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The year 10000, the first that ISO 8601 writes differently. */
const LAST_SECOND = 253_402_300_800;

/** A time in Unix seconds, from a number of seconds or milliseconds, or an ISO date; undefined when invalid. */
export function secondsOf(value: unknown): number | undefined {
  const isIso = typeof value === 'string' && Number.isNaN(Number(value));
  const given = isIso ? Date.parse(value) / 1000 : Number(value);
  const seconds = given >= LAST_SECOND ? Math.floor(given / 1000) : given;
  return seconds > 0 && seconds < LAST_SECOND ? seconds : undefined;
}

/**
 * The stream that an address selects among several. The query parameter is the server's own; the fragment
 * is never sent to it.
 */
export function chosenStream(slotUrl: URL, parameter: string): string | undefined {
  const fragment = slotUrl.hash.slice(1);
  return slotUrl.searchParams.get(parameter) || fragment || undefined;
}

/** Characters that separate artist and title: hyphens, dashes, the minus sign and the tilde. */
const SEPARATORS = '-–—−~';

const isSpace = (letter: string): boolean => letter.trim() === '';

/**
 * The first separator with space, or an end of the text, on both sides: a hyphen in "a-ha" belongs to the name. Written
 * without an expression, because expressions for this backtrack over long runs of spaces.
 * @returns where it begins and ends
 */
function findSeparator(text: string): [from: number, to: number] | undefined {
  for (let at = 0; at < text.length; at += 1) {
    if (!SEPARATORS.includes(text.charAt(at))) continue;
    let to = at + 1;
    while (to < text.length && SEPARATORS.includes(text.charAt(to))) to += 1;
    const [before, after] = [text.charAt(at - 1), text.charAt(to)];
    if (isSpace(before) && isSpace(after)) return [at, to];
    at = to - 1;
  }
  return undefined;
}

/** A track number of an album in front of artist and title: `01 - Artist - Title`. */
const TRACK_NUMBER = /^\d{1,3}$/;

/**
 * Splits a title that may hold the artist too, as in "Artist - Title". Only the first separator counts: the title of
 * "Artist - Title - Remix" is "Title - Remix". A track number in front is left out, and an artist that stands in the
 * title again.
 */
export function titleAndArtist(
  title: string | undefined,
  artist?: string,
): Pick<RawTrack, 'title' | 'artist'> {
  if (!title) return { title, artist };
  const text = (title.includes('_-_') ? title.replaceAll('_', ' ') : title).trim();
  const found = findSeparator(text);
  const before = found && text.slice(0, found[0]).trim();
  const after = found && text.slice(found[1]).trim();
  const named = artist?.trim();
  if (named) {
    const isTwice = before !== undefined && before.toLowerCase() === named.toLowerCase();
    return { title: isTwice && after ? after : title, artist };
  }
  if (before === undefined || after === undefined) return { title: text };
  if (TRACK_NUMBER.test(before) && findSeparator(after)) return titleAndArtist(after);
  return { artist: before || undefined, title: after || undefined };
}
