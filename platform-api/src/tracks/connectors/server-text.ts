import { TextAnswer } from '../../foreign-text.ts';
import { chosenStream, textOf, titleAndArtist } from './read-fields.ts';
import type { Connector, RawTrack, TrackSet } from './track-set.ts';

/** The fields of `7.html` before the title: listeners, status, peak, limit, unique listeners, bit rate. */
const FIELDS_BEFORE_TITLE = 6;

/**
 * Answers of streaming servers that are not JSON: `7.html` and `/currentsong` of Shoutcast, its XML at `/stats`, and
 * Icecast's `.xspf`. Shapes: the documentation of the DNAS server; xiph/Icecast-Server, web/xspf.xsl.
 */
export const readServerText: Connector = (document, slotUrl) => {
  if (!(document instanceof TextAnswer)) return null;
  const { text } = document;
  return (
    readStats(text, slotUrl) ??
    readPlaylist(text) ??
    readSeven(elementIn(text, 'body') ?? text) ??
    readLine(text, slotUrl)
  );
};

/** `<SHOUTCASTSERVER>`: the statistics of one stream, or of several, of which the address selects one. */
function readStats(text: string, slotUrl: URL): TrackSet | null {
  const all = elementIn(text, 'SHOUTCASTSERVER');
  if (all === undefined) return null;
  const id = chosenStream(slotUrl, 'sid');
  const from =
    all.includes('<STREAM id=') && id !== undefined ? all.indexOf(`<STREAM id="${id}"`) : 0;
  if (from < 0) return { current: null };
  const server = all.slice(from);
  const isOnAir = elementIn(server, 'STREAMSTATUS') !== '0';
  const next = elementIn(server, 'NEXTTITLE');
  return {
    current: isOnAir ? trackOf(elementIn(server, 'SONGTITLE')) : null,
    ...(next && { next: isOnAir ? trackOf(next) : null }),
  };
}

/** `<trackList>` of XSPF with the mount's track. */
function readPlaylist(text: string): TrackSet | null {
  const list = elementIn(text, 'trackList');
  if (list === undefined) return null;
  const track = elementIn(list, 'track');
  if (track === undefined) return { current: null };
  return { current: trackOf(elementIn(track, 'title'), elementIn(track, 'creator')) };
}

/** `12,1,40,100,9,128,Artist - Title`: the title may hold commas. */
function readSeven(text: string): TrackSet | null {
  const parts = text.trim().split(',');
  const numbers = parts.slice(0, FIELDS_BEFORE_TITLE);
  const isSeven =
    parts.length > FIELDS_BEFORE_TITLE && numbers.every((part) => /^\d{1,9}$/.test(part));
  if (!isSeven) return null;
  const title = parts.slice(FIELDS_BEFORE_TITLE).join(',');
  return { current: numbers[1] === '1' ? trackOf(title) : null };
}

/** `/currentsong` is the title alone; anything else at this address is a page of an error. */
function readLine(text: string, { pathname }: URL): TrackSet | null {
  if (!pathname.endsWith('/currentsong') || text.includes('<')) return null;
  return { current: text.trim() === '' ? null : trackOf(text.trim()) };
}

const trackOf = (title: string | undefined, artist?: string): RawTrack =>
  // Shoutcast drops the dash of "Artist - Title" and leaves three spaces.
  titleAndArtist(textOf(title)?.replace('   ', ' - '), textOf(artist));

/** The content of the first element of a name, in any case; undefined without one. */
function elementIn(text: string, name: string): string | undefined {
  const lower = text.toLowerCase();
  const tag = name.toLowerCase();
  let from = lower.indexOf(`<${tag}`);
  // `<track>`, not `<trackList>`.
  while (from >= 0 && /[a-z]/.test(lower.charAt(from + tag.length + 1))) {
    from = lower.indexOf(`<${tag}`, from + 1);
  }
  const begin = from < 0 ? -1 : lower.indexOf('>', from);
  const end = begin < 0 ? -1 : lower.indexOf(`</${tag}`, begin);
  if (end < 0) return undefined;
  const inside = text.slice(begin + 1, end).trim();
  const isCdata = inside.startsWith('<![CDATA[') && inside.endsWith(']]>');
  return isCdata ? inside.slice('<![CDATA['.length, -']]>'.length) : inside;
}

/** The address with track data of a server whose page was entered; null for pages of other programs. */
export function addressMeant(
  { origin, pathname, searchParams }: URL,
  { text }: TextAnswer,
): string | null {
  const sid = searchParams.get('sid') ?? '1';
  if (/\/(?:stats|statistics)$/.test(pathname)) return `${origin}${pathname}?sid=${sid}&json=1`;
  if (/\/played(?:\.html)?$/.test(pathname)) return `${origin}/played?sid=${sid}&type=json`;
  const lower = text.toLowerCase();
  if (lower.includes('icecast')) return `${origin}/status-json.xsl`;
  return lower.includes('shoutcast') ? `${origin}/stats?sid=${sid}&json=1` : null;
}
