/** Semitones above the root, by chord quality. */
interface Quality {
  /** The fifth the bass may play. */
  fifth: number;
  /** The four notes the accompaniment plays; the bass has the root. */
  voicing: readonly number[];
  /** The notes a melody may rest on: none lies a semitone above a note of the voicing. */
  targets: readonly number[];
}

const qualities: Readonly<Record<string, Quality>> = {
  maj7: { fifth: 7, voicing: [0, 4, 7, 11], targets: [4, 7, 11, 2] },
  maj9: { fifth: 7, voicing: [4, 7, 11, 14], targets: [4, 7, 11, 2] },
  '69': { fifth: 7, voicing: [4, 7, 9, 14], targets: [0, 4, 7, 9, 2] },
  m7: { fifth: 7, voicing: [0, 3, 7, 10], targets: [0, 3, 7, 10] },
  m9: { fifth: 7, voicing: [3, 7, 10, 14], targets: [0, 7, 10, 2] },
  m69: { fifth: 7, voicing: [3, 7, 9, 14], targets: [0, 7, 9, 2] },
  m7b5: { fifth: 6, voicing: [0, 3, 6, 10], targets: [0, 3, 6, 10] },
  '9': { fifth: 7, voicing: [4, 7, 10, 14], targets: [4, 7, 10, 2] },
  '13': { fifth: 7, voicing: [4, 10, 14, 21], targets: [4, 7, 2, 9] },
  '7b9': { fifth: 7, voicing: [4, 7, 10, 13], targets: [4, 7, 10, 1] },
  '9sus': { fifth: 7, voicing: [5, 7, 10, 14], targets: [0, 5, 7, 2] },
};

const modes = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
} as const;

/** A key such as `{ tonic: 'F', mode: 'major' }`. */
export interface Key {
  tonic: string;
  mode: keyof typeof modes;
}

/** A chord as pitch classes (0 to 11, C is 0). */
export interface Chord {
  symbol: string;
  root: number;
  fifth: number;
  voicing: readonly number[];
  targets: readonly number[];
}

const pitchClass = (pitch: number): number => ((pitch % 12) + 12) % 12;

function pitchClassOf(name: string): number {
  const natural = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 }[name.charAt(0)];
  if (natural === undefined) throw new Error(`no such note: ${name}`);
  const accidental = { '': 0, '#': 1, b: -1 }[name.slice(1)];
  if (accidental === undefined) throw new Error(`no such accidental: ${name}`);
  return pitchClass(natural + accidental);
}

/** Reads a chord symbol such as `Bbmaj9` or `F#m7b5`; throws on a quality it does not know. */
export function parseChord(symbol: string): Chord {
  const [, rootName = '', qualityName = ''] = /^([A-G][b#]?)(.*)$/.exec(symbol) ?? [];
  const quality = qualities[qualityName];
  if (!quality) throw new Error(`no such chord: ${symbol}`);
  const root = pitchClassOf(rootName);
  const above = (interval: number): number => pitchClass(root + interval);
  return {
    symbol,
    root,
    fifth: above(quality.fifth),
    voicing: quality.voicing.map(above),
    targets: quality.targets.map(above),
  };
}

/** Chord intervals that read as raised: they displace the scale note under them. */
const raisedIntervals = new Set([2, 4, 7, 9, 11]);

/**
 * The pitch classes a melody moves through over a chord: the key's scale, with each foreign chord
 * note in the place of the scale note it alters (C gives way to C sharp over A7 in F).
 */
export function chordScale(chord: Chord, key: Key): Set<number> {
  const tonic = pitchClassOf(key.tonic);
  const scale = new Set<number>(modes[key.mode].map((step) => pitchClass(tonic + step)));
  const chordNotes = new Set([chord.root, chord.fifth, ...chord.voicing]);
  for (const note of [...chordNotes].filter((wanted) => !scale.has(wanted))) {
    const raised = raisedIntervals.has(pitchClass(note - chord.root));
    const altered = pitchClass(raised ? note - 1 : note + 1);
    if (!chordNotes.has(altered)) scale.delete(altered);
  }
  for (const note of chordNotes) scale.add(note);
  return scale;
}

/** Every MIDI pitch from `lowest` to `highest` whose class is among `classes`, rising. */
export function pitchesWithin(
  classes: Iterable<number>,
  lowest: number,
  highest: number,
): number[] {
  const wanted = new Set(classes);
  const pitches: number[] = [];
  for (let pitch = lowest; pitch <= highest; pitch += 1) {
    if (wanted.has(pitchClass(pitch))) pitches.push(pitch);
  }
  return pitches;
}

/** The lowest MIDI pitch of a pitch class at or above `lowest`. */
export function pitchAbove(wanted: number, lowest: number): number {
  return lowest + pitchClass(wanted - lowest);
}

/** Every way to place one pitch per class from a sixth under `centre` to a seventh over it. */
function placements(classes: readonly number[], centre: number): number[][] {
  return classes.reduce<number[][]>(
    (partial, wanted) =>
      partial.flatMap((chosen) =>
        pitchesWithin([wanted], centre - 9, centre + 11).map((pitch) => [...chosen, pitch]),
      ),
    [[]],
  );
}

/** How muddled or wide a voicing sounds, in the same unit as a semitone of movement. */
function spacingCost(voicing: readonly number[]): number {
  let cost = 0;
  voicing.slice(1).forEach((pitch, index) => {
    const lower = voicing[index] ?? pitch;
    const gap = pitch - lower;
    if (gap < 1) cost += 100;
    if (gap === 1) cost += index === voicing.length - 2 ? 8 : 2;
    if (gap < 3 && lower < 53) cost += 4;
    if (gap > 9) cost += 3;
  });
  const width = (voicing.at(-1) ?? 0) - (voicing[0] ?? 0);
  return cost + Math.max(0, width - 15) * 2;
}

/**
 * Voices a chord (MIDI pitches, rising) so that each note moves as little as it can from the
 * voicing before it, while the whole stays near `centre` and free of muddy or piercing seconds.
 */
export function leadVoices(
  chord: Chord,
  previous: readonly number[] | undefined,
  centre: number,
): number[] {
  let best: number[] = [];
  let bestCost = Number.POSITIVE_INFINITY;
  for (const placement of placements(chord.voicing, centre)) {
    const voicing = placement.toSorted((one, other) => one - other);
    const mean = voicing.reduce((sum, pitch) => sum + pitch, 0) / voicing.length;
    const movement = voicing.reduce(
      (sum, pitch, index) => sum + Math.abs(pitch - (previous?.[index] ?? pitch)),
      0,
    );
    const cost = movement + Math.abs(mean - centre) * 1.2 + spacingCost(voicing);
    if (cost < bestCost) {
      best = voicing;
      bestCost = cost;
    }
  }
  return best;
}
