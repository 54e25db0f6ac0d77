// Answers of panels, stream services and directories that play the stations of others.
import { BEFORE, LINE, SONG, type Answer } from './answer.ts';

const playedAt = 1763721600;

export const PANELS: Answer[] = [
  // Zeno's events: AssistantNMS/App#90, and the comment of its readers on /mounts/metadata/subscribe.
  [
    'Zeno, an event',
    '/mounts/metadata/subscribe/x',
    `:keep-alive\n\nid:1763721600\nevent:message\ndata:{"mount":"x","streamTitle":"${LINE}"}\n\n`,
    SONG,
  ],
  [
    'Zeno, two events',
    '/mounts/metadata/subscribe/x',
    `data:{"mount":"x","streamTitle":"Filler"}\r\n\r\ndata:{"mount":"x","streamTitle":"${LINE}"}\r\n\r\n`,
    SONG,
  ],
  // RadioBOSS Cloud's /w/nowplayinginfo, captured in the notes of a list of American stations.
  [
    'RadioBOSS Cloud, all fields',
    '/w/nowplayinginfo?u=77',
    {
      autodj_title: 'Filler',
      autodj: true,
      live: false,
      nowplaying: LINE,
      currenttrack: LINE,
      currenttrack_artist: 'Nora Field',
      currenttrack_title: 'Slow Morning',
      nexttrack: 'n/a',
      nexttrack_artist: '',
      nexttrack_title: 'n/a',
      listeners: 3,
      artwork_ts: 1788406922,
    },
    SONG,
  ],
  [
    'RadioBOSS Cloud, a coded show',
    '/w/nowplayinginfo?u=77',
    {
      nowplaying: 'SAR20260902',
      currenttrack: 'SAR20260902',
      currenttrack_artist: '',
      currenttrack_title: 'SAR20260902',
      nexttrack: 'n/a',
    },
    { title: 'SAR20260902' },
  ],
  // Live365: jbwharris/scrobblerad.io, js/stations/kqua.js.
  [
    'Live365, all fields',
    '/station/a1',
    {
      name: 'Radio',
      'current-track': {
        ...SONG,
        art: 'https://x.test/static/assets/img/blankart.jpg',
        start: '2026-11-21T10:40:00+00:00',
        duration: 214,
        status: 'playing',
      },
      'last-played': [{ ...BEFORE }],
      live_dj_on: true,
      auto_dj_on: false,
    },
    SONG,
  ],
  [
    'Live365, the artist in the title',
    '/station/a1',
    { 'current-track': { title: LINE, artist: '', status: 'playing' } },
    SONG,
  ],
  // SonicPanel's /cp/get_info.php: the fields of its players.
  [
    'SonicPanel',
    '/cp/get_info.php?p=8042',
    {
      title: LINE,
      art: 'https://x.test/a.jpg',
      ulistener: '3',
      listeners: '4',
      bitrate: '128',
      djusername: 'No DJ',
      djprofile: 'https://x.test/dj.png',
      history: ['1.) Ann & Bob - Less Is More<br>', '2.) Halyard - Outbound<br>'],
    },
    SONG,
    { current: { cover: 'https://x.test/a.jpg' } },
  ],
  // Futuri and StreamGuys, by names of ID3: jbwharris/scrobblerad.io, js/stations/ckua.js and xpn2.js.
  [
    'Futuri',
    '/metadata/7000_48k/current.json',
    [{ TALB: 'Windows', TIT2: 'Slow Morning', TPE1: 'Nora Field', WXXX_album_art: '' }],
    SONG,
    { current: { album: 'Windows' } },
  ],
  [
    'StreamGuys',
    '/scraper/x/metadata/',
    { StreamTitle: LINE, timestamp: 1763721600123, StreamUrl: '' },
    SONG,
  ],
  // SoCast, as scripts for pages: jbwharris/scrobblerad.io, js/stations/indie88.js.
  [
    'SoCast',
    '/player/np_3209_3446.js',
    'jsonpcallback({"song_name":"Slow Morning","artist_name":"Nora Field","last_played":"2026-11-21 10:40:00"});',
    SONG,
    { current: { started_at: undefined } },
  ],
  // Shared hosts that answer with one object or list, captured in the notes of a list of American stations.
  [
    'Streaming Radio',
    '/streaming-audio/live.php?action=metadata',
    {
      state: '1',
      metadata: {
        ...SONG,
        imageDefault: 'img.php?id_player=9&type=default_image',
        image: 'https://x.test/400x400bb.jpg',
      },
    },
    SONG,
    { current: { cover: 'https://x.test/400x400bb.jpg' } },
  ],
  [
    'ElasticPlayer',
    '/api/v1/radio/300/history',
    [
      { id: 2, radio_id: 300, meta: LINE, image_url: null, created_at: '2026-08-22 19:00:15' },
      { id: 1, radio_id: 300, meta: 'Ann & Bob - Less Is More', image_url: null },
    ],
    SONG,
  ],
  ['RadioMast', '/stream/metadata', { metadata: LINE, metadata_ext: {} }, SONG],
  [
    'RadioMast, an event',
    '/stream/metadata',
    `data: {"metadata":"${LINE}","metadata_ext":{}}\n\n`,
    SONG,
  ],
  // TuneGenie: the README of a recorder of radio stations.
  [
    'TuneGenie',
    '/api/v1/brand/nowplaying/',
    {
      meta: { status: 200, base_url: 'http://radio.example' },
      response: [
        {
          artistlink: '/music/nora-field/',
          sid: 450747628,
          played_at: '2026-01-08T18:14:29-05:00',
          artist: 'Nora Field',
          song: 'Slow Morning',
          aslg: 'nora-field',
        },
      ],
    },
    SONG,
  ],
  // A panel's history: jbwharris/scrobblerad.io, js/stations/indiexfm.js.
  [
    'a panel with milliseconds',
    '/api/v2/history/?limit=1',
    {
      count: 90,
      next: 'https://radio.example/api/v2/history/?limit=1&offset=1',
      previous: null,
      results: [
        { title: 'Slow Morning', author: 'Nora Field', album: 'Windows', ts: 1763721600000 },
      ],
    },
    SONG,
  ],
  // Radiojar and directories: jbwharris/scrobblerad.io, js/stations/noiseboxradio.js, radionovanuit.js, chma.js.
  [
    'Radiojar',
    '/api/stations/x/now_playing/',
    { ...SONG, album: null, thumb: 'https://x.test/t.jpg', tracks: [], duration: '214.5' },
    SONG,
    { current: { cover: 'https://x.test/t.jpg' } },
  ],
  [
    'a directory',
    '/fr.nova',
    {
      title: LINE,
      stationId: 'fr.nova',
      updated: 1763721600,
      iArtist: 'Nora Field',
      iName: 'Slow Morning',
      iImg: '',
    },
    SONG,
  ],
  [
    'Broadcast Radio',
    '/api/nowplaying/4271',
    {
      status: 'ok',
      body: {
        now_playing: null,
        recently_played: [{ ...SONG, startDate: '2026-11-21T10:40:00.000Z', image: null }],
      },
    },
    SONG,
  ],
  // iHeart and AmperWave: jbwharris/scrobblerad.io, js/stations/cfny.js, ciut.js and kroq.js.
  [
    'iHeart',
    '/api/v3/live-meta/stream/1/currentTrackMeta',
    {
      artistId: 7,
      albumId: 0,
      artist: 'Nora Field',
      title: 'Slow Morning',
      album: 'Windows',
      imagePath: 'https://x.test/i.jpg',
      startTime: 1763721600,
      trackDuration: 214,
      dataSource: 'spark',
    },
    SONG,
    { current: { started_at: playedAt } },
  ],
  [
    'iHeart, milliseconds',
    '/api/v3/live-meta/stream/1/trackHistory?limit=2',
    { data: [{ ...SONG, startTime: 1763721600000 }, BEFORE] },
    SONG,
    { current: { started_at: playedAt } },
  ],
  [
    'AmperWave',
    '/prt/nowplaying/2/5/7083/nowplaying.json',
    {
      performances: [
        { ...SONG, time: '2026-11-21 10:40:00', largeimage: 'https://x.test/l.jpg' },
        { ...BEFORE, time: '2026-11-21 10:36:00', largeimage: '' },
      ],
    },
    SONG,
    { current: { cover: 'https://x.test/l.jpg' } },
  ],
  // The API of R/a/dio (R-a-dio/site#111), of Rainwave (rmcauley/rainwave) and of Plaza One.
  [
    'R/a/dio',
    '/api',
    {
      main: {
        np: LINE,
        listeners: 96,
        isafkstream: true,
        current: 1763721727,
        start_time: 1763721600,
        end_time: 1763721900,
        lastset: '2026-11-21 10:36:00',
        dj: { id: 1, djname: 'Nora' },
        lp: [{ meta: 'Ann & Bob - Less Is More', time: '<time>', timestamp: 1763721390 }],
      },
    },
    SONG,
  ],
  [
    'R/a/dio, as it was',
    '/api',
    { np: LINE, listeners: 96, bitrate: 0, isafkstream: true, current: 1763721727, thread: '' },
    SONG,
  ],
  [
    'Rainwave',
    '/api4/info?sid=1',
    {
      sched_current: {
        id: 9,
        type: 'Election',
        start_actual: 1763721600,
        songs: [
          {
            title: 'Slow Morning',
            artists: [
              { id: 1, name: 'Nora Field' },
              { id: 2, name: 'Halyard' },
            ],
            albums: [{ id: 3, name: 'Windows', art: '/album_art/a_3' }],
          },
          { title: 'Less Is More', artists: [{ id: 4, name: 'Ann & Bob' }] },
        ],
      },
      sched_next: [],
    },
    { artist: 'Nora Field, Halyard', title: 'Slow Morning' },
    { current: { album: 'Windows' } },
  ],
  [
    'Plaza One',
    '/status',
    {
      song: {
        id: 'x',
        ...SONG,
        album: 'Windows',
        position: 1,
        artwork_src: 'https://x.test/a.jpg',
      },
      listeners: 30,
      updated_at: 1763721600,
    },
    SONG,
  ],
];
