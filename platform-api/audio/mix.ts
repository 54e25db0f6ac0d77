import type { Stereo } from './signal.ts';
import {
  filterStereo,
  fromDecibels,
  resonant,
  sampleAt,
  sampleRate,
  silence,
  softHighPass,
  softLowPass,
} from './signal.ts';
import { loudness } from './loudness.ts';

/** A delay line of so many samples: gives back what went in that long ago. */
function delayLine(length: number) {
  const line = new Float32Array(length);
  let position = 0;
  return {
    read: (): number => sampleAt(line, position),
    write: (sample: number): void => {
      line[position] = sample;
      position = (position + 1) % length;
    },
  };
}

/** Echoes that cross from side to side every `seconds`, darker and quieter each time. */
export function pingPong(source: Stereo, seconds: number, feedback: number): Stereo {
  const wet = silence(source.left.length);
  const length = Math.round(seconds * sampleRate);
  const lines = [delayLine(length), delayLine(length)] as const;
  const dark = [softLowPass(2600), softLowPass(2600)] as const;
  const thin = [softHighPass(260), softHighPass(260)] as const;
  for (let index = 0; index < wet.left.length; index += 1) {
    const left = lines[0].read();
    const right = lines[1].read();
    const mono = 0.5 * (sampleAt(source.left, index) + sampleAt(source.right, index));
    lines[0].write(thin[0](dark[0](mono + feedback * right)));
    lines[1].write(thin[1](dark[1](feedback * left)));
    wet.left[index] = left;
    wet.right[index] = right / Math.max(feedback, 0.1);
  }
  return wet;
}

/** Delays of the reverb's eight lines, in samples: primes of 31 to 77 ms, so none coincide. */
const roomLengths = [1499, 1777, 2003, 2311, 2609, 2999, 3331, 3691];

/** Spreads a click over time without colouring it (Schroeder's all-pass section). */
function diffuser(length: number, gain: number) {
  const line = delayLine(length);
  return (sample: number): number => {
    const delayed = line.read();
    const inner = sample + gain * delayed;
    line.write(inner);
    return delayed - gain * inner;
  };
}

/**
 * A room: eight delay lines feeding one another through a Householder reflection, each losing
 * 60 dB in `seconds` and its treble sooner. Gives the wet sound alone, free of mud below 180 Hz.
 */
export function reverb(source: Stereo, seconds: number): Stereo {
  const wet = silence(source.left.length);
  const waitLeft = delayLine(Math.round(0.018 * sampleRate));
  const waitRight = delayLine(Math.round(0.018 * sampleRate));
  const spreadLeft = [diffuser(241, 0.6), diffuser(557, 0.6)] as const;
  const spreadRight = [diffuser(263, 0.6), diffuser(523, 0.6)] as const;
  const lines = roomLengths.map((length) => ({
    line: delayLine(length),
    damp: softLowPass(4200),
    gain: 10 ** ((-3 * length) / (sampleRate * seconds)),
  }));
  const returned = new Float32Array(lines.length);
  for (let index = 0; index < wet.left.length; index += 1) {
    const left = spreadLeft[1](spreadLeft[0](waitLeft.read()));
    const right = spreadRight[1](spreadRight[0](waitRight.read()));
    waitLeft.write(sampleAt(source.left, index));
    waitRight.write(sampleAt(source.right, index));
    let sum = 0;
    let leftOut = 0;
    let rightOut = 0;
    for (let line = 0; line < lines.length; line += 1) {
      const state = lines[line];
      if (!state) continue;
      const sample = state.damp(state.line.read()) * state.gain;
      returned[line] = sample;
      sum += sample;
      const sign = line % 4 < 2 ? 1 : -1;
      if (line % 2 === 0) leftOut += sign * sample;
      else rightOut += sign * sample;
    }
    const reflection = (2 / lines.length) * sum;
    for (let line = 0; line < lines.length; line += 1) {
      const fed = line % 2 === 0 ? left : right;
      lines[line]?.line.write(fed + sampleAt(returned, line) - reflection);
    }
    wet.left[index] = 0.35 * leftOut;
    wet.right[index] = 0.35 * rightOut;
  }
  filterStereo(wet, () => softHighPass(180));
  return wet;
}

/** Sways a sound between the sides, `rate` times a second, as an electric piano's vibrato does. */
export function sway(signal: Stereo, rate: number, depth: number): void {
  for (let index = 0; index < signal.left.length; index += 1) {
    const swing = depth * Math.sin((2 * Math.PI * rate * index) / sampleRate);
    signal.left[index] = sampleAt(signal.left, index) * (1 + swing);
    signal.right[index] = sampleAt(signal.right, index) * (1 - swing);
  }
}

/** The sample between samples, by a cubic through its four neighbours (Hermite). */
function sampleBetween(samples: Float32Array, position: number): number {
  const index = Math.floor(position);
  const part = position - index;
  const before = sampleAt(samples, index - 1);
  const here = sampleAt(samples, index);
  const next = sampleAt(samples, index + 1);
  const after = sampleAt(samples, index + 2);
  const slope = 0.5 * (next - before);
  const curve = before - 2.5 * here + 2 * next - 0.5 * after;
  const twist = 0.5 * (after - before) + 1.5 * (here - next);
  return ((twist * part + curve) * part + slope) * part + here;
}

/** A tape's character, in place: two cents of wow, soft saturation, and treble rolled off. */
export function tape(signal: Stereo, drive: number): void {
  const wow = (index: number): number =>
    14 * (1 + Math.sin((2 * Math.PI * 0.57 * index) / sampleRate)) +
    0.3 * (1 + Math.sin((2 * Math.PI * 6.3 * index) / sampleRate));
  for (const channel of [signal.left, signal.right]) {
    const steady = channel.slice();
    channel.forEach((_, index) => {
      const sample = sampleBetween(steady, index - 2 - wow(index));
      channel[index] = Math.tanh(drive * sample) / drive;
    });
  }
  filterStereo(signal, () => resonant('high', 32, 0.7));
  filterStereo(signal, () => resonant('low', 13_500, 0.6));
}

/** Lifts everything above about 1 kHz, in place, by up to `decibels`: a slope, not a step. */
export function brighten(signal: Stereo, decibels: number): void {
  const extra = fromDecibels(decibels) - 1;
  filterStereo(signal, () => {
    const treble = softHighPass(1100);
    return (sample) => sample + extra * treble(sample);
  });
}

/** Fades in and out, in place (seconds), along a cosine. */
export function fade(signal: Stereo, inSeconds: number, outSeconds: number): void {
  const length = signal.left.length;
  for (const channel of [signal.left, signal.right]) {
    channel.forEach((sample, index) => {
      const opened = Math.min(1, index / (inSeconds * sampleRate));
      const left = Math.min(1, (length - 1 - index) / (outSeconds * sampleRate));
      const level = (part: number): number => 0.5 - 0.5 * Math.cos(Math.PI * part);
      channel[index] = sample * level(opened) * level(left);
    });
  }
}

/** Scales a signal in place to a loudness in LUFS. */
export function setLoudness(signal: Stereo, target: number): void {
  const gain = fromDecibels(target - loudness(signal));
  filterStereo(signal, () => (sample) => sample * gain);
}

/** The highest absolute sample. */
export function peak(signal: Stereo): number {
  let highest = 0;
  for (const channel of [signal.left, signal.right]) {
    for (const sample of channel) highest = Math.max(highest, Math.abs(sample));
  }
  return highest;
}

/** Holds peaks under a ceiling (dBFS), in place, easing the gain down before each one. */
export function limit(signal: Stereo, ceiling: number): void {
  const top = fromDecibels(ceiling);
  const ahead = Math.round(0.004 * sampleRate);
  const length = signal.left.length;
  const needed = new Float32Array(length);
  // Backwards first: a coming peak pulls the gain down along a straight slope of `ahead` samples.
  let coming = 1;
  for (let index = length - 1; index >= 0; index -= 1) {
    const highest = Math.max(
      Math.abs(sampleAt(signal.left, index)),
      Math.abs(sampleAt(signal.right, index)),
    );
    coming = Math.min(1, top / Math.max(highest, 1e-9), coming + 1 / ahead);
    needed[index] = coming;
  }
  const release = 1 - Math.exp(-1 / (0.12 * sampleRate));
  let gain = 1;
  for (let index = 0; index < length; index += 1) {
    const wanted = sampleAt(needed, index);
    gain = wanted < gain ? wanted : gain + release * (wanted - gain);
    signal.left[index] = sampleAt(signal.left, index) * gain;
    signal.right[index] = sampleAt(signal.right, index) * gain;
  }
}
