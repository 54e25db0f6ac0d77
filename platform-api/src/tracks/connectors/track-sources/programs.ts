// Answers of playout programs, players and scripts.
import { AFTER, BEFORE, LINE, NOTHING, SONG, type Answer } from './answer.ts';

const triton = (tracks: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<nowplaying-info-list>${tracks}</nowplaying-info-list>`;
const tritonTrack = (title: string, artist: string): string =>
  `<nowplaying-info mountName="CAFEAAC" timestamp="1763721600" type="track"><property name="cue_time_duration">\n<![CDATA[349.0193]]></property><property name="cue_time_start"><![CDATA[1763721600291]]></property><property name="cue_title"><![CDATA[${title}]]></property><property name="track_album_name"><![CDATA[Windows]]></property><property name="track_artist_name">\n<![CDATA[ ${artist} ]]>\n</property></nowplaying-info>`;
const wideOrbit = (title: string, artist: string, more = ''): string =>
  `<nowplaying><sched_time>79720400</sched_time><air_time>70006000</air_time><stack_pos></stack_pos><title>${title}</title><artist>${artist}</artist><trivia>COLD</trivia><category>MUS</category><cart>0G43</cart><intro>0</intro><end></end><station>CAFE</station><duration>293900</duration><media_type>SONG</media_type>${more}</nowplaying>`;

export const PROGRAMS: Answer[] = [
  ['a script', '/now.php', { Title: 'Slow Morning', Artist: 'Nora Field' }, SONG],
  ['a script', '/now.php', { data: SONG }, SONG],
  ['a script', '/now.php', { title: LINE }, SONG],
  ['a script, two hyphens', '/now.php', { title: 'Nora Field -- Slow Morning' }, SONG],
  ['a script, a tilde', '/now.php', { title: 'Nora Field ~ Slow Morning' }, SONG],
  ['a script, a minus sign', '/now.php', { title: 'Nora Field − Slow Morning' }, SONG],
  ['a script, underscores', '/now.php', { title: 'Nora_Field_-_Slow_Morning' }, SONG],
  ['a script, a track number', '/now.php', { title: '01 - Nora Field - Slow Morning' }, SONG],
  ['a script, the artist twice', '/now.php', { artist: 'Nora Field', title: LINE }, SONG],
  // Texts of scripts with faults: answers that are sent as text/html or text/plain.
  [
    'a script, JSON as text',
    '/now.php',
    `\n{"title":"Slow Morning","artist":"Nora Field"}\n`,
    SONG,
  ],
  [
    'a script, an escaped apostrophe',
    '/now.php',
    String.raw`{"title":"It\'s Slow","artist":"Nora Field"}`,
    { artist: 'Nora Field', title: "It's Slow" },
  ],
  [
    'a script, a line end in a text',
    '/now.php',
    '{"title":"Slow\nMorning","artist":"Nora Field"}',
    SONG,
  ],
  ['a script for pages', '/now.js', `var nowPlaying = {"title":"${LINE}"};`, SONG],
  [
    'a script for pages, a safe call',
    '/now.js',
    `/**/jQuery1910_1763({"data":{"artist":"Nora Field","title":"Slow Morning"}});`,
    SONG,
  ],
  [
    'a script, another name',
    '/now.php',
    { nowplaying: { song_title: 'Slow Morning', song_artist: 'Nora Field' } },
    SONG,
  ],
  [
    'a script, deep names',
    '/api/nowplaying',
    { data: { current: { song_name: 'Slow Morning', artist_name: 'Nora Field' } } },
    SONG,
  ],
  ['a script with its station', '/now.php', { title: 'Radio', nowplaying: SONG }, SONG],
  [
    'a script, a jingle before songs',
    '/now.php',
    { title: 'Jingle', songs: [{ ...BEFORE }] },
    { title: 'Jingle' },
  ],
  [
    'a script, three tracks',
    '/now.php',
    { prev: BEFORE, now: SONG, next: AFTER },
    SONG,
    { previous: BEFORE, next: AFTER },
  ],
  // Triton's XML: captures in readers of np.tritondigital.com; adblockradio/webradio-metadata, CHOM.
  [
    'Triton',
    '/public/nowplaying?mountName=CAFEAAC&numberToFetch=1',
    triton(tritonTrack('Slow Morning', 'Nora Field')),
    SONG,
    { current: { album: 'Windows' } },
  ],
  [
    'Triton, several',
    '/public/nowplaying?mountName=CAFEAAC',
    triton(tritonTrack('Slow Morning', 'Nora Field') + tritonTrack('Less Is More', 'Ann')),
    SONG,
  ],
  [
    'Triton, a talk',
    '/public/nowplaying?mountName=CAFEAAC',
    triton(
      '<nowplaying-info mountName="CAFEAAC" type="track"><property name="cue_title"><![CDATA[Family Hour]]></property></nowplaying-info>',
    ),
    { title: 'Family Hour' },
  ],
  ['Triton, nothing', '/public/nowplaying?mountName=CAFEAAC', triton(''), NOTHING],
  [
    'Triton, an empty list',
    '/public/nowplaying?mountName=CAFEAAC',
    '<?xml version="1.0"?><nowplaying-info-list/>',
    NOTHING,
  ],
  // Secure Net Systems: captures in IliadMediaGroup/listen-boise-roku and a Go reader's test.
  [
    'Secure Net Systems',
    '/player_status_update/CAFE.xml',
    '<?xml version="1.0" encoding="UTF-8"?>\n<playlist>\n<DCSoutputVersion>2</DCSoutputVersion><stationCallSign>CAFE</stationCallSign><programType>PGM</programType><mediaType>AUD</mediaType><title>Slow Morning</title><artist>Nora Field</artist><album></album><cover>https://x.test/c.jpg</cover><duration>0</duration><clickURL><![CDATA[]]></clickURL><programStartTS>28 Jan 2026 21:29:23</programStartTS></playlist>',
    SONG,
    { current: { cover: 'https://x.test/c.jpg' } },
  ],
  [
    'Secure Net Systems, all empty',
    '/player_status_update/CAFE.xml',
    '<playlist><title></title><artist></artist><cover/><programStartTS>21 Nov 2019 20:27:37</programStartTS></playlist>',
    {},
  ],
  // WideOrbit: KJHK's parser and a sender to RDS, with its odd names of elements.
  ['WideOrbit', '/nowplaying.xml', wideOrbit('Slow Morning', 'Nora Field'), SONG],
  [
    'WideOrbit, names that are not XML',
    '/nowplaying.xml',
    wideOrbit(
      'Slow Morning',
      'Nora Field',
      '<Recommended Tracks></Recommended Tracks><Sub-Genre(s)></Sub-Genre(s)><Track Number></Track Number>',
    ),
    SONG,
  ],
  [
    'WideOrbit, with the next events',
    '/nowplaying.xml',
    wideOrbit('Slow Morning', 'Nora Field') + wideOrbit('Second Cup', 'The Counters'),
    SONG,
  ],
  // Scott Studios: a filler of its files for WideOrbit.
  [
    'Scott Studios',
    '/NowPlaying.XML',
    '<?xml version="1.0"?>\n<NowPlaying>\n<Call>CAFE-FM</Call>\n<Events>\n<SS32Event pos="0" valid="true">\n<CatId>MUS</CatId><Cart>0000</Cart>\n<Title><![CDATA[Slow Morning]]></Title>\n<Artist><![CDATA[Nora Field]]></Artist>\n<Intro>00</Intro><Len>04:57</Len><Raw><![CDATA[ ]]></Raw></SS32Event></Events></NowPlaying>',
    SONG,
  ],
  // NexGen: a Go program's sample of its export.
  [
    'NexGen',
    '/nexgen.xml',
    '<?xml version="1.0" encoding="UTF-8"?><nexgen_audio_export><audio ID="id_1"><type>Song</type><status>Playing</status><played_time>09:41:18</played_time><composer>N. Field</composer><title>Slow Morning</title><artist>Nora Field</artist><comments><p>Comment <b>line2</b></p></comments></audio></nexgen_audio_export>',
    SONG,
  ],
  [
    'NexGen, with a spot before',
    '/nexgen.xml',
    '<nexgen_audio_export><audio ID="id_1"><type>Spot</type><status>Played</status><title>Spot 12</title><artist></artist></audio><audio ID="id_2"><type>Song</type><status>Playing</status><title>Slow Morning</title><artist>Nora Field</artist></audio></nexgen_audio_export>',
    SONG,
  ],
  // Jazler: the attributes that webat.gr's class reads.
  [
    'Jazler',
    '/NowOnAir.xml',
    '<?xml version="1.0" encoding="utf-8"?>\n<OnAir><Event status="happening" startTime="10:40:00" eventType="song"><Song title="Slow Morning"><Artist name="Nora Field" id="7"/><Media runTime="00:03:34"/><Expire Time="10:43:34"/></Song></Event></OnAir>',
    SONG,
  ],
  // RadioBOSS: its documentation, "Remote control API", playbackinfo.
  [
    'RadioBOSS',
    '/?pass=x&action=playbackinfo',
    '<?xml version="1.0" encoding="UTF-8"?><Info><Playback pos="12000" len="214000" state="play" playlistpos="3" streams="1" listeners="2"/><CurrentTrack><TRACK ARTIST="Nora Field" TITLE="Slow Morning" ALBUM="Windows" YEAR="2020" FILENAME="D:\\Music\\a.mp3" DURATION="03:34"/></CurrentTrack><PrevTrack><TRACK ARTIST="Ann &amp; Bob" TITLE="Less Is More"/></PrevTrack><NextTrack><TRACK ARTIST="The Counters" TITLE="Second Cup"/></NextTrack></Info>',
    SONG,
    { previous: BEFORE, next: AFTER, current: { album: 'Windows' } },
  ],
  // Winradio's XML and others: adblockradio/webradio-metadata, Jazz Radio.js, M Radio.js and Spoon Radio.js.
  [
    'Winradio',
    '/winradio/prog.xml',
    '<prog><morceau id="1"><chanteur>Nora Field</chanteur><chanson>Slow Morning</chanson><pochette>https://x.test/p.jpg</pochette></morceau><morceau id="2"><chanteur>Ann</chanteur><chanson>Less</chanson><pochette/></morceau></prog>',
    SONG,
    { current: { cover: 'https://x.test/p.jpg' } },
  ],
  [
    'Winradio, stations',
    '/winradio/live.xml',
    '<prog><station id="0"><morceau><chanteur>Nora Field</chanteur><chanson>Slow Morning</chanson><pochette>p.jpg</pochette></morceau></station><station id="1"><morceau><chanteur>Ann</chanteur><chanson>Less</chanson></morceau></station></prog>',
    SONG,
  ],
  [
    'Spoon Radio',
    '/nowplaying.xml',
    '<NowPlaying><Current><Artist>Nora Field</Artist><Title>Slow Morning</Title><Image>https://x.test/i.jpg</Image></Current><Next><Artist>The Counters</Artist><Title>Second Cup</Title></Next></NowPlaying>',
    SONG,
  ],
  // Radio 538: a Dutch reader of its XML.
  [
    'Radio 538',
    '/538play/nowplaying.xml',
    '<nowplaying><previous><artist>Ann &amp; Bob</artist><title>Less Is More</title></previous><now><artist>Nora Field</artist><title>Slow Morning</title></now></nowplaying>',
    SONG,
    { previous: BEFORE },
  ],
  // Liquidsoap: its documentation, "HTTP harbor" and the server command `metadata`; savonet/liquidsoap.
  [
    'Liquidsoap, pairs',
    '/metadata',
    [
      ['artist', 'Nora Field'],
      ['title', 'Slow Morning'],
      ['on_air', '2026/11/21 10:40:00'],
    ],
    SONG,
  ],
  [
    'Liquidsoap, an object',
    '/metadata',
    {
      decoder: 'MAD',
      title: 'Slow Morning',
      artist: 'Nora Field',
      filename: '/music/a.mp3',
      rid: '4',
      status: 'playing',
    },
    SONG,
  ],
  [
    'Liquidsoap, its list',
    '/metadata',
    '--- 2 ---\nartist="Ann & Bob"\ntitle="Less Is More"\n--- 1 ---\nartist="Nora Field"\ntitle="Slow \\"Morning\\""\ngenre="Pop"\nEND\n',
    { artist: 'Nora Field', title: 'Slow "Morning"' },
  ],
  // Lines and text files: steven2358/stubru_metastream, StationPlaylist's and BUTT's text files.
  ['lines of a script', '/now', 'TITLE=Slow Morning\nARTIST=Nora Field\n.\n', SONG],
  [
    'lines with colons',
    '/np',
    'Artist: Nora Field\r\nTitle: Slow Morning\r\nAlbum: Windows\r\n',
    SONG,
    { current: { album: 'Windows' } },
  ],
  ['a text file', '/radio/nowplaying.txt', `${LINE}\r\n`, SONG],
  [
    'a text file, the current song first',
    '/CurrentSong.txt',
    `${LINE}\nAnn & Bob - Less Is More\n`,
    SONG,
  ],
  ['an empty text file', '/now_playing.txt', '', NOTHING],
  // Last.fm and ListenBrainz, which stations report their songs to: the documentation of both.
  [
    'Last.fm',
    '/2.0/?method=user.getrecenttracks',
    {
      recenttracks: {
        track: [
          {
            artist: { mbid: '', '#text': 'Nora Field' },
            name: 'Slow Morning',
            album: { '#text': 'Windows' },
            image: [{ size: 'small', '#text': '' }],
            '@attr': { nowplaying: 'true' },
          },
          { artist: { '#text': 'Ann' }, name: 'Less' },
        ],
      },
    },
    SONG,
    { current: { album: 'Windows' } },
  ],
  [
    'ListenBrainz',
    '/1/user/cafe/playing-now',
    {
      payload: {
        count: 1,
        playing_now: true,
        listens: [
          {
            track_metadata: {
              artist_name: 'Nora Field',
              track_name: 'Slow Morning',
              release_name: 'Windows',
            },
          },
        ],
      },
    },
    SONG,
  ],
  // Volumio's and Subsonic's APIs: their documentation.
  [
    'Volumio',
    '/api/v1/getState',
    {
      status: 'play',
      position: 0,
      ...SONG,
      album: 'Windows',
      albumart: '/albumart?x=1',
      seek: 4224,
      duration: 214,
    },
    SONG,
  ],
  [
    'Subsonic',
    '/rest/getNowPlaying.view',
    {
      'subsonic-response': {
        status: 'ok',
        version: '1.16.1',
        nowPlaying: {
          entry: [{ id: '1', ...SONG, album: 'Windows', username: 'cafe', minutesAgo: 0 }],
        },
      },
    },
    SONG,
  ],
  // Spinitron's spins with everything: its API documentation.
  [
    'Spinitron, all fields',
    '/api/spins?count=1',
    {
      items: [
        {
          id: 1,
          start: '2026-11-21T10:40:00+0000',
          artist: 'Nora Field',
          'artist-custom': '',
          song: 'Slow Morning',
          release: 'Windows',
          label: 'Own',
          image: null,
          local: false,
          new: true,
        },
      ],
      _meta: { totalCount: 9 },
    },
    SONG,
    { current: { album: 'Windows' } },
  ],
];
