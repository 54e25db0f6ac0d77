import type { Chord, Key } from './harmony.ts';
import { leadVoices, parseChord, pitchAbove } from './harmony.ts';
import type { ChordSpan } from './melody.ts';
import { singLine, spanAt, stepsPerBeat } from './melody.ts';
import type { Random } from './random.ts';
import { seededRandom, spread } from './random.ts';
import type { Note, Voice } from './voices.ts';

/** How a part sounds in the mix. */
interface Sound {
  voice: Voice;
  /** The part's own loudness in LUFS, measured and set before mixing. */
  level: number;
  pan?: number;
  /** How much goes to the room and to the echoes, in dB below the part. */
  room?: number;
  echo?: number;
  /** Sways from side to side this often a second. */
  sway?: number;
}

/**
 * What a part plays. A pattern is a character a sixteenth: a digit strikes (its velocity, 1 to 9),
 * `-` holds and `.` rests; a bass writes `r`, `5`, `8` or `a` (root, fifth, octave, approach to
 * the next root) instead of digits, and an arpeggio the place in the chord (0 lowest, 4 the lowest
 * an octave up).
 */
export type Part = Sound &
  (
    | { plays: 'chords'; pattern: string; centre: number; strum?: number }
    | { plays: 'arpeggio'; pattern: string; centre: number }
    | { plays: 'bass'; pattern: string; lowest: number }
    | { plays: 'melody'; motifs: Readonly<Record<string, string>>; centre: number }
    | { plays: 'drum'; pattern: string }
  );

/** A stretch of the form: its chords (a word a bar; `+` joins two chords in one) and its parts. */
export interface Section {
  chords: string;
  parts: readonly string[];
  /** What the melody sings here: see `singLine`. */
  line?: string;
  /** How hard everybody plays, 0 to 1. */
  energy: number;
}

/** A piece of music as data. */
export interface Track {
  slug: string;
  title: string;
  artist: string;
  album: string;
  beatsPerMinute: number;
  beatsPerBar: 3 | 4;
  /** How far off-beat sixteenths or eighths come late: 0 is straight, 0.33 a triplet. */
  swing: { steps: 1 | 2; late: number };
  key: Key;
  parts: Readonly<Record<string, Part>>;
  form: readonly Section[];
  /** How long the last chord rings on after the last bar, in seconds. */
  tail: number;
  roomSeconds: number;
  /** Drive into the tape: 1 is gentle. */
  drive: number;
}

/** Where a section lies. */
interface PlacedSection {
  section: Section;
  beat: number;
  beats: number;
}

/** A note in beats, before swing and human looseness. */
interface ScoredNote {
  beat: number;
  beats: number;
  pitch: number;
  velocity: number;
  /** Seconds late, as a strummed string is. */
  late: number;
}

/** A run of one struck character and the holds after it. */
interface Stroke {
  mark: string;
  beat: number;
  beats: number;
}

/** The seconds of the whole piece, its tail included. */
export function trackSeconds(track: Track): number {
  const bars = track.form.reduce((sum, section) => sum + section.chords.split(' ').length, 0);
  return (bars * track.beatsPerBar * 60) / track.beatsPerMinute + track.tail;
}

function placeSections(track: Track): PlacedSection[] {
  let beat = 0;
  return track.form.map((section) => {
    const beats = section.chords.split(' ').length * track.beatsPerBar;
    const placed = { section, beat, beats };
    beat += beats;
    return placed;
  });
}

function placeChords(track: Track): ChordSpan[] {
  const bars = track.form.flatMap((section) => section.chords.split(' '));
  return bars.flatMap((bar, index) => {
    const symbols = bar.split('+');
    const beats = track.beatsPerBar / symbols.length;
    return symbols.map((symbol, half) => ({
      chord: parseChord(symbol),
      beat: index * track.beatsPerBar + half * beats,
      beats,
    }));
  });
}

/** Reads a pattern, repeated from the start of a section to its end, into strokes. */
function strokes(pattern: string, { beat, beats }: PlacedSection): Stroke[] {
  const steps = beats * stepsPerBeat;
  const grid = pattern.repeat(Math.ceil(steps / pattern.length)).slice(0, steps);
  return [...grid.matchAll(/([^.-])-*/g)].map((match) => ({
    mark: match[1] ?? '',
    beat: beat + match.index / stepsPerBeat,
    beats: match[0].length / stepsPerBeat,
  }));
}

/** Cuts a stroke where the chord changes under it, unless it anticipates the change. */
function cutAtChords(stroke: Stroke, spans: readonly ChordSpan[]): (Stroke & ChordSpan)[] {
  const end = stroke.beat + stroke.beats;
  const first = spanAt(spans, stroke.beat, stroke.beats);
  const later = spans.filter((span) => span.beat > first.beat && span.beat < end - 1e-6);
  return [first, ...later].map((span, index) => {
    const from = index === 0 ? stroke.beat : span.beat;
    const to = Math.min(end, span.beat + span.beats);
    return { mark: stroke.mark, chord: span.chord, beat: from, beats: to - from };
  });
}

/** Downbeats weigh most and sixteenths between least: the pulse that a listener feels. */
function accent(beat: number, beatsPerBar: number): number {
  if (Math.abs(beat % beatsPerBar) < 1e-6) return 1;
  if (Math.abs(beat % 1) < 1e-6) return 0.92;
  return Math.abs(beat % 0.5) < 1e-6 ? 0.84 : 0.74;
}

/** Every chord of the piece voiced in turn, so that the voices lead across the sections too. */
function voiceAll(spans: readonly ChordSpan[], centre: number): Map<Chord, number[]> {
  const voicings = new Map<Chord, number[]>();
  let previous: number[] | undefined;
  for (const { chord } of spans) {
    previous = leadVoices(chord, previous, centre);
    voicings.set(chord, previous);
  }
  return voicings;
}

function bassPitch(
  mark: string,
  stroke: Stroke & ChordSpan,
  spans: readonly ChordSpan[],
  lowest: number,
  random: Random,
): number {
  const root = pitchAbove(stroke.chord.root, lowest);
  const opensChord = spans.some((span) => Math.abs(span.beat - stroke.beat) < 1e-6);
  if (opensChord) return root;
  if (mark === '5') {
    const fifth = pitchAbove(stroke.chord.fifth, root);
    return fifth > lowest + 14 ? fifth - 12 : fifth;
  }
  if (mark === '8') return root + 12;
  if (mark === 'a') {
    const coming = spanAt(spans, stroke.beat + stroke.beats + 0.01, 0).chord;
    const next = pitchAbove(coming.root, lowest);
    if (next === root) return pitchAbove(stroke.chord.fifth, lowest);
    return next + (random() < 0.65 ? -1 : 2);
  }
  return root;
}

/** The notes of one part in one section. */
function scoreSection(
  track: Track,
  part: Part,
  placed: PlacedSection,
  spans: readonly ChordSpan[],
  voicings: Map<Chord, number[]>,
  random: Random,
): ScoredNote[] {
  const velocityOf = (mark: string): number => Number(mark) / 9;
  const cut = (pattern: string) =>
    strokes(pattern, placed).flatMap((stroke) => cutAtChords(stroke, spans));
  switch (part.plays) {
    case 'chords':
      return cut(part.pattern).flatMap(({ mark, chord, beat, beats }) =>
        (voicings.get(chord) ?? []).map((pitch, index) => ({
          beat,
          beats,
          pitch,
          // The top voice is the one heard as a tune; inner voices stay back a little.
          velocity: velocityOf(mark) * (index === 3 ? 1 : 0.86),
          late: index * (part.strum ?? 0.004),
        })),
      );
    case 'arpeggio':
      return strokes(part.pattern, placed).map(({ mark, beat, beats }) => {
        const voicing = voicings.get(spanAt(spans, beat, beats).chord) ?? [];
        const index = Number(mark);
        const pitch = (voicing[index % voicing.length] ?? 60) + 12 * Math.floor(index / 4);
        return { beat, beats, pitch, velocity: 0.8 * accent(beat, track.beatsPerBar), late: 0 };
      });
    case 'bass':
      return cut(part.pattern).map((stroke, index) => {
        const pitch = bassPitch(stroke.mark, stroke, spans, part.lowest, random);
        const velocity = index > 0 && stroke.mark === 'a' ? 0.66 : 0.85;
        return { beat: stroke.beat, beats: stroke.beats, pitch, velocity, late: 0 };
      });
    case 'melody': {
      const { line } = placed.section;
      if (line === undefined) return [];
      const plan = { motifs: part.motifs, key: track.key, centre: part.centre };
      const sung = singLine(line, placed.beat, track.beatsPerBar, spans, plan, random);
      return sung.map((note) => ({
        ...note,
        velocity: 0.9 * accent(note.beat, track.beatsPerBar),
        late: 0.006,
      }));
    }
    case 'drum':
      return strokes(part.pattern, placed).map(({ mark, beat, beats }) => ({
        beat,
        beats,
        pitch: 60,
        velocity: velocityOf(mark),
        late: 0,
      }));
  }
}

/** Bends straight beats into swing: the middle of each pair of steps moves later. */
function swung(beat: number, { steps, late }: Track['swing']): number {
  const pair = (2 * steps) / stepsPerBeat;
  const start = Math.floor(beat / pair + 1e-9) * pair;
  const part = (beat - start) / pair;
  const middle = 0.5 + late / 2;
  const bent = part < 0.5 ? part * 2 * middle : middle + (part - 0.5) * 2 * (1 - middle);
  return start + bent * pair;
}

/** Ends a part: in the last bar the harmony is struck once and left to ring, the drums stop. */
function settled(notes: ScoredNote[], part: Part, lastBar: number, end: number): ScoredNote[] {
  if (part.plays === 'melody' || part.plays === 'arpeggio') return notes;
  const before = notes.filter((note) => note.beat < lastBar - 1e-6);
  const after = notes.filter((note) => note.beat >= lastBar - 1e-6);
  const firstBeat = Math.min(...after.map((note) => note.beat));
  const last = after.filter((note) => note.beat < firstBeat + 1e-6);
  if (part.plays === 'drum') return [...before, ...last];
  return [...before, ...last.map((note) => ({ ...note, beats: end - note.beat }))];
}

/** A part's notes for the whole piece, in seconds, with swing and a human hand. */
export function playPart(track: Track, name: string, part: Part): Note[] {
  const random = seededRandom(`${track.slug} ${name}`);
  const spans = placeChords(track);
  const voicings = voiceAll(spans, 'centre' in part ? part.centre : 60);
  const seconds = 60 / track.beatsPerMinute;
  const sections = placeSections(track);
  const lastSection = sections.at(-1);
  const endBeat = (lastSection?.beat ?? 0) + (lastSection?.beats ?? 0);
  const loose = part.plays === 'drum' ? 0.003 : 0.007;
  return sections
    .filter(({ section }) => section.parts.includes(name))
    .flatMap((placed) => {
      const scored = scoreSection(track, part, placed, spans, voicings, random);
      const notes = settled(scored, part, endBeat - track.beatsPerBar, endBeat);
      return notes.map(({ beat, beats, pitch, velocity, late }): Note => {
        const start = swung(beat, track.swing) * seconds;
        const ringsOn = beat + beats > endBeat - 0.01 ? track.tail : 0;
        const touch = placed.section.energy * velocity * (1 + spread(random, 0.07));
        return {
          start: Math.max(0, start + late + loose + spread(random, loose)),
          seconds: swung(beat + beats, track.swing) * seconds - start + ringsOn,
          pitch,
          velocity: Math.min(1, touch),
          pan: part.pan ?? 0,
        };
      });
    });
}
