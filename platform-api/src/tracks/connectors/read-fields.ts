// Helpers that read texts, times and titles from untrusted documents.
import type { RawTrack } from './track-set.ts';

/** Whether the value is an object and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text. A number counts as one: a song may be titled 1979. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** The objects of a list; empty for any other value. */
export function recordsOf(value: unknown): Array<Record<string, unknown>> {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The year 10000, the first that ISO 8601 writes differently. */
const LAST_SECOND = 253_402_300_800;

/** A time in Unix seconds, from a number or an ISO date; undefined when invalid. */
export function secondsOf(value: unknown): number | undefined {
  const isIso = typeof value === 'string' && Number.isNaN(Number(value));
  const seconds = isIso ? Date.parse(value) / 1000 : Number(value);
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

/** A hyphen or dash with space on both sides: that in "a-ha" or "Jay-Z" belongs to the name. */
const SEPARATOR = /(?:^|\s+)[-–—](?:\s+|$)/;

/**
 * Splits a title that may hold the artist too, as in "Artist - Title". Only the first dash separates
 * them: the title of "Artist - Title - Remix" is "Title - Remix".
 */
export function titleAndArtist(
  title: string | undefined,
  artist?: string,
): Pick<RawTrack, 'title' | 'artist'> {
  if (artist?.trim() || !title) return { title, artist };
  const separator = SEPARATOR.exec(title.trim());
  if (!separator) return { title };
  const text = title.trim();
  return {
    artist: text.slice(0, separator.index) || undefined,
    title: text.slice(separator.index + separator[0].length) || undefined,
  };
}

/** The entities of XML and the non-breaking space; stream titles contain no others. */
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi;

/**
 * Decodes HTML entities. Icecast and Shoutcast forward titles unchanged, and many encoders send `&amp;` or
 * `&#353;`. Decodes once: `&amp;lt;` becomes `&lt;`.
 */
export function broadcastText(text: string | undefined): string | undefined {
  return text?.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

/**
 * Restores UTF-8 that Icecast decoded as Latin-1, its default for MP3 streams: 'kůň' arrives as 'kÅ¯Å\x88'.
 * Real Latin-1 text is practically never valid UTF-8.
 */
export function undoLatin1(text: string | undefined): string | undefined {
  if (text === undefined || !/^[\0-\xFF]*[\x80-\xFF][\0-\xFF]*$/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
