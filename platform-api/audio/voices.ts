import type { Random } from './random.ts';
import { spread } from './random.ts';
import type { Stereo } from './signal.ts';
import { resonant, sampleAt, sampleRate, softHighPass, softLowPass } from './signal.ts';

/** A note as a voice plays it: times in seconds, pitch in MIDI, velocity 0 to 1, pan -1 to 1. */
export interface Note {
  start: number;
  seconds: number;
  pitch: number;
  velocity: number;
  pan: number;
}

/** An instrument: adds a note to a signal. The random source gives each note its own grain. */
export type Voice = (target: Stereo, note: Note, random: Random) => void;

/** A whole turn in radians. */
export const turn = 2 * Math.PI;

/** Equal temperament about A4, 440 Hz, which is MIDI pitch 69. */
function frequencyOf(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12);
}

/** How long a sound that is not quite over is faded at its end, in samples (10 ms): no clicks. */
const closing = 480;

/** Adds a mono sound at a place in time and between the channels, at equal power. */
export function place(
  target: Stereo,
  start: number,
  seconds: number,
  pan: number,
  sound: (time: number) => number,
): void {
  const first = Math.round(start * sampleRate);
  const length = Math.min(Math.round(seconds * sampleRate), target.left.length - first);
  const angle = ((pan + 1) * Math.PI) / 4;
  const leftGain = Math.cos(angle);
  const rightGain = Math.sin(angle);
  for (let index = 0; index < length; index += 1) {
    const sample = sound(index / sampleRate) * Math.min(1, (length - index) / closing);
    const at = first + index;
    target.left[at] = sampleAt(target.left, at) + sample * leftGain;
    target.right[at] = sampleAt(target.right, at) + sample * rightGain;
  }
}

/** A struck sound's level: a short rise, then damped quickly once the key is let go. */
function struck(time: number, held: number, rise: number, damping: number): number {
  const attack = time < rise ? time / rise : 1;
  return time < held ? attack : attack * Math.exp((held - time) / damping);
}

/** A blown or bowed sound's level: cosine slopes at both ends. */
function swelled(time: number, held: number, rise: number, fall: number): number {
  const slope = (part: number): number => 0.5 - 0.5 * Math.cos(Math.PI * Math.min(part, 1));
  const opening = slope(time / rise);
  return time < held ? opening : opening * (1 - slope((time - held) / fall));
}

/** Soft electric piano: a bar and its tine by frequency modulation, mellowing as it rings. */
export const electricPiano: Voice = (target, note, random) => {
  const frequency = frequencyOf(note.pitch);
  const decay = 2.6 * 2 ** ((60 - note.pitch) / 24);
  const tineFrequency = frequency * 7 < 9000 ? frequency * 7 : frequency * 3;
  for (const side of [-1, 1]) {
    const tuned = frequency * 2 ** ((side * 2.2 + spread(random, 1)) / 1200);
    const phase = random();
    place(target, note.start, note.seconds + 0.8, note.pan + side * 0.28, (time) => {
      const index = note.velocity * (1.9 * Math.exp(-time * 3.5) + 0.6 * Math.exp(-time * 0.6));
      const bar = Math.sin(turn * (tuned * time + phase) + index * Math.sin(turn * tuned * time));
      const tine =
        0.09 * Math.sin(turn * 4 * frequency * time) * Math.exp(-time * 2.5) +
        (0.08 + 0.14 * note.velocity) * Math.sin(turn * tineFrequency * time) * Math.exp(-time * 9);
      const level = note.velocity * Math.exp(-time / decay);
      return 0.2 * level * (bar + tine) * struck(time, note.seconds, 0.004, 0.14);
    });
  }
};

/** Reed piano: rounder and reedier than the electric piano, with more second harmonic. */
export const reedPiano: Voice = (target, note, random) => {
  const frequency = frequencyOf(note.pitch) * 2 ** (spread(random, 2) / 1200);
  const decay = 1.9 * 2 ** ((60 - note.pitch) / 24);
  place(target, note.start, note.seconds + 0.7, note.pan, (time) => {
    const index = note.velocity * (0.9 * Math.exp(-time * 2.5) + 0.4);
    const modulator = Math.sin(turn * 2 * frequency * time);
    const body = Math.sin(turn * frequency * time + index * modulator);
    const reed = Math.tanh(1.6 * body + 0.35);
    const level = note.velocity * Math.exp(-time / decay);
    return 0.26 * level * reed * struck(time, note.seconds, 0.006, 0.11);
  });
};

/** A sawtooth with its corner rounded (PolyBLEP), so that it does not alias. */
function sawtooth(frequency: number, phase: number): () => number {
  const step = frequency / sampleRate;
  let position = phase;
  return () => {
    position += step;
    if (position >= 1) position -= 1;
    let corner = 0;
    if (position < step) corner = -((1 - position / step) ** 2);
    else if (position > 1 - step) corner = (1 - (1 - position) / step) ** 2;
    return 2 * position - 1 - corner;
  };
}

/** A pad of three detuned sawtooths across the stereo field, under a low-pass at `cutoff` hertz. */
export function pad(cutoff: number, rise: number): Voice {
  return (target, note, random) => {
    const frequency = frequencyOf(note.pitch);
    for (const side of [-1, 0, 1]) {
      const detune = side * 7 + spread(random, 1.5);
      const wave = sawtooth(frequency * 2 ** (detune / 1200), random());
      const filters = [resonant('low', cutoff, 0.6), softLowPass(cutoff * 1.5)] as const;
      const drift = random() * turn;
      place(target, note.start, note.seconds + 1.4, side * 0.75, (time) => {
        const breath = 0.85 + 0.15 * Math.sin(turn * 0.21 * time + drift);
        const sound = filters[1](filters[0](wave()));
        return 0.07 * note.velocity * breath * sound * swelled(time, note.seconds, rise, 1.3);
      });
    }
  };
}

/**
 * A string's loop (Karplus and Strong): one period circles a delay and loses treble each time
 * round. It starts as the triangle of a string pulled aside, with a little noise of the finger.
 */
function pluckedString(frequency: number, ring: number, brightness: number, random: Random) {
  // The two-point average in the loop delays by `1 - weight` samples, which tuning allows for.
  const weight = brightness;
  const period = sampleRate / frequency - (1 - weight);
  const whole = Math.floor(period);
  const part = period - whole;
  const loopGain = 10 ** (-3 / (frequency * ring));
  const line = new Float32Array(whole + 2);
  const soften = softLowPass(700 + 4000 * (brightness - 0.5));
  const pulledAt = Math.round(whole * 0.27);
  const shape = (index: number): number =>
    index < pulledAt ? index / pulledAt : (whole - index) / (whole - pulledAt);
  const pulled = Float32Array.from(
    { length: whole },
    (_, index) => 0.7 * (shape(index) - 0.5) + soften(spread(random, 0.8)),
  );
  let position = 0;
  let last = 0;
  let time = 0;
  return (): number => {
    const back = position + line.length;
    const near = sampleAt(line, (back - whole) % line.length);
    const far = sampleAt(line, (back - whole - 1) % line.length);
    const looped = near * (1 - part) + far * part;
    const sample = sampleAt(pulled, time) + loopGain * (weight * looped + (1 - weight) * last);
    last = looped;
    line[position] = sample;
    position = (position + 1) % line.length;
    time += 1;
    return sample;
  };
}

/** A plucked string that rings for about `ring` seconds; brightness runs from 0.5 to 1. */
export function pluck(ring: number, brightness: number): Voice {
  return (target, note, random) => {
    const tone = 0.5 + (brightness - 0.5) * (0.6 + 0.4 * note.velocity);
    const string = pluckedString(frequencyOf(note.pitch), ring, tone, random);
    const body = resonant('band', 190, 1.2);
    const clean = softHighPass(70);
    place(target, note.start, note.seconds + 0.6, note.pan, (time) => {
      const sound = string();
      const wood = clean(sound + 0.5 * body(sound));
      return 0.9 * note.velocity * wood * struck(time, note.seconds, 0.001, 0.12);
    });
  };
}

/** Vibraphone: a bar tuned to its double octave, with the motor's slow tremolo. */
export const vibraphone: Voice = (target, note, random) => {
  const frequency = frequencyOf(note.pitch);
  const motor = random() * turn;
  place(target, note.start, note.seconds + 1.8, note.pan, (time) => {
    const bar =
      Math.exp(-time / 1.5) * Math.sin(turn * frequency * time) +
      0.28 * Math.exp(-time / 0.45) * Math.sin(turn * frequency * 4 * time) +
      0.09 * note.velocity * Math.exp(-time / 0.07) * Math.sin(turn * frequency * 9.2 * time);
    const tremolo = 0.86 + 0.14 * Math.sin(turn * 4.2 * time + motor);
    return 0.3 * note.velocity * tremolo * bar * struck(time, note.seconds, 0.003, 0.35);
  });
};

/** Thumb piano: a short woody tone with one inharmonic overtone and the knock of the box. */
export const thumbPiano: Voice = (target, note, random) => {
  const frequency = frequencyOf(note.pitch);
  const knock = resonant('band', 320, 2);
  place(target, note.start, note.seconds + 1.5, note.pan, (time) => {
    const tongue =
      Math.exp(-time / 0.75) * Math.sin(turn * frequency * time) +
      0.2 * Math.exp(-time / 0.5) * Math.sin(turn * frequency * 2 * time) +
      0.08 * Math.exp(-time / 0.3) * Math.sin(turn * frequency * 3 * time) +
      0.16 * Math.exp(-time / 0.09) * Math.sin(turn * frequency * 5.4 * time);
    const box = 0.8 * knock(spread(random, 1)) * Math.exp(-time / 0.012);
    return 0.3 * note.velocity * (tongue + box) * struck(time, note.seconds + 0.3, 0.002, 0.3);
  });
};

/** A quiet flute: few harmonics, vibrato that arrives late, a little breath. */
export const flute: Voice = (target, note, random) => {
  const frequency = frequencyOf(note.pitch);
  const breath = resonant('band', frequency * 2, 1.5);
  const offset = random() * turn;
  let phase = 0;
  place(target, note.start, note.seconds + 0.25, note.pan, (time) => {
    const depth = 0.0045 * Math.min(1, Math.max(0, time - 0.25) / 0.5);
    phase += (frequency * (1 + depth * Math.sin(turn * 4.9 * time + offset))) / sampleRate;
    const tone =
      Math.sin(turn * phase) +
      (0.12 + 0.14 * note.velocity) * Math.sin(turn * 2 * phase) +
      0.07 * note.velocity * Math.sin(turn * 3 * phase);
    const sound = tone + 0.09 * breath(spread(random, 1));
    return 0.24 * note.velocity * sound * swelled(time, note.seconds, 0.07, 0.2);
  });
};

/** Round bass: harmonics that fade first, so that small loudspeakers hear the start of a note. */
export const roundBass: Voice = (target, note) => {
  const frequency = frequencyOf(note.pitch);
  place(target, note.start, note.seconds + 0.3, 0, (time) => {
    const tone =
      Math.sin(turn * frequency * time) +
      0.5 * Math.exp(-time / 0.5) * Math.sin(turn * 2 * frequency * time) +
      0.22 * Math.exp(-time / 0.22) * Math.sin(turn * 3 * frequency * time);
    const level = note.velocity * (0.35 + 0.65 * Math.exp(-time / 1.1));
    return 0.4 * level * Math.tanh(1.2 * tone) * struck(time, note.seconds, 0.008, 0.06);
  });
};

/** Warm bass: a sawtooth kept dark, for steadier and more electric music. */
export const warmBass: Voice = (target, note, random) => {
  const frequency = frequencyOf(note.pitch);
  const wave = sawtooth(frequency, random());
  const filter = resonant('low', 340, 0.8);
  place(target, note.start, note.seconds + 0.3, 0, (time) => {
    const sub = 0.7 * Math.sin(turn * frequency * time);
    const sound = Math.tanh(sub + 0.9 * filter(wave()));
    return 0.4 * note.velocity * sound * struck(time, note.seconds, 0.01, 0.05);
  });
};
