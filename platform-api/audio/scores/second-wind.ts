import type { Track } from '../arrange.ts';
import { brushTap, brushedHat, shaker, softKick } from '../drums.ts';
import { pad, pluck, reedPiano, vibraphone, warmBass } from '../voices.ts';

/** A steady pulse for moving to, with plucks and vibraphone, in C minor. */
export const secondWind: Track = {
  slug: '04-second-wind',
  title: 'Second Wind',
  artist: 'Mezzanine North',
  album: 'Steady Pace',
  beatsPerMinute: 104,
  beatsPerBar: 4,
  swing: { steps: 1, late: 0.08 },
  key: { tonic: 'C', mode: 'minor' },
  tail: 3,
  roomSeconds: 1.8,
  drive: 1.3,
  parts: {
    stabs: {
      plays: 'chords',
      voice: reedPiano,
      pattern: '..6-.5....6-.5--..6-.5....6-..7-',
      centre: 62,
      level: -22,
      room: -11,
      echo: -13,
    },
    pad: {
      plays: 'chords',
      voice: pad(1350, 0.4),
      pattern: '8---------------',
      centre: 60,
      level: -24,
      room: -9,
    },
    runner: {
      plays: 'arpeggio',
      voice: pluck(1, 0.88),
      pattern: '0.2.4.3.5.4.3.2.1.3.4.3.6.5.3.2.',
      centre: 66,
      level: -25,
      pan: 0.3,
      room: -10,
      echo: -9,
    },
    bass: {
      plays: 'bass',
      voice: warmBass,
      pattern: 'r-.r--r-..r-.5a-',
      lowest: 32,
      level: -19.5,
    },
    lead: {
      plays: 'melody',
      voice: vibraphone,
      centre: 75,
      level: -23,
      pan: -0.2,
      room: -9,
      echo: -11,
      motifs: {
        a: '4:3 2:3 0:6 .:6 1:2 2:2 4:8',
        b: '3:3 2:3 1:8 .:8 0:2 1:6',
        d: '4:8 3:6 2:2 1:12',
      },
    },
    kick: { plays: 'drum', voice: softKick, pattern: '8...7...8...7...', level: -20.5 },
    tap: { plays: 'drum', voice: brushTap, pattern: '....7.......7...', level: -31, room: -12 },
    hat: { plays: 'drum', voice: brushedHat, pattern: '..6...6...6...6.', level: -36 },
    shaker: { plays: 'drum', voice: shaker, pattern: '4243424342434243', level: -37 },
  },
  form: [
    { chords: 'Abmaj9 Gm7 Cm9 Cm9', parts: ['pad', 'runner', 'kick', 'hat'], energy: 0.76 },
    {
      chords: 'Abmaj9 Gm7 Cm9 Bbm9+Eb9 Abmaj9 Gm7 Fm9 Bb9sus',
      parts: ['stabs', 'pad', 'bass', 'lead', 'kick', 'tap', 'hat'],
      line: "a b a' b+1",
      energy: 0.84,
    },
    {
      chords: 'Fm9 Gm7 Abmaj9 Bb9sus',
      parts: ['pad', 'runner', 'bass', 'lead', 'hat'],
      line: 'd d+1',
      energy: 0.76,
    },
    {
      chords: 'Abmaj9 Gm7 Cm9 Bbm9+Eb9 Abmaj9 Gm7 Fm9 Bb9sus',
      parts: ['stabs', 'pad', 'runner', 'bass', 'lead', 'kick', 'tap', 'hat', 'shaker'],
      line: "a b' a+1 b",
      energy: 0.92,
    },
    {
      chords: 'Abmaj9 Gm7 Fm9+Bb9sus Cm9',
      parts: ['stabs', 'pad', 'runner', 'bass', 'hat'],
      energy: 0.72,
    },
  ],
};
