// Answers of other services and stations, in forms that share names with those of the other families.
import { AFTER, BEFORE, LINE, SONG, type Answer } from './answer.ts';

export const OTHERS: Answer[] = [
  // Lists that PHP writes as objects: adblockradio/webradio-metadata, Radio Meuh.js.
  [
    'a numbered object',
    '/rtdata/tracks.json',
    { 0: { artist: 'Nora Field', titre: 'Slow Morning' }, 1: { titre: 'Older' } },
    SONG,
  ],
  // Radio Paradise: the README of a player of its FLAC blocks, and readers of /api/now_playing.
  [
    'Radio Paradise',
    '/api/get_block?bitrate=4&info=true',
    {
      event: '7',
      end_event: '9',
      song: {
        0: { event: '7', duration: 214000, ...SONG, album: 'Windows', cover: 'covers/l/1.jpg' },
        1: { ...BEFORE },
      },
    },
    SONG,
  ],
  [
    'Radio Paradise, now playing',
    '/api/now_playing?chan=0',
    {
      time: 120,
      ...SONG,
      album: 'Windows',
      year: '2020',
      cover: 'https://x.test/c.jpg',
      cover_med: 'https://x.test/m.jpg',
    },
    SONG,
  ],
  // NPO, Radio Swiss, Radio Record, streamABC and Radionomy: several public readers of each.
  [
    'NPO',
    '/graphql',
    {
      data: {
        radioTrackPlays: {
          data: [
            { artist: 'Nora Field', song: 'Slow Morning', startDatetime: '2026-11-21T10:40:00Z' },
          ],
        },
      },
    },
    SONG,
  ],
  [
    'Radio Swiss',
    '/api/v1/de/playingnow',
    {
      channel: {
        playingnow: {
          current: { metadata: { title: 'Slow Morning', artist: 'Nora Field', album: '' } },
          next: null,
        },
      },
    },
    SONG,
  ],
  [
    'Radio Record',
    '/api/stations/now/',
    {
      result: [
        { id: 1, track: { id: 2, artist: 'Nora Field', song: 'Slow Morning', image100: 'i.jpg' } },
      ],
    },
    SONG,
  ],
  [
    'streamABC',
    '/metadata/channel/x.json',
    {
      channel: 'x',
      station: 'Radio',
      artist: 'Nora Field',
      song: 'Slow Morning',
      album: '',
      cover: '',
    },
    SONG,
  ],
  [
    'Radionomy',
    '/currentsong.cfm?radiouid=x',
    '<?xml version="1.0" encoding="UTF-8"?><tracks><track><id>1</id><title><![CDATA[Slow Morning]]></title><artists><![CDATA[Nora Field]]></artists><starttime>2026-11-21 10:40:00</starttime><playduration>214000</playduration><cover>https://x.test/c.jpg</cover></track></tracks>',
    SONG,
    { current: { cover: 'https://x.test/c.jpg' } },
  ],
  // Names that other programs and scripts use for the current and the next track.
  [
    'a script, on air',
    '/now.php',
    {
      station: { title: 'Radio - The Best Music' },
      onAir: { track: SONG },
      upNext: { track: AFTER },
    },
    SONG,
    { next: AFTER },
  ],
  [
    'a script, playing and next',
    '/now.php',
    { playing: SONG, next: AFTER, previous: BEFORE },
    SONG,
    { next: AFTER, previous: BEFORE },
  ],
  [
    'a script, pages of a list',
    '/api/plays',
    {
      current: 'https://radio.example/api/plays?page=1',
      next: 'https://radio.example/api/plays?page=2',
      results: [SONG],
    },
    SONG,
  ],
  [
    'a script, its station alone has a title',
    '/now.php',
    { station: { title: 'Radio' }, info: { title: 'Radio' }, songs: [SONG] },
    SONG,
  ],
  [
    'a list of stations as an event',
    '/meta',
    `data: [{"station":"cafe","title":"Slow Morning","artist":"Nora Field"}]\n\n`,
    SONG,
  ],
  // Forms that are known from use. No public capture of these was found.
  [
    'Centova Cast, recent tracks',
    '/rpc/cafe/recenttracks.get',
    {
      type: 'result',
      data: [[{ ...SONG, album: '', time: 1763721600, image: null, links: [] }, { ...BEFORE }]],
    },
    SONG,
  ],
  [
    'Centova Cast, all fields',
    '/rpc/cafe/streaminfo.get',
    {
      type: 'result',
      data: [
        {
          title: 'Radio',
          song: LINE,
          track: {
            artist: 'Nora Field',
            title: 'Slow Morning',
            album: '',
            royaltytrackid: 3,
            imageurl: '',
          },
          bitrate: '128 Kbps',
          server: 'Online',
          autodj: 'Online',
          source: 'Yes',
          offline: false,
          summary: 'x',
          listeners: 3,
          rawmeta: LINE,
          mountpoints: ['/stream'],
        },
      ],
    },
    SONG,
  ],
  [
    'Centova Cast JSONP',
    '/rpc/cafe/streaminfo.get?callback=x',
    `jQuery17107_1763({"type":"result","data":[{"song":"${LINE}","track":{"artist":"Nora Field","title":"Slow Morning"}}]})`,
    SONG,
  ],
  [
    'MDR',
    '/titelliste.json',
    {
      Songs: {
        0: {
          status: 'now',
          starttime: '2026-11-21 10:40:00',
          title: 'Slow Morning',
          interpret: 'Nora Field',
        },
        1: { status: 'past', title: 'Less Is More', interpret: 'Ann' },
      },
    },
    SONG,
  ],
  [
    'Qmusic',
    '/2.4/tracks/plays',
    {
      played_tracks: [
        {
          title: 'Slow Morning',
          artist: { name: 'Nora Field', slug: 'nora-field' },
          played_at: '2026-11-21T11:40:00+01:00',
          thumbnail: '/t.jpg',
        },
      ],
    },
    SONG,
  ],
  [
    'Talpa',
    '/graphql',
    {
      data: {
        station: {
          getPlayouts: {
            playouts: [
              {
                broadcastDate: '2026-11-21T10:40:00Z',
                track: { title: 'Slow Morning', artistName: 'Nora Field', images: [] },
              },
            ],
          },
        },
      },
    },
    SONG,
  ],
  [
    'AudioAddict',
    '/v1/di/currently_playing/channel/1',
    {
      channel_id: 1,
      channel_key: 'chillout',
      track: {
        id: 9,
        start_time: '2026-11-21T05:40:00-05:00',
        display_artist: 'Nora Field',
        display_title: 'Slow Morning',
        duration: 214,
      },
    },
    SONG,
  ],
  [
    'TuneIn',
    '/Describe.ashx?id=s1&render=json',
    {
      head: { status: '200' },
      body: [
        {
          element: 'outline',
          type: 'object',
          text: 's1',
          name: 'Radio',
          has_song: true,
          current_song: 'Slow Morning',
          current_artist: 'Nora Field',
        },
      ],
    },
    SONG,
  ],
  [
    'SAM Cloud',
    '/webapi/station/1/history/npe',
    {
      m_Item1: 'x',
      m_Item2: {
        Title: 'Slow Morning',
        Artist: 'Nora Field',
        Album: 'Windows',
        Picture: 'p.jpg',
        MediaItemId: 'y',
      },
      m_Item3: [],
    },
    SONG,
    { current: { album: 'Windows' } },
  ],
  [
    'MediaCP',
    '/json/stream/cafe',
    {
      status: '1',
      nowplaying: LINE,
      connections: '3',
      bitrate: '128',
      coverart: 'https://x.test/c.jpg',
      trackhistory: [LINE],
    },
    SONG,
  ],
  [
    'Caster.fm',
    '/api',
    {
      streaming: {
        playing: { artist: 'Nora Field', track: 'Slow Morning', album: 'Windows' },
        listeners: 3,
      },
    },
    SONG,
  ],
  [
    'Gensokyo Radio',
    '/api/station/playing/',
    {
      SERVERINFO: { LISTENERS: 90 },
      SONGINFO: { TITLE: 'Slow Morning', ARTIST: 'Nora Field', ALBUM: 'Windows', YEAR: '2020' },
      SONGTIMES: { SONGSTART: 1763721600 },
      MISC: { SONGID: '1' },
    },
    SONG,
    { current: { album: 'Windows' } },
  ],
];
