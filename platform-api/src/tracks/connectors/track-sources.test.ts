// Answers of streaming servers and programs, in the shapes that their documentation and bug reports show.
import { expect, it } from 'vitest';
import { TextAnswer } from '../../foreign-text.ts';
import { readDocument } from './connectors.ts';
import { addressMeant } from './server-text.ts';

const SONG = { artist: 'Nora Field', title: 'Slow Morning' };
const LINE = 'Nora Field - Slow Morning';
const NOTHING = null;

const seven = (fields: string): string => `<html><head></head><body>${fields}</body></html>`;
const stats = (elements: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<SHOUTCASTSERVER><CURRENTLISTENERS>3</CURRENTLISTENERS>${elements}</SHOUTCASTSERVER>`;
const xspf = (elements: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><playlist xmlns="http://xspf.org/ns/0/" version="1"><title/><creator/><trackList><track><location>http://ice.example:8000/live.mp3</location>${elements}</track></trackList></playlist>`;

/** The program, the path, the answer (a text, or JSON), and the current track. */
const ANSWERS: [string, string, unknown, object | null][] = [
  // Shoutcast 1 and 2: wiki of winamp.com, "SHOUTcast DNAS Server 2", and the DNAS 1.9 README.
  ['Shoutcast 1', '/7.html', seven(`12,1,40,100,9,128,${LINE}`), SONG],
  [
    'Shoutcast 1 with commas',
    '/7.html',
    seven('1,1,2,32,1,64,Earth, Wind - One, Two'),
    { artist: 'Earth, Wind', title: 'One, Two' },
  ],
  ['Shoutcast 1 off air', '/7.html', seven('0,0,0,100,0,0,'), NOTHING],
  [
    'Shoutcast 1 with attributes',
    '/7.html',
    `<HTML><meta http-equiv="Pragma" content="no-cache"></head><body bgcolor="#fff">3,1,9,50,3,128,${LINE}</body></html>`,
    SONG,
  ],
  [
    'Shoutcast 1 with entities',
    '/7.html',
    seven('3,1,9,50,3,128,Simon &amp; Field - Slow &quot;Morning&quot;'),
    { artist: 'Simon & Field', title: 'Slow "Morning"' },
  ],
  ['Shoutcast 2', '/7.html?sid=1', seven(`4,1,4,500,4,192,${LINE}`), SONG],
  ['a proxy of 7.html', '/now', `4,1,4,500,4,192,${LINE}`, SONG],
  ['Shoutcast 2', '/currentsong?sid=1', LINE, SONG],
  ['Shoutcast 2 with a line end', '/currentsong?sid=1', `${LINE}\r\n`, SONG],
  ['Shoutcast 2 without a song', '/currentsong?sid=1', '', NOTHING],
  ['Shoutcast 2 with three spaces', '/currentsong', 'Nora Field   Slow Morning', SONG],
  [
    'Shoutcast 2 XML',
    '/stats?sid=1',
    stats(`<SONGTITLE>${LINE}</SONGTITLE><STREAMSTATUS>1</STREAMSTATUS>`),
    SONG,
  ],
  [
    'Shoutcast 2 XML off air',
    '/stats?sid=1',
    stats(`<SONGTITLE>${LINE}</SONGTITLE><STREAMSTATUS>0</STREAMSTATUS>`),
    NOTHING,
  ],
  [
    'Shoutcast 2 XML in CDATA',
    '/stats',
    stats('<SONGTITLE><![CDATA[Nora Field - Slow Morning]]></SONGTITLE>'),
    SONG,
  ],
  [
    'Shoutcast 2 XML with entities',
    '/stats',
    stats('<SONGTITLE>Nora &amp; Field - Caf&#xE9;</SONGTITLE>'),
    { artist: 'Nora & Field', title: 'Café' },
  ],
  [
    'Shoutcast 1 admin.cgi',
    '/admin.cgi?mode=viewxml',
    `<?xml version="1.0"?><!DOCTYPE SHOUTCASTSERVER [<!ELEMENT SHOUTCASTSERVER (SONGTITLE)>]>${stats(`<SONGTITLE>${LINE}</SONGTITLE>`)}`,
    SONG,
  ],
  [
    'Shoutcast 2 JSON',
    '/stats?sid=1&json=1',
    { currentlisteners: 3, streamstatus: 1, songtitle: LINE },
    SONG,
  ],
  ['Shoutcast 2 JSON off air', '/stats?sid=1&json=1', { streamstatus: 0, songtitle: '' }, NOTHING],
  [
    'Shoutcast 2 statistics',
    '/statistics?json=1',
    { totalstreams: 1, activestreams: 1, streams: [{ id: 1, streamstatus: 1, songtitle: LINE }] },
    SONG,
  ],
  ['Shoutcast 2 played', '/played?sid=1&type=json', [{ playedat: 1763721600, title: LINE }], SONG],
  // Icecast: web/xspf.xsl and web/status-json.xsl of xiph/Icecast-Server; issues of PawTunes and AzuraCast.
  [
    'Icecast',
    '/live.mp3.xspf',
    xspf('<creator>Nora Field</creator><title>Slow Morning</title>'),
    SONG,
  ],
  ['Icecast, artist in the title', '/live.mp3.xspf', xspf(`<title>${LINE}</title>`), SONG],
  [
    'Icecast with entities',
    '/live.ogg.xspf',
    xspf('<creator>Nora &amp; Field</creator><title>Slow</title>'),
    { artist: 'Nora & Field', title: 'Slow' },
  ],
  [
    'Icecast without a source',
    '/live.mp3.xspf',
    '<playlist version="1"><trackList></trackList></playlist>',
    NOTHING,
  ],
  [
    'Icecast JSON',
    '/status-json.xsl',
    { icestats: { source: { listenurl: 'http://ice.example/live.mp3', title: LINE } } },
    SONG,
  ],
  [
    'Icecast with an artist',
    '/status-json.xsl',
    { icestats: { source: { artist: 'Nora Field', title: 'Slow Morning' } } },
    SONG,
  ],
  ['Icecast without a source', '/status-json.xsl', { icestats: { admin: 'a@b.example' } }, NOTHING],
  // Icecast forks and frontends.
  [
    'Icecast-KH',
    '/status-json.xsl',
    { icestats: { source: [{ listenurl: 'http://ice.example/a', yp_currently_playing: LINE }] } },
    SONG,
  ],
  [
    'Rocket Streaming Audio Server',
    '/status-json.xsl',
    { icestats: { source: [{ mount: '/a', 'display-title': LINE }] } },
    SONG,
  ],
  // Other programs.
  [
    'AzuraCast',
    '/api/nowplaying/cafe',
    { station: { shortcode: 'cafe' }, now_playing: { song: SONG }, song_history: [] },
    SONG,
  ],
  [
    'AzuraCast, static',
    '/api/nowplaying_static/cafe.json',
    {
      now_playing: { song: { ...SONG, text: LINE, art: 'https://x.test/a.jpg' } },
      playing_next: null,
      song_history: [],
    },
    SONG,
  ],
  [
    'Radio.co',
    '/stations/s1/status',
    {
      status: 'online',
      current_track: { title: LINE, start_time: '2026-11-21T10:40:00+00:00' },
      history: [],
    },
    SONG,
  ],
  [
    'RadioKing',
    '/widget/radio/x/track/current',
    { ...SONG, album: 'Windows', next_track: '2026-11-27T15:03:00+0000' },
    SONG,
  ],
  [
    'LibreTime',
    '/api/live-info',
    {
      env: 'production',
      AIRTIME_API_VERSION: '1.1',
      current: { name: LINE, metadata: { track_title: 'Slow Morning', artist_name: 'Nora Field' } },
    },
    SONG,
  ],
  [
    'Airtime, untagged',
    '/api/live-info',
    { AIRTIME_API_VERSION: '1.1', current: { name: LINE, metadata: {} } },
    SONG,
  ],
  [
    'Centova Cast',
    '/rpc/x/streaminfo.get',
    {
      type: 'result',
      data: [{ track: { artist: 'Nora Field', title: 'Slow Morning', imageurl: '' } }],
    },
    SONG,
  ],
  ['Centova Cast, a song line', '/rpc/x/streaminfo.get', { data: [{ song: LINE }] }, SONG],
  ['Live365', '/station/a1', { 'current-track': { ...SONG, art: 'x' } }, SONG],
  ['RadioBOSS Cloud', '/w/nowplaying', { nowplaying: LINE, listeners: 3 }, SONG],
  ['Everest Panel', '/api/v2', { nowplaying: SONG }, SONG],
  ['Zeno', '/mounts/metadata', { streamTitle: LINE }, SONG],
  [
    'Spinitron',
    '/api/spins',
    { items: [{ artist: 'Nora Field', song: 'Slow Morning', release: 'Windows' }] },
    SONG,
  ],
  [
    'SomaFM',
    '/songs/groovesalad.json',
    { songs: [{ ...SONG, album: 'Windows', date: '1763721600' }] },
    SONG,
  ],
  ['a script', '/now.php', { Title: 'Slow Morning', Artist: 'Nora Field' }, SONG],
  ['a script', '/now.php', { data: SONG }, SONG],
  ['a script', '/now.php', { title: LINE }, SONG],
  ['a script, two hyphens', '/now.php', { title: 'Nora Field -- Slow Morning' }, SONG],
  ['a script, a tilde', '/now.php', { title: 'Nora Field ~ Slow Morning' }, SONG],
  ['a script, a minus sign', '/now.php', { title: 'Nora Field − Slow Morning' }, SONG],
  ['a script, underscores', '/now.php', { title: 'Nora_Field_-_Slow_Morning' }, SONG],
  ['a script, a track number', '/now.php', { title: '01 - Nora Field - Slow Morning' }, SONG],
  ['a script, the artist twice', '/now.php', { artist: 'Nora Field', title: LINE }, SONG],
];

it.each(ANSWERS)('%s at %s is read', (_, path, answer, current) => {
  const document = typeof answer === 'string' ? new TextAnswer(answer) : answer;
  const found = readDocument(document, new URL(path, 'http://radio.example:8000'));
  expect(found).not.toBeNull();
  const { title, artist } = found?.current ?? {};
  expect(found?.current && { artist, title }).toEqual(current);
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

it('hostile texts are read in linear time', () => {
  for (const filler of ['<track', '<SONGTITLE>', '1,', '<body>', '<![CDATA[', ' ']) {
    const text = filler.repeat(250_000 / filler.length);
    expect(() =>
      readDocument(new TextAnswer(text), new URL('http://radio.example/')),
    ).not.toThrow();
  }
});
