// Answers of public and private stations that run their own track data.
import { AFTER, BEFORE, LINE, NOTHING, SONG, type Answer } from './answer.ts';

const bbc = (isNow: boolean): object => ({
  $schema: 'https://rms.api.bbc.co.uk/docs/swagger.json#/definitions/SegmentItemsResponse',
  total: 4,
  limit: 4,
  offset: 0,
  data: [
    {
      type: 'segment_item',
      id: 'p0gnbhlc',
      segment_type: 'music',
      titles: { primary: 'Nora Field', secondary: 'Slow Morning', tertiary: null },
      synopses: null,
      image_url: 'https://ichef.bbci.co.uk/images/ic/{recipe}/p02l4wr2.jpg',
      offset: {
        start: 770,
        end: 1034,
        label: isNow ? 'Now Playing' : '9 MINUTES AGO',
        now_playing: isNow,
      },
      uris: [],
    },
  ],
});
const npr = (name: string, song: object): object => ({
  [name]: { program: { name: 'Morning Music' }, song },
});
const nprSong = {
  _id: 'x',
  artistName: 'Nora Field',
  trackName: 'Slow Morning',
  collectionName: 'Windows',
  _start_time: '2026-11-21 10:40:00',
  _duration: 214000,
};

export const STATIONS: Answer[] = [
  // BBC's /segments/latest: adblockradio/webradio-metadata, BBC Radio 1.js, and a Pico display's README.
  [
    'BBC',
    '/v2/services/bbc_radio_two/segments/latest',
    bbc(true),
    SONG,
    { current: { cover: undefined } },
  ],
  ['BBC, between two songs', '/v2/services/bbc_radio_two/segments/latest', bbc(false), NOTHING],
  // Radio France: jbwharris/scrobblerad.io, js/stations/radiofrancefip.js, and readers of /livemeta/pull.
  [
    'Radio France',
    '/fip/api/live?webradio=fip',
    {
      stationName: 'fip',
      delayToRefresh: 71000,
      migrated: true,
      now: {
        firstLine: { id: null, title: 'Slow Morning', path: null },
        secondLine: { id: null, title: 'Nora Field', path: null },
        startTime: 1763721600,
        endTime: 1763721814,
        song: { id: 'a', year: 2020, release: { title: 'Windows', label: 'Own' } },
      },
      next: { firstLine: { title: 'Second Cup' }, secondLine: { title: 'The Counters' } },
    },
    SONG,
    { next: AFTER, current: { started_at: 1763721600 } },
  ],
  [
    'Radio France, lines of text',
    '/fip/api/live/webradios/fip',
    {
      stationName: 'fip',
      now: {
        printProgMusic: false,
        firstLine: 'Slow Morning',
        secondLine: 'Nora Field',
        producer: '',
      },
    },
    SONG,
  ],
  [
    'Radio France, livemeta',
    '/livemeta/pull/7',
    {
      steps: {
        a_1: { embedType: 'song', title: 'Less Is More', authors: 'Ann & Bob', start: 1763721390 },
        a_2: {
          embedType: 'song',
          title: 'Slow Morning',
          authors: 'Nora Field',
          titreAlbum: 'Windows',
        },
        a_3: { embedType: 'song', title: 'Second Cup', authors: 'The Counters' },
      },
      levels: [{ items: ['a_1', 'a_2', 'a_3'], position: 1 }],
      stationId: 7,
    },
    SONG,
    { previous: BEFORE, next: AFTER },
  ],
  [
    'Radio France, a song within a programme',
    '/livemeta/pull/4',
    {
      steps: {
        p: { embedType: 'concept', title: 'The Morning Show', authors: [] },
        s: { embedType: 'song', title: 'Slow Morning', performers: 'Nora Field' },
      },
      levels: [
        { items: ['p'], position: 0 },
        { items: ['s'], position: 0 },
      ],
    },
    SONG,
  ],
  // NPR's composer: jbwharris/scrobblerad.io, js/stations/kutx.js and novaphonicfm.js.
  [
    'NPR',
    '/v1/widget/x/now?format=json',
    npr('onNow', nprSong),
    SONG,
    { current: { album: 'Windows' } },
  ],
  [
    'NPR, its list',
    '/v1/widget/x/tracks?format=json',
    { tracklist: { results: [{ song: nprSong }, { song: { ...nprSong, trackName: 'Older' } }] } },
    SONG,
  ],
  // KEXP's plays, with breaks: jbwharris/scrobblerad.io, js/stations/kexp.js.
  [
    'KEXP',
    '/v2/plays/?limit=2&format=json',
    {
      next: 'https://api.radio.example/v2/plays/?limit=2&offset=2',
      previous: null,
      results: [
        {
          id: 2,
          airdate: '2026-11-21T02:40:00-08:00',
          play_type: 'trackplay',
          song: 'Slow Morning',
          artist: 'Nora Field',
          album: 'Windows',
          thumbnail_uri: 'https://x.test/t.jpg',
          labels: ['Own'],
          is_local: false,
        },
        { id: 1, airdate: '2026-11-21T02:36:00-08:00', play_type: 'airbreak' },
      ],
    },
    SONG,
    { current: { cover: 'https://x.test/t.jpg' } },
  ],
  [
    'KEXP, a break',
    '/v2/plays/?limit=2&format=json',
    {
      next: null,
      previous: null,
      results: [
        { id: 3, play_type: 'airbreak', comment: '' },
        { id: 2, play_type: 'trackplay', song: 'Slow Morning', artist: 'Nora Field' },
      ],
    },
    NOTHING,
  ],
  // ABC's plays: the shapes of a now-playing resolver's tests.
  [
    'ABC',
    '/api/v1/plays/search.json?station=triplej&limit=1',
    {
      total: 9,
      offset: 0,
      items: [
        {
          entity: 'Play',
          played_time: '2026-11-21T10:40:00+00:00',
          recording: {
            title: 'Slow Morning',
            artists: [{ name: 'Nora Field', role: null }],
            releases: [{ title: 'Windows' }],
          },
        },
      ],
    },
    SONG,
  ],
  [
    'ABC, three slots',
    '/api/v1/plays/triplej/now.json',
    {
      next: {},
      now: {
        entity: 'Play',
        recording: { title: 'Slow Morning', artists: [{ name: 'Nora Field' }] },
      },
      prev: {
        entity: 'Play',
        recording: { title: 'Less Is More', artists: [{ name: 'Ann & Bob' }] },
      },
    },
    SONG,
    { previous: BEFORE, next: null },
  ],
  // Sveriges Radio's /playlists/rightnow in both forms: readers of its API.
  [
    'Sveriges Radio',
    '/api/v2/playlists/rightnow?channelid=164&format=json',
    {
      copyright: 'Copyright',
      playlist: {
        previoussong: { ...BEFORE, description: 'Ann & Bob - Less Is More' },
        song: {
          title: 'Slow Morning',
          description: LINE,
          artist: 'Nora Field',
          composer: 'N. Field',
          albumname: 'Windows',
          starttimeutc: '/Date(1763721600000)/',
        },
        nextsong: { ...AFTER },
        channel: { id: 164, name: 'P3' },
      },
    },
    SONG,
    { previous: BEFORE, next: AFTER, current: { album: 'Windows' } },
  ],
  [
    'Sveriges Radio, between two songs',
    '/api/v2/playlists/rightnow?channelid=132&format=json',
    {
      playlist: {
        previoussong: { ...BEFORE },
        nextsong: { ...AFTER },
        channel: { id: 132, name: 'P1' },
      },
    },
    NOTHING,
    { previous: BEFORE, next: AFTER },
  ],
  [
    'Sveriges Radio XML',
    '/api/v2/playlists/rightnow?channelid=164',
    '<?xml version="1.0" encoding="utf-8"?><sr><copyright>Copyright</copyright><playlist><previoussong><title>Less Is More</title><artist>Ann &amp; Bob</artist></previoussong><song><title>Slow Morning</title><description>Nora Field - Slow Morning</description><artist>Nora Field</artist></song><channel id="164" name="P3" /></playlist></sr>',
    SONG,
    { previous: BEFORE },
  ],
  // VRT: adblockradio/webradio-metadata, MNM.js; steven2358/stubru_metastream.
  [
    'VRT',
    '/epg/onair?channel_code=55',
    {
      onairs: [
        { onairType: 'NEXT', type: 'SONG', properties: [{ key: 'TITLE', value: 'Second Cup' }] },
        {
          channelCode: '55',
          type: 'SONG',
          onairType: 'NOW',
          properties: [
            { key: 'ARTISTNAME', value: 'Nora Field' },
            { key: 'TITLE', value: 'Slow Morning' },
            { key: 'COMPOSER', value: 'N.Field' },
          ],
        },
      ],
    },
    SONG,
  ],
  // SRG's songs: the models of its player library; adblockradio/webradio-metadata, RTS Couleur 3.js.
  [
    'SRG',
    '/songList/rts/byChannel/x.json',
    {
      songList: [
        { isPlayingNow: false, title: 'Less Is More', artist: { name: 'Ann & Bob' } },
        {
          isPlayingNow: true,
          date: '2026-11-21T11:40:00+01:00',
          duration: 214000,
          title: 'Slow Morning',
          artist: { name: 'Nora Field' },
          cd: { name: 'Windows' },
        },
      ],
    },
    SONG,
    { current: { album: 'Windows' } },
  ],
  [
    'SRG, nothing plays',
    '/songList/rts/byChannel/x.json',
    { songList: [{ isPlayingNow: false, title: 'Less Is More', artist: { name: 'Ann & Bob' } }] },
    NOTHING,
  ],
  // Bauer: adblockradio/webradio-metadata, Kiss UK.js.
  [
    'Bauer',
    '/listenapi/nowplaying/kis',
    {
      stationCode: 'kis',
      stationOnAir: { episodeTitle: 'The Morning Show', episodeImageUrl: 'https://x.test/e.jpg' },
      stationNowPlaying: {
        nowPlayingTrack: 'Slow Morning',
        nowPlayingArtist: 'Nora Field',
        nowPlayingImage: 'https://x.test/n.jpg',
        nowPlayingTime: '2026-11-21 10:40:00',
      },
    },
    SONG,
    { current: { cover: 'https://x.test/n.jpg' } },
  ],
  // Stations of France, Spain and Germany: adblockradio/webradio-metadata, the parsers of these names.
  [
    'Alouette',
    '/player/onair.php',
    { artiste: 'Nora Field', titre: 'Slow Morning', image_url: 'https://x.test/a.jpg' },
    SONG,
  ],
  [
    'Djam',
    '/actions/infos.php',
    {
      tracks: [
        { ...SONG, pictures: ['https://x.test/p.jpg'], time: 1763721600 },
        { ...BEFORE, pictures: [] },
      ],
    },
    SONG,
  ],
  [
    'NRJ',
    '/wr_api/live/fr?act=get_cur&fmt=json',
    { id_wr: 158, itms: [{ art: 'Nora Field', tit: 'Slow Morning', cov: 'c.jpg' }] },
    SONG,
    { current: { cover: undefined } },
  ],
  [
    'RFM',
    '/rfm/now/3',
    { current: { ...SONG, cover: 'https://x.test/c.jpg' }, previous: [BEFORE] },
    SONG,
    { previous: BEFORE },
  ],
  [
    'Radio Classique',
    '/direct-metadata/current.json',
    { auteur: 'Nora Field', titre: 'Slow Morning' },
    SONG,
  ],
  [
    'Radio Meuh',
    '/rtdata/tracks.json',
    [{ artist: 'Nora Field', titre: 'Slow Morning', album: '' }, { titre: 'Older' }],
    SONG,
  ],
  [
    'Radio Nova',
    '/radio/19577/player',
    {
      currentTrack: { ...SONG, image: '/sites/a.jpg' },
      currentShow: { title: 'The Morning Show' },
      radio: { name: 'Radio', image: '/r.png' },
    },
    SONG,
    { current: { cover: '/sites/a.jpg' } },
  ],
  [
    'Virgin Radio',
    '/radio/api/get_all_events.json',
    { root_tab: { event: [{ ...SONG, cover: 'https://x.test/c.jpg', duration: '214' }, BEFORE] } },
    SONG,
  ],
  [
    'Klassik Radio',
    '/now',
    { nowPlaying: [{ composer: 'Nora Field', title: 'Slow Morning' }] },
    SONG,
  ],
  [
    'Cadena 100',
    '/v1.0/music.track_info',
    { author: 'Nora Field', title: 'Slow Morning', extraTrack: null },
    SONG,
  ],
  [
    'TSF Jazz',
    '/api/tracklists/current/TSF',
    { ...SONG, thumbnail_medium: 'https://x.test/t.jpg' },
    SONG,
    { current: { cover: 'https://x.test/t.jpg' } },
  ],
];
