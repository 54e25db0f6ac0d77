// Answers of American stations that run their own track data.
import { BEFORE, SONG, type Answer } from './answer.ts';

export const AMERICAN_STATIONS: Answer[] = [
  // Stations of America: jbwharris/scrobblerad.io, the files of these names.
  [
    'KDHX',
    '/nowplaying',
    { artistname: 'Nora Field', songtitle: 'Slow Morning', albumtitle: 'Windows' },
    SONG,
    { current: { album: 'Windows' } },
  ],
  [
    'KFJC',
    '/api/playlists/index.php',
    {
      show: { airname: 'Nora' },
      playlist: [
        {
          artist: 'Nora Field',
          track_title: 'Slow Morning',
          album_title: 'Windows',
          time_played: '10:40',
        },
      ],
    },
    SONG,
    { current: { album: 'Windows' } },
  ],
  [
    'KUSF',
    '/api/current',
    {
      show: { title: 'The Morning Show' },
      track: { song: { ...SONG, album: 'Windows' }, updated_at: '2026-11-21T10:40:00Z' },
    },
    SONG,
  ],
  [
    'KCRW',
    '/Simulcast',
    {
      ...SONG,
      album: 'Windows',
      datetime: '2026-11-21T10:40:00-08:00',
      albumImage: null,
      program_title: 'Mornings',
    },
    SONG,
  ],
  [
    'KRSH',
    '/nowplaying/v3/1697/x',
    [{ artist: 'Nora Field', name: 'Slow Morning', image_url: 'https://x.test/i.jpg' }],
    SONG,
  ],
  [
    'The Current',
    '/the-current/playlist',
    { data: { songs: [{ ...SONG, album: 'Windows', played_at: '2026-11-21T10:40:00-06:00' }] } },
    SONG,
  ],
  [
    'CHIRP',
    '/playlist',
    {
      docs: [
        {
          artistName: 'Nora Field',
          trackName: 'Slow Morning',
          albumName: 'Windows',
          albumArtUrl: null,
        },
      ],
    },
    SONG,
  ],
  [
    'CKUT',
    '/currentliveshows.php?c=1&json=1',
    {
      program: { title_html: 'Show' },
      segment: { artist_html: 'Nora Field', title_html: 'Slow Morning', album_html: '' },
    },
    SONG,
  ],
  [
    'WRFL',
    '/metadata/now-playing.json',
    {
      artist: 'Nora Field',
      track: 'Slow Morning',
      album: 'Windows',
      created_at: '2026-11-21T10:40:00Z',
    },
    SONG,
  ],
  [
    'CPR',
    '/won_plus3/x.json',
    [{ ...SONG, album: 'Windows', date: '2026-11-21', time: '10:40:00' }, BEFORE],
    SONG,
  ],
  [
    'CIOI',
    '/tta.html',
    { Artist: 'Nora Field', Title: 'Slow Morning', Album: '', StartTime: '11/21/2026 10:40:00 AM' },
    SONG,
    { current: { started_at: undefined } },
  ],
];
