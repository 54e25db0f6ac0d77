/** Samples a second, of everything here: the stations' one format. */
export const sampleRate = 48_000;

/** Two channels of samples; full scale is -1 to 1. */
export interface Stereo {
  left: Float32Array;
  right: Float32Array;
}

/** A sample in, a sample out, with whatever memory the filter keeps between them. */
export type Filter = (sample: number) => number;

/** Silence of a length in samples. */
export function silence(length: number): Stereo {
  return { left: new Float32Array(length), right: new Float32Array(length) };
}

/** The sample at an index, or silence outside the buffer. */
export function sampleAt(samples: Float32Array, index: number): number {
  return samples[index] ?? 0;
}

/** Decibels to a factor of amplitude. */
export function fromDecibels(decibels: number): number {
  return 10 ** (decibels / 20);
}

/** Adds one signal to another at a gain (factor). */
export function addTo(target: Stereo, source: Stereo, gain: number): void {
  for (let index = 0; index < target.left.length; index += 1) {
    target.left[index] = sampleAt(target.left, index) + gain * sampleAt(source.left, index);
    target.right[index] = sampleAt(target.right, index) + gain * sampleAt(source.right, index);
  }
}

/** Passes each channel through its own filter, in place. */
export function filterStereo(signal: Stereo, makeFilter: () => Filter): void {
  for (const channel of [signal.left, signal.right]) {
    const filter = makeFilter();
    channel.forEach((sample, index) => {
      channel[index] = filter(sample);
    });
  }
}

/** Numbers this small (-600 dB) are silence; flushed, since processors crawl through denormals. */
function flushed(state: number): number {
  return Math.abs(state) < 1e-30 ? 0 : state;
}

/** A gentle low-pass, 6 dB an octave above `cutoff` hertz. */
export function softLowPass(cutoff: number): Filter {
  const weight = 1 - Math.exp((-2 * Math.PI * cutoff) / sampleRate);
  let state = 0;
  return (sample) => (state = flushed(state + weight * (sample - state)));
}

/** A gentle high-pass, 6 dB an octave below `cutoff` hertz. */
export function softHighPass(cutoff: number): Filter {
  const lows = softLowPass(cutoff);
  return (sample) => sample - lows(sample);
}

/** A second-order section from its normalised coefficients (a0 is 1). */
export function biquad(b0: number, b1: number, b2: number, a1: number, a2: number): Filter {
  let first = 0;
  let second = 0;
  return (sample) => {
    const result = b0 * sample + first;
    first = flushed(b1 * sample - a1 * result + second);
    second = flushed(b2 * sample - a2 * result);
    return result;
  };
}

/** The three responses of the second-order sections in Bristow-Johnson's Audio EQ Cookbook. */
export function resonant(kind: 'low' | 'band' | 'high', frequency: number, q: number): Filter {
  const angle = (2 * Math.PI * frequency) / sampleRate;
  const cosine = Math.cos(angle);
  const alpha = Math.sin(angle) / (2 * q);
  const a0 = 1 + alpha;
  const poles = [(-2 * cosine) / a0, (1 - alpha) / a0] as const;
  if (kind === 'band') return biquad(alpha / a0, 0, -alpha / a0, ...poles);
  const edge = kind === 'low' ? 1 - cosine : 1 + cosine;
  const middle = kind === 'low' ? edge : -edge;
  return biquad(edge / 2 / a0, middle / a0, edge / 2 / a0, ...poles);
}
