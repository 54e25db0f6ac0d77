// Answers of radio hosts, panels and directories that run the stations of others.
import { AFTER, BEFORE, LINE, NOTHING, SONG, type Answer } from './answer.ts';

const azuraSong = (fields: object): object => ({
  id: '7a1230502efebe8990578f71285bcf46',
  art: 'https://cast.example/static/img/generic_song.jpg',
  custom_fields: [],
  album: '',
  lyrics: '',
  ...fields,
});
const azuraCast = (song: object, more: object = {}): object => ({
  station: { id: 8, name: 'Radio', shortcode: 'cafe', mounts: [], remotes: [] },
  listeners: { current: 0, unique: 0, total: 0 },
  live: { is_live: false, streamer_name: '', broadcast_start: null },
  now_playing: { elapsed: 12, remaining: 90, sh_id: 7, played_at: 1763721600, song },
  playing_next: null,
  song_history: [],
  ...more,
});
const libreTime = (current: object | null, more: object = {}): object => ({
  env: 'production',
  schedulerTime: '2026-11-27 15:00:10',
  previous: null,
  current,
  next: null,
  currentShow: [{ name: 'Breakfast', starts: '2026-11-27 14:00:00', record: 0 }],
  nextShow: [],
  timezone: 'Europe/Vienna',
  timezoneOffset: '3600',
  AIRTIME_API_VERSION: '1.1',
  ...more,
});
const playedAt = 1763721600;

export const HOSTS: Answer[] = [
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
  // AzuraCast, old and new: AzuraCast/AzuraCast#180, #308, #1252, #3106, #4298, #5553.
  [
    'AzuraCast of 2017',
    '/api/nowplaying/1',
    {
      status: 'success',
      station: { id: 1, shortcode: 'cafe' },
      listeners: { current: '3' },
      now_playing: { song: { id: 'a', text: LINE, artist: 'Nora Field', title: 'Slow Morning' } },
      song_history: [{ played_at: '1763721390', song: { ...BEFORE, text: 'Ann & Bob' } }],
      cache: 'hit',
    },
    SONG,
    { previous: { ...BEFORE, started_at: 1763721390 } },
  ],
  [
    'AzuraCast, a text alone',
    '/api/nowplaying/8',
    azuraCast(azuraSong({ text: LINE, artist: '', title: '' })),
    SONG,
  ],
  [
    'AzuraCast, a title with the artist',
    '/api/nowplaying/8',
    azuraCast(azuraSong({ text: LINE, artist: '', title: LINE })),
    SONG,
  ],
  [
    'AzuraCast, a streamer with titles',
    '/api/nowplaying/8',
    azuraCast(azuraSong({ ...SONG, text: LINE }), {
      live: { is_live: true, streamer_name: 'DJ Nora', broadcast_start: playedAt, art: null },
    }),
    SONG,
  ],
  [
    'AzuraCast, a streamer without a title',
    '/api/nowplaying/8',
    azuraCast(azuraSong({ text: '', artist: '', title: '' }), {
      live: { is_live: true, streamer_name: 'DJ Nora', broadcast_start: playedAt },
    }),
    { title: 'DJ Nora' },
  ],
  [
    'AzuraCast with the next song',
    '/api/nowplaying_static/cafe.json',
    azuraCast(azuraSong({ ...SONG, text: LINE }), {
      playing_next: { cued_at: playedAt, played_at: 1763721814, song: azuraSong({ ...AFTER }) },
      is_online: true,
      cache: 'station',
    }),
    SONG,
    { next: { ...AFTER, started_at: 1763721814 }, previous: null },
  ],
  // AzuraCast's events: azuracast.com, docs/developers/now-playing-data.
  [
    'AzuraCast, the first event',
    '/api/live/nowplaying/sse?cf_connect=x',
    `data: ${JSON.stringify({ connect: { client: 'c', time: 1763721600000, subs: { 'station:cafe': { recoverable: true, publications: [{ data: { np: azuraCast(azuraSong({ ...SONG })) }, offset: 7 }] } } } })}\n\n`,
    SONG,
    { next: null },
  ],
  [
    'AzuraCast, a later event',
    '/api/live/nowplaying/sse?cf_connect=x',
    `data: ${JSON.stringify({ channel: 'station:cafe', pub: { data: { np: azuraCast(azuraSong({ ...SONG })) } } })}\n\n`,
    SONG,
    { next: null },
  ],
  // LibreTime and Airtime: sourcefabric/airtime#130, libretime/libretime#799, #963 and #980.
  [
    'LibreTime, a presenter is live',
    '/api/live-info',
    libreTime({ starts: '2026-11-27 15:00:00', type: 'livestream', name: 'Breakfast' }),
    { title: 'Breakfast' },
  ],
  [
    'LibreTime, a web stream',
    '/api/live-info',
    libreTime({ starts: '2026-11-27 15:00:00', type: 'webstream', name: LINE, metadata: null }),
    SONG,
  ],
  ['LibreTime, nothing is scheduled', '/api/live-info', libreTime(null), NOTHING],
  [
    'LibreTime with entities',
    '/api/live-info',
    libreTime({ type: 'track', name: 'Ann &amp; Bob - Less Is More', metadata: {} }),
    BEFORE,
  ],
  [
    'LibreTime, version 2',
    '/api/live-info-v2',
    {
      station: { env: 'production', timezone: 'UTC', AIRTIME_API_VERSION: '1.1' },
      tracks: {
        previous: { type: 'track', name: 'Ann & Bob - Less Is More', metadata: null },
        current: {
          starts: '2026-11-27 15:00:00',
          type: 'track',
          name: LINE,
          media_item_played: true,
          metadata: { track_title: 'Slow Morning', artist_name: 'Nora Field', bit_rate: 192073 },
          record: '0',
        },
        next: null,
      },
      shows: { previous: [], current: { name: 'Untitled Show' }, next: [] },
      sources: { livedj: 'off', masterdj: 'off', scheduledplay: 'on' },
    },
    SONG,
    { previous: BEFORE, next: null },
  ],
  [
    'LibreTime JSONP',
    '/api/live-info?callback=show',
    `show(${JSON.stringify(libreTime({ name: LINE, metadata: {} }))})`,
    SONG,
  ],
  // Radio.co's version 2: jbwharris/scrobblerad.io, js/stations/inhailer.js and acrn.js.
  [
    'Radio.co 2',
    '/api/v2/s1/track/current',
    {
      data: {
        title: LINE,
        start_time: '2026-11-21T10:40:00+00:00',
        artwork_urls: { standard: 'https://x.test/s.jpg', large: 'https://x.test/l.jpg' },
      },
    },
    SONG,
    { current: { cover: 'https://x.test/l.jpg', started_at: 1795257600 } },
  ],
  [
    'Radio.co 2 with separate fields',
    '/api/v2/s1/track/current',
    { data: { title: LINE, track_artist: 'Nora Field', track_title: 'Slow Morning' } },
    SONG,
  ],
  // RadioKing's widget of a talk: its public widget API.
  [
    'RadioKing, live',
    '/widget/radio/cafe/track/current',
    {
      id: 95994476,
      ...SONG,
      album: 'Windows',
      started_at: '2026-08-24T04:30:05+0000',
      end_at: '2026-08-24T04:33:05+0000',
      next_track: '2026-08-24T04:33:05+0000',
      is_live: true,
      cover: 'https://image.radio.example/radios/1/coverdefault/x.png',
      default_cover: true,
    },
    SONG,
    { current: { started_at: 1787545805 } },
  ],
  [
    'RadioKing without an artist',
    '/widget/radio/cafe/track/current',
    { title: 'Slow Morning', artist: '', next_track: '2026-08-24T04:33:05+0000' },
    { title: 'Slow Morning' },
  ],
  // laut.fm's API: the pages of its stations read title and artist.name.
  [
    'laut.fm',
    '/station/cafe/current_song',
    {
      id: 5,
      type: 'song',
      title: 'Slow Morning',
      artist: { name: 'Nora Field', url: 'https://laut.fm/nora', laut_url: null, image: '' },
      album: 'Windows',
      length: 214,
      started_at: '2026-11-21 11:40:00 +0100',
      ends_at: '2026-11-21 11:43:34 +0100',
      live: false,
    },
    SONG,
    { current: { album: 'Windows' } },
  ],
  [
    'laut.fm, the last songs',
    '/station/cafe/last_songs',
    [
      { type: 'song', title: 'Slow Morning', artist: { name: 'Nora Field' } },
      { type: 'song', title: 'Less Is More', artist: { name: 'Ann & Bob' } },
    ],
    SONG,
  ],
];
