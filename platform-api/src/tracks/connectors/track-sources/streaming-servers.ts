// Answers of Shoutcast, Icecast and their forks.
import { AFTER, LINE, NOTHING, SONG, type Answer } from './answer.ts';

const seven = (fields: string): string => `<html><head></head><body>${fields}</body></html>`;
const stats = (elements: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<SHOUTCASTSERVER><CURRENTLISTENERS>3</CURRENTLISTENERS>${elements}</SHOUTCASTSERVER>`;
const xspf = (elements: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><playlist xmlns="http://xspf.org/ns/0/" version="1"><title/><creator/><trackList><track><location>http://ice.example:8000/live.mp3</location>${elements}</track></trackList></playlist>`;

/** A mount as Icecast 2.4 writes it. */
const mount = (path: string, fields: object): object => ({
  audio_info: 'channels=2;samplerate=44100;bitrate=128',
  bitrate: 128,
  channels: 2,
  genre: 'various',
  listener_peak: 9,
  listeners: 0,
  listenurl: `http://ice.example:8000${path}`,
  server_description: 'Unspecified description',
  server_name: 'Radio - The Best Music',
  server_type: 'audio/mpeg',
  ...fields,
  dummy: null,
});
const icecast = (source: unknown): object => ({
  icestats: { admin: 'icemaster@localhost', server_id: 'Icecast 2.4.4', source },
});
/** JSON of Icecast 2.4 with a title that it leaves without quotes. */
const unquoted = (title: string): string =>
  `{"icestats":{"server_id":"Icecast 2.4.4","source":{"listenurl":"http://ice.example:8000/mpd","server_type":"audio/mpeg","title":${title},"dummy":null}}}`;
const adminStats = (sources: string): string =>
  `<?xml version="1.0"?>\n<icestats>\n\t<admin>icemaster@localhost</admin>\n\t<server_id>Icecast 2.4.4</server_id>\n\t<sources>2</sources>${sources}</icestats>`;
const oldShoutcast = (song: string): string =>
  `<html><head><title>SHOUTcast Administrator</title></head><body><table><tr><td width=100 nowrap><font class=default>Stream Title: </font></td><td><font class=default><b>Radio - The Best Music</b></td></tr><tr><td width=100 nowrap><font class=default>Current Song: </font></td><td><font class=default><b>${song}</b></td></tr></table><br></body></html>`;
const statusRow = (path: string, label: string, title: string): string =>
  `<div class="roundcont"><h3>Mount Point ${path}</h3><table><tr><td>Stream Title:</td><td class="streamdata">Radio - The Best Music</td></tr>\n<tr><td>${label}</td>\n<td class="streamdata">${title}</td></tr></table></div>`;
const TABLE_HEAD =
  'MountPoint,Connections,Stream Name,Current Listeners,Description,Currently Playing,Stream URL';

export const STREAMING_SERVERS: Answer[] = [
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
  // Icecast's JSON with titles that are not quoted: xiph/Icecast-Server#34, #43 and #74.
  ['Icecast, a dash as its title', '/status-json.xsl', unquoted('-'), {}],
  ['Icecast, a spaced dash as its title', '/status-json.xsl', unquoted(' - '), {}],
  ['Icecast, a number as its title', '/status-json.xsl', unquoted('1979'), { title: '1979' }],
  ['Icecast, a broken number', '/status-json.xsl', unquoted('.5'), { title: '.5' }],
  ['Icecast, true as its title', '/status-json.xsl', unquoted('true'), { title: 'true' }],
  // Icecast with several mounts, some without a title: ElvishArtisan/rivendell#821, xiph/Icecast-Server#12.
  [
    'Icecast, no mount has a title',
    '/status-json.xsl',
    icecast([mount('/mp3', {}), mount('/aac', { genre: 'rock' })]),
    {},
  ],
  [
    'Icecast, only the second mount has a title',
    '/status-json.xsl',
    icecast([mount('/placeholder', { title: '' }), mount('/live', { title: LINE })]),
    SONG,
  ],
  [
    'Icecast behind a proxy, by its mount',
    '/proxy/cafe/status-json.xsl?mount=/live',
    icecast([mount('/autodj', { title: 'Filler - Music' }), mount('/live', { title: LINE })]),
    SONG,
  ],
  // Ogg with separate tags: node-internet-radio, test/icecastData.json; xiph/Icecast-Server, status-json.xsl.
  [
    'Icecast, Vorbis tags',
    '/status-json.xsl',
    icecast(mount('/live.ogg', { artist: 'Nora Field', title: 'Slow Morning', subtype: 'Vorbis' })),
    SONG,
  ],
  [
    'Icecast, an empty artist before the dash',
    '/status-json.xsl',
    icecast(mount('/live', { title: '- Slow Morning' })),
    { title: 'Slow Morning' },
  ],
  // Icecast-KH 2.4.0-kh14: AzuraCast/AzuraCast#3106.
  [
    'Icecast-KH, all fields',
    '/status-json.xsl',
    {
      icestats: {
        banned_IPs: 0,
        build: '106-g1be5f2f',
        location: 'AzuraCast',
        server_id: 'Icecast 2.4.0-kh14',
        source: {
          connected: 432320,
          incoming_bitrate: 130232,
          listenurl: 'http://ice.example:8000/radio.mp3',
          metadata_updated: '23/Aug/2020:23:55:16 -0400',
          title: LINE,
          yp_currently_playing: LINE,
        },
      },
    },
    SONG,
  ],
  [
    'Icecast-KH, a title without the artist',
    '/status-json.xsl',
    {
      icestats: {
        server_id: 'Icecast 2.4.0-kh15',
        source: {
          artist: 'Nora Field',
          listenurl: 'http://ice.example:8000/radio.mp3',
          title: 'Slow Morning',
          yp_currently_playing: LINE,
        },
      },
    },
    SONG,
  ],
  // Icecast's XML statistics: Jackysi/PawTunes#10, AzuraCast/AzuraCast#4781.
  [
    'Icecast XML',
    '/admin/stats.xml',
    adminStats(
      `<source mount="/stream.mp3"><listenurl>http://ice.example:80/stream.mp3</listenurl><public>1</public><server_name>Radio</server_name><title>${LINE}</title></source>`,
    ),
    SONG,
  ],
  [
    'Icecast XML, by its mount',
    '/admin/stats.xml#/b.mp3',
    adminStats(
      '<source mount="/a.mp3"><title>Filler</title></source><source mount="/b.mp3"><artist>Nora Field</artist><title>Slow Morning</title><user_agent>Liquidsoap/2.0.1</user_agent></source>',
    ),
    SONG,
  ],
  [
    'Icecast XML with entities',
    '/admin/stats.xml',
    adminStats(
      '<source mount="/a.mp3"><title>Ann &amp; Bob - Less &lt;Is&gt; More</title></source>',
    ),
    { artist: 'Ann & Bob', title: 'Less <Is> More' },
  ],
  ['Icecast XML without a source', '/admin/stats.xml', adminStats(''), NOTHING],
  // Pages of Icecast 2.3 and 2.4, which show the title in a table: xiph/Icecast-Server, web/status.xsl.
  [
    'Icecast 2.3, its page',
    '/status.xsl',
    `<html><body>${statusRow('/live', 'Current Song:', LINE)}</body></html>`,
    SONG,
  ],
  [
    'Icecast 2.4, its page',
    '/status.xsl',
    `<html><body>${statusRow('/live', 'Currently playing:', '\n Nora Field - \n Slow Morning ')}</body></html>`,
    SONG,
  ],
  [
    'Icecast 2.3, its page, by a mount',
    '/status.xsl#/live.mp3',
    `<html><body>${statusRow('/live.mp3.hq', 'Current Song:', 'Filler')}${statusRow('/live.mp3', 'Current Song:', LINE)}</body></html>`,
    SONG,
  ],
  // Icecast's table: xiph/Icecast-Server, web/status2.xsl.
  [
    'Icecast, its table',
    '/status2.xsl',
    `<pre>\nGlobal,Clients:1536,Sources:59,,0,,\n${TABLE_HEAD}\n/other,44,Radio,31,Ours,,http://ice.example/other\n/live,12,Radio,8,Ours,${LINE},http://ice.example/live\n</pre>`,
    SONG,
  ],
  [
    'Icecast, its table, by a mount',
    '/status2.xsl?mount=/live',
    `\n${TABLE_HEAD}\n/other,44,Radio,31,Ours,Filler,u\n/live,12,Radio,8,Ours,${LINE},u\n`,
    SONG,
  ],
  [
    'Icecast, its table without a mount',
    '/status2.xsl',
    `\nGlobal,Clients:1552,Sources:59,,0,,\n${TABLE_HEAD}\n`,
    NOTHING,
  ],
  // Shoutcast 1's page, which has no other form: the scripts that read it (angular-soundmanager2#63 asks for one).
  ['Shoutcast 1, its page', '/index.html', oldShoutcast(LINE), SONG],
  [
    'Shoutcast 1, its page, with entities',
    '/',
    oldShoutcast('Ann &amp; Bob - Less Is More'),
    { artist: 'Ann & Bob', title: 'Less Is More' },
  ],
  // Shoutcast 2: its documentation, "DNAS Server JSON Responses" and "XML Responses".
  [
    'Shoutcast 2 JSON, texts for numbers',
    '/stats?sid=1&json=1',
    {
      currentlisteners: '3',
      servertitle: 'Radio - The Best Music',
      songtitle: LINE,
      streamstatus: '1',
      bitrate: '128',
      version: '2.5.5.733 (posix(linux x64))',
    },
    SONG,
  ],
  [
    'Shoutcast 2 JSON with the next song',
    '/stats?sid=1&json=1',
    {
      streamstatus: 1,
      songtitle: 'Nora Field   Slow Morning',
      nexttitle: 'The Counters   Second Cup',
    },
    SONG,
    { next: AFTER },
  ],
  [
    'Shoutcast 2 JSONP',
    '/stats?sid=1&json=1&callback=now',
    `now({"streamstatus":1,"songtitle":"${LINE}"})`,
    SONG,
  ],
  [
    'Shoutcast 2 JSON behind a proxy',
    '/proxy/cafe/stats?json=1',
    { servertitle: 'Radio', songtitle: LINE, streamstatus: 1, streampath: '/;stream.mp3' },
    SONG,
  ],
  [
    'Shoutcast 2 statistics, by a stream',
    '/statistics?json=1&sid=2',
    {
      totalstreams: 2,
      activestreams: 2,
      version: '2.4.7.256',
      streams: [
        { id: 1, streamstatus: 1, songtitle: 'Filler' },
        { id: 2, streamstatus: 1, songtitle: LINE, nexttitle: '' },
      ],
    },
    SONG,
  ],
  [
    'Shoutcast 2 XML with the next song',
    '/stats?sid=1',
    stats(
      `<SERVERTITLE>Radio</SERVERTITLE><SONGTITLE>${LINE}</SONGTITLE><NEXTTITLE>The Counters - Second Cup</NEXTTITLE><STREAMSTATUS>1</STREAMSTATUS>`,
    ),
    SONG,
    { next: AFTER },
  ],
  [
    'Shoutcast 2 XML of several streams',
    '/statistics?sid=2',
    stats(
      `<STREAMSTATS><TOTALSTREAMS>2</TOTALSTREAMS><STREAM id="1"><SONGTITLE>Filler</SONGTITLE><STREAMSTATUS>1</STREAMSTATUS></STREAM><STREAM id="2"><SONGTITLE>${LINE}</SONGTITLE><STREAMSTATUS>1</STREAMSTATUS></STREAM></STREAMSTATS>`,
    ),
    SONG,
  ],
  [
    'Shoutcast 2 played, with an empty title',
    '/played?sid=1&type=json',
    [
      { playedat: 1763721600, title: LINE, metadata: { tit2: 'Slow Morning', tpe1: 'Nora Field' } },
      { playedat: 1763721390, title: '' },
    ],
    SONG,
  ],
];
