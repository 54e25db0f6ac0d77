// Answers of streaming servers and programs, in the shapes that their documentation and bug reports show.
import { expect, it } from 'vitest';
import { TextAnswer } from '../../foreign-text.ts';
import { parseJson } from '../../outbound/guarded-json.ts';
import { readDocument } from './connectors.ts';
import { addressMeant } from './server-text.ts';
import { AMERICAN_STATIONS } from './track-sources/american-stations.ts';
import { HOSTS } from './track-sources/hosts.ts';
import { OTHERS } from './track-sources/others.ts';
import { PANELS } from './track-sources/panels.ts';
import { PROGRAMS } from './track-sources/programs.ts';
import { STATIONS } from './track-sources/stations.ts';
import { STREAMING_SERVERS } from './track-sources/streaming-servers.ts';

const ANSWERS = [
  ...STREAMING_SERVERS,
  ...HOSTS,
  ...PANELS,
  ...STATIONS,
  ...AMERICAN_STATIONS,
  ...PROGRAMS,
  ...OTHERS,
];

/** The document that the fetch makes of an answer. */
function documentOf(answer: unknown): unknown {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  try {
    return parseJson(text);
  } catch {
    return new TextAnswer(text);
  }
}

it.each(ANSWERS)('%s at %s is read', (_, path, answer, current, others = {}) => {
  const url = new URL(path, 'http://radio.example:8000');
  const found = readDocument(documentOf(answer), url);
  expect(found).not.toBeNull();
  const { title, artist } = found?.current ?? {};
  // Empty and missing fields are shown alike.
  const shown = { artist: artist || undefined, title: title || undefined };
  expect(found?.current && shown).toEqual(current);
  expect(found).toMatchObject(others);
});

it.each([
  ['an error page', '/currentsong', '<html><body>Not found</body></html>'],
  ['a home page', '/', '<!doctype html><title>Radio</title><body>1,2,3</body>'],
  ['XML of another kind', '/feed', '<rss><channel><title>Slow Morning</title></channel></rss>'],
  ['plain text', '/', 'OK'],
  ['nothing', '/', ''],
])('%s is no track', (_, path, text) => {
  const url = new URL(path, 'http://radio.example:8000');
  expect(readDocument(new TextAnswer(text), url)).toBeNull();
});

it.each([
  ['/', '<title>SHOUTcast Administrator</title>', '/stats?sid=1&json=1'],
  ['/index.html?sid=2', '<title>SHOUTcast Server</title>', '/stats?sid=2&json=1'],
  ['/statistics', '<SHOUTCASTSTREAMS></SHOUTCASTSTREAMS>', '/statistics?sid=1&json=1'],
  ['/played.html?sid=3', '<title>SHOUTcast</title>', '/played?sid=3&type=json'],
  ['/status.xsl', '<title>Icecast Streaming Media Server</title>', '/status-json.xsl'],
  ['/', '<title>Blue Café</title>', null],
])('the page at %s of a server leads to its track data', (path, text, meant) => {
  const origin = 'http://radio.example:8000';
  const found = addressMeant(new URL(path, origin), new TextAnswer(text));
  expect(found).toBe(meant && origin + meant);
});

it.each([
  [
    'a week of shows',
    { monday: [{ name: 'Breakfast', starts: '2026-11-23 07:00:00' }], AIRTIME_API_VERSION: '1.1' },
  ],
  ['a list of shows', { items: [{ id: 1, show: 'Breakfast', start: '2026-11-23T07:00:00Z' }] }],
  ['an error', { status: 'error', data: 'not found', result: ['x'], meta: { code: 404 } }],
  ['a station alone', { station: { title: 'Radio', name: 'Radio - The Best Music' } }],
  ['a list of texts', ['Nora Field - Slow Morning']],
  ['empty lists', { data: [], items: [[]], songs: [{}], nowplaying: {} }],
])('%s is no track', (_, document) => {
  expect(readDocument(document, new URL('http://radio.example:8000/'))).toBeNull();
});

it.each([
  [
    'a page that speaks of titles',
    '/',
    '<html><body><p>Currently playing: our hits</p></body></html>',
  ],
  [
    'a page with a player',
    '/',
    '<html><body><audio title="Radio" artist="Nora Field"></audio></body></html>',
  ],
  [
    'a table for another mount',
    '/status.xsl#/b',
    '<h3>Mount Point /a</h3><tr><td>Current Song:</td><td>x</td></tr>',
  ],
  ['a text file of another kind', '/robots.txt', 'User-agent: *'],
  ['a script', '/player.js', 'function play(title, artist) { return [title, artist]; }'],
  ['XML that is too deep', '/nowplaying.xml', '<a>'.repeat(40) + '<title>x</title>'],
])('%s is unknown', (_, path, text) => {
  const url = new URL(path, 'http://radio.example:8000');
  expect(readDocument(new TextAnswer(text), url)).toBeNull();
});

it('hostile texts are read in linear time', () => {
  const fillers = [
    '<track',
    '<SONGTITLE>',
    '1,',
    '<body>',
    '<![CDATA[',
    ' ',
    '<a>',
    '<a/>',
    '</a>',
    '<a b',
    '<a b="',
    'a=',
    '<!--',
    'now(',
    'now({',
    '){',
    '])',
    'data:{\n',
    'title=\n',
    "\\'",
    '{"a":',
    '<tr>Current Song:',
    '/a,,,,,,\n',
    '<p n="x">',
  ];
  for (const filler of fillers) {
    for (const before of ['', '<nowplaying>', '{"title":"']) {
      const text = before + filler.repeat(100_000 / filler.length);
      for (const path of ['/', '/nowplaying.txt#/live']) {
        const url = new URL(path, 'http://radio.example/');
        expect(() => readDocument(new TextAnswer(text), url)).not.toThrow();
      }
    }
  }
});

it('deep documents are read without an error', () => {
  for (const [open, close] of [
    ['[', ']'],
    ['{"data":', '}'],
    ['[{"songs":', '}]'],
  ] as const) {
    const deep = `${open.repeat(20_000)}1${close.repeat(20_000)}`;
    for (const field of [
      'title',
      'artist',
      'cover',
      'album',
      'current',
      'playlist',
      'data',
      'steps',
    ]) {
      const document: unknown = JSON.parse(`{"title":"x","${field}":${deep}}`);
      expect(() => readDocument(document, new URL('http://radio.example/'))).not.toThrow();
    }
  }
});

it('hostile names are keys like others', () => {
  const text =
    '<nowplaying><__proto__><title>x</title></__proto__><title>Slow Morning</title></nowplaying>';
  const found = readDocument(new TextAnswer(text), new URL('http://radio.example/'));
  expect(found?.current).toMatchObject({ title: 'Slow Morning' });
  expect(Object.prototype).not.toHaveProperty('title');
});
