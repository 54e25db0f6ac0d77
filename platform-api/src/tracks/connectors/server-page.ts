import { TextAnswer } from '../../foreign-text.ts';
import { chosenStream, textOf, titleAndArtist } from './read-fields.ts';
import type { Connector, RawTrack, TrackSet } from './track-set.ts';

/**
 * Pages and lines of old servers and of playout programs, which have no other track data: the status pages of Shoutcast
 * and Icecast 2.3, its `status2.xsl`, text files with one line, and lines such as `artist="…"`.
 */
export const readServerPage: Connector = (document, slotUrl) => {
  if (!(document instanceof TextAnswer)) return null;
  const { text } = document;
  return (
    readTable(text, slotUrl) ??
    readStatusPage(text, slotUrl) ??
    readFields(text) ??
    readTextFile(text, slotUrl)
  );
};

/** The labels in front of the title: Shoutcast's and Icecast 2.3's, and Icecast 2.4's. */
const LABELS = ['current song:', 'currently playing:'];

/** The title stands in the cell after its label, in the same row. */
function readStatusPage(text: string, slotUrl: URL): TrackSet | null {
  const lower = text.toLowerCase();
  const mount = mountOf(slotUrl);
  const from = mount === undefined ? 0 : indexOfMount(text, mount);
  if (from < 0) return null;
  const titles = LABELS.flatMap((label) => {
    const at = lower.indexOf(label, from);
    if (at < 0) return [];
    const end = lower.indexOf('</tr', at);
    return end < 0 ? [] : [withoutTags(text.slice(at + label.length, end))];
  });
  const title = titles.find((found) => found !== '');
  return title === undefined ? null : { current: trackOf(title) };
}

function indexOfMount(text: string, mount: string): number {
  const name = `Mount Point ${mount}`;
  let at = text.indexOf(name);
  // `/live.mp3`, not `/live`.
  while (at >= 0 && /[\w.-]/.test(text.charAt(at + name.length))) at = text.indexOf(name, at + 1);
  return at;
}

const mountOf = (slotUrl: URL): string | undefined =>
  chosenStream(slotUrl, 'mount')?.replace(/^\/?/, '/');

const withoutTags = (html: string): string =>
  html
    .split('<')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join('')
    .replaceAll('&nbsp;', ' ')
    .trim();

const TABLE_HEAD =
  'mountpoint,connections,stream name,current listeners,description,currently playing,stream url';
const TITLE_COLUMN = 5;

/** Icecast's `status2.xsl`: a row per mount. A row with more columns has commas in its texts, and is ambiguous. */
function readTable(text: string, slotUrl: URL): TrackSet | null {
  if (!text.toLowerCase().includes(TABLE_HEAD)) return null;
  const mount = mountOf(slotUrl);
  const titles = text
    .split('\n')
    .map((row) => row.trim().split(','))
    .filter((columns) => columns.length === TABLE_HEAD.split(',').length)
    .filter(([name = '']) => (mount === undefined ? name.startsWith('/') : name === mount))
    .map((columns) => columns[TITLE_COLUMN] ?? '');
  const title = titles.find((found) => found.trim() !== '');
  return { current: title === undefined ? null : trackOf(title) };
}

/** `artist="Nora Field"`, `ARTIST=Nora Field` or `Artist: Nora Field`, each on a line. */
const FIELD = /^(title|artist|album)\s?[=:]\s?(.*)$/i;

/** The current track in Liquidsoap's list of metadata, which begins with the oldest. */
const CURRENT_BLOCK = '--- 1 ---';

function readFields(text: string): TrackSet | null {
  if (text.includes('<')) return null;
  const from = Math.max(text.lastIndexOf(CURRENT_BLOCK), 0);
  const fields = new Map<string, string>();
  for (const line of text.slice(from).split(/\r\n|\r|\n/)) {
    const [, name, value = ''] = FIELD.exec(line.trim()) ?? [];
    if (name !== undefined) fields.set(name.toLowerCase(), withoutQuotes(value.trim()));
  }
  const [title, artist] = [fields.get('title'), fields.get('artist')];
  if (title === undefined || artist === undefined) return null;
  return {
    current: title === '' && artist === '' ? null : trackOf(title, artist, fields.get('album')),
  };
}

const withoutQuotes = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"')
    ? text.slice(1, -1).replaceAll(String.raw`\"`, '"')
    : text;

/** A text file that a program writes the title to: `nowplaying.txt`, not `robots.txt`. */
const TEXT_FILE = /(?:play|air|song|track|title|current|now)[^/]*\.txt$/i;

function readTextFile(text: string, { pathname }: URL): TrackSet | null {
  if (!TEXT_FILE.test(pathname) || text.includes('<')) return null;
  const line =
    text
      .trim()
      .split(/[\r\n]/, 1)[0]
      ?.trim() ?? '';
  return { current: line === '' ? null : trackOf(line) };
}

function trackOf(title: string, artist?: string, album?: string): RawTrack {
  return { ...titleAndArtist(textOf(title), textOf(artist)), album: textOf(album) };
}
