import type { Track } from '../arrange.ts';
import { rim, shaker, softKick } from '../drums.ts';
import { electricPiano, flute, pad, pluck, roundBass } from '../voices.ts';

/** A nylon guitar and a flute in a bossa nova, in A minor. */
export const windowSeat: Track = {
  slug: '03-window-seat',
  title: 'Window Seat',
  artist: 'Corner Table Trio',
  album: 'Afternoon, Facing South',
  beatsPerMinute: 76,
  beatsPerBar: 4,
  swing: { steps: 1, late: 0 },
  key: { tonic: 'A', mode: 'minor' },
  tail: 3,
  roomSeconds: 1.2,
  drive: 1,
  parts: {
    guitar: {
      plays: 'chords',
      voice: pluck(2.4, 0.84),
      pattern: '7--6--6---6--6--6--5--7---6-..7-',
      centre: 59,
      strum: 0.009,
      level: -20.5,
      pan: -0.25,
      room: -13,
    },
    bass: {
      plays: 'bass',
      voice: roundBass,
      pattern: 'r-----5-5-----a-',
      lowest: 33,
      level: -19,
    },
    lead: {
      plays: 'melody',
      voice: flute,
      centre: 74,
      level: -22.5,
      pan: 0.15,
      room: -9,
      echo: -18,
      motifs: {
        a: '0:3 1:3 2:5 .:1 1:2 0:6 .:1 -1:1 0:2 2:6',
        b: '.:2 3:2 4:2 3:6 2:3 1:5 .:2 0:2 1:3 -1:4',
        c: '4:3 3:3 2:2 1:4 .:2 0:2 1:6 .:2 -2:6',
      },
    },
    keys: {
      plays: 'melody',
      voice: electricPiano,
      centre: 72,
      level: -22.5,
      pan: 0.3,
      room: -10,
      echo: -16,
      motifs: {
        d: '3:6 2:2 4:6 .:2 2:6 1:2 0:6',
        e: '0:2 1:2 2:12',
      },
    },
    pad: {
      plays: 'chords',
      voice: pad(1100, 0.6),
      pattern: '8---------------',
      centre: 62,
      level: -30,
      room: -8,
    },
    kick: { plays: 'drum', voice: softKick, pattern: '6.....4.5.....4.', level: -25 },
    rim: { plays: 'drum', voice: rim, pattern: '5..5..5...5..5..', level: -35, room: -11 },
    shaker: { plays: 'drum', voice: shaker, pattern: '5343534353435343', level: -36, room: -16 },
  },
  form: [
    { chords: 'Am9 Bm7b5+E7b9', parts: ['guitar', 'bass', 'shaker'], energy: 0.76 },
    {
      chords: 'Am9 D9 Dm9+G13 Cmaj9 Fmaj9 Bm7b5+E7b9 Am9 Bm7b5+E7b9',
      parts: ['guitar', 'bass', 'lead', 'kick', 'shaker'],
      line: "a b a' c",
      energy: 0.82,
    },
    {
      chords: 'Dm9+G13 Cmaj9 Fmaj9 Bm7b5+E7b9',
      parts: ['guitar', 'bass', 'keys', 'pad', 'shaker'],
      line: 'd d-1',
      energy: 0.8,
    },
    {
      chords: 'Am9 D9 Dm9+G13 Cmaj9+E7b9',
      parts: ['guitar', 'bass', 'lead', 'pad', 'kick', 'rim', 'shaker'],
      line: "a' c",
      energy: 0.9,
    },
    {
      chords: 'Dm9+G13 Bm7b5+E7b9 Am69',
      parts: ['guitar', 'bass', 'keys', 'pad', 'rim'],
      line: 'd-1 e',
      energy: 0.74,
    },
  ],
};
