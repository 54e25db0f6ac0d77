import type { Chord, Key } from './harmony.ts';
import { chordScale, pitchesWithin } from './harmony.ts';
import type { Random } from './random.ts';

/** One note of a motif: when it starts and how long it lasts (beats), and its scale step. */
type MotifNote = readonly [beat: number, beats: number, step: number];

/** Two bars of melody as rhythm and contour; the chords decide the pitches. */
type Motif = readonly MotifNote[];

/** A chord of the piece with its place in beats. */
export interface ChordSpan {
  chord: Chord;
  beat: number;
  beats: number;
}

/** A pitch (MIDI) with its place in beats. */
export interface MelodyNote {
  beat: number;
  beats: number;
  pitch: number;
}

/** What a melody is made from. */
export interface MelodyPlan {
  /**
   * Two-bar motifs by letter, each a line of `step:length` words: scale steps from where the motif
   * starts, and sixteenths. A step of `.` rests.
   */
  motifs: Readonly<Record<string, string>>;
  key: Key;
  /** The MIDI pitch that the line turns about. */
  centre: number;
}

/** Patterns and motifs are written in sixteenth notes. */
export const stepsPerBeat = 4;

/** A push ahead of the beat by at most this many beats already belongs to the coming chord. */
const anticipationBeats = 0.5;

/** Notes this long (beats) are heard as harmony, so they must rest on a chord's note. */
const restingBeats = 0.75;

/** Reads a motif written as `step:length` words. */
function parseMotif(text: string): Motif {
  let beat = 0;
  return text.split(' ').flatMap((word): MotifNote[] => {
    const [step = '', length = ''] = word.split(':');
    const start = beat;
    const beats = Number(length) / stepsPerBeat;
    beat += beats;
    return step === '.' ? [] : [[start, beats, Number(step)]];
  });
}

/** The span sounding at a beat, or the coming one if the note is held over from just before it. */
export function spanAt(spans: readonly ChordSpan[], beat: number, beats: number): ChordSpan {
  const index = spans.findIndex((span) => beat < span.beat + span.beats - 1e-6);
  const current = spans[index] ?? spans.at(-1);
  if (!current) throw new Error('a melody needs chords');
  const next = index < 0 ? undefined : spans[index + 1];
  if (!next) return current;
  const early = next.beat - beat;
  return early <= anticipationBeats + 1e-6 && beats > early + 1e-6 ? next : current;
}

function nearest(pitches: readonly number[], wanted: number): number {
  return pitches.reduce(
    (best, pitch) => (Math.abs(pitch - wanted) < Math.abs(best - wanted) ? pitch : best),
    pitches[0] ?? wanted,
  );
}

/** Moves by scale steps from the scale note nearest to a pitch. */
function moveBySteps(scale: readonly number[], pitch: number, steps: number): number {
  const index = scale.indexOf(nearest(scale, pitch)) + steps;
  return scale[Math.min(Math.max(index, 0), scale.length - 1)] ?? pitch;
}

/** Varies a motif: a long note may gain a neighbour, and a short weak note may fall silent. */
function varied(motif: Motif, random: Random): Motif {
  return motif.flatMap((note, index): MotifNote[] => {
    const [beat, beats, step] = note;
    const chance = random();
    if (beats >= 1.5 && chance < 0.6) {
      const turn = random() < 0.5 ? 1 : -1;
      return [
        [beat, beats - 1, step],
        [beat + beats - 1, 0.5, step + turn],
        [beat + beats - 0.5, 0.5, step],
      ];
    }
    if (index > 0 && beats <= 0.5 && chance < 0.2) return [];
    return [note];
  });
}

/** Chooses the pitch for one note of a motif, keeping the motif's direction where it can. */
function choosePitch(
  wanted: number,
  direction: number,
  previous: number | undefined,
  candidates: readonly number[],
): number {
  const cost = (pitch: number): number => {
    const turned = previous !== undefined && Math.sign(pitch - previous) !== direction;
    const leap = previous === undefined ? 0 : Math.max(0, Math.abs(pitch - previous) - 7);
    return Math.abs(pitch - wanted) + (turned ? 2.5 : 0) + leap;
  };
  return candidates.reduce(
    (best, pitch) => (cost(pitch) < cost(best) ? pitch : best),
    candidates[0] ?? wanted,
  );
}

function singMotif(
  motif: Motif,
  startBeat: number,
  offset: number,
  spans: readonly ChordSpan[],
  plan: MelodyPlan,
): MelodyNote[] {
  const lowest = plan.centre - 14;
  const highest = plan.centre + 14;
  const first = spanAt(spans, startBeat + (motif[0]?.[0] ?? 0), 0.5).chord;
  const scale = pitchesWithin(chordScale(first, plan.key), lowest, highest);
  const anchor = moveBySteps(scale, plan.centre, offset);
  let previous: number | undefined;
  let previousStep = 0;
  return motif.map(([beat, beats, step]) => {
    const { chord } = spanAt(spans, startBeat + beat, beats);
    const steps = pitchesWithin(chordScale(chord, plan.key), lowest, highest);
    const wanted = moveBySteps(steps, anchor, step);
    const rests = beats >= restingBeats;
    const candidates = rests ? pitchesWithin(chord.targets, lowest, highest) : steps;
    const direction = Math.sign(step - previousStep);
    const pitch = choosePitch(wanted, direction, previous, candidates);
    previous = pitch;
    previousStep = step;
    return { beat: startBeat + beat, beats, pitch };
  });
}

/**
 * Sings a line of motifs over chords. The line is words of two bars each: a motif's letter, then
 * optionally a shift in scale steps and a prime for a seeded variation (`a`, `b+2`, `a'`, `a-1'`);
 * an underscore rests. Long notes settle on chord notes, short ones pass through the scale.
 */
export function singLine(
  line: string,
  startBeat: number,
  beatsPerBar: number,
  spans: readonly ChordSpan[],
  plan: MelodyPlan,
  random: Random,
): MelodyNote[] {
  return line.split(' ').flatMap((word, index) => {
    if (word === '_') return [];
    const [, letter = '', shift = '0', prime] = /^([a-z])([+-]\d+)?(')?$/.exec(word) ?? [];
    const text = plan.motifs[letter];
    if (text === undefined) throw new Error(`no such motif: ${word}`);
    const motif = parseMotif(text);
    const statement = prime ? varied(motif, random) : motif;
    const beat = startBeat + index * 2 * beatsPerBar;
    return singMotif(statement, beat, Number(shift), spans, plan);
  });
}
