import { CHANNELS, SAMPLE_RATE } from '../audio/unit.ts';
import { TruePeak } from './loudness-meter.ts';

/** The gain begins to fall this long before a peak: 1.5 ms. */
const LOOKAHEAD = Math.round(0.0015 * SAMPLE_RATE);
/** After a peak it rises again with this time constant: 50 ms. */
const RELEASE = Math.exp(-1 / (0.05 * SAMPLE_RATE));
/** A gain above this is full: the rest is 0.00001 dB. */
const FULL_GAIN = 1 - 1e-6;
/** The true peak of a sample is known this many samples later. */
const PEAK_DELAY = 6;
const DELAY = LOOKAHEAD + PEAK_DELAY - 1;

/**
 * Keeps true peaks below a ceiling.
 * @param ceiling an amplitude
 * @returns takes and returns 48 kHz stereo, both channels in turn, `delay` samples late
 */
export function createLimiter(ceiling: number): {
  delay: number;
  process: (samples: Float32Array) => Float32Array;
} {
  const peaks = Array.from({ length: CHANNELS }, () => new TruePeak());
  const delayed = new Float32Array(DELAY * CHANNELS);
  /** The gains wanted within the lookahead, and their smoothed form. */
  const wanted = new Float64Array(LOOKAHEAD).fill(1);
  const smoothed = new Float64Array(LOOKAHEAD).fill(1);
  let sum = LOOKAHEAD;
  let at = 0;
  let held = 1;
  /** How long ago the last gain below 1 was wanted, and held, in samples. */
  let sinceWanted = LOOKAHEAD;
  let sinceHeld = LOOKAHEAD;

  function gainFor(peak: number): number {
    // All gains of the lookahead are full.
    if (peak <= ceiling && sinceWanted >= LOOKAHEAD && sinceHeld >= LOOKAHEAD) return 1;
    const slot = at % LOOKAHEAD;
    wanted[slot] = peak > ceiling ? ceiling / peak : 1;
    sinceWanted = peak > ceiling ? 0 : sinceWanted + 1;
    const isLimited = sinceWanted < LOOKAHEAD;
    let least = 1;
    if (isLimited) for (const gain of wanted) if (gain < least) least = gain;
    const released = 1 - (1 - held) * RELEASE;
    held = Math.min(least, released < FULL_GAIN ? released : 1);
    sum += held - (smoothed[slot] ?? 1);
    smoothed[slot] = held;
    sinceHeld = held < 1 ? 0 : sinceHeld + 1;
    // Exactly, so that samples pass unchanged: the sum has errors of rounding.
    return sinceHeld < LOOKAHEAD ? Math.min(1, sum / LOOKAHEAD) : 1;
  }

  function process(samples: Float32Array): Float32Array {
    const result = new Float32Array(samples.length);
    for (let index = 0; index + 1 < samples.length; index += CHANNELS) {
      const left = samples[index] ?? 0;
      const right = samples[index + 1] ?? 0;
      const peak = Math.max(peaks[0]?.add(left, ceiling) ?? 0, peaks[1]?.add(right, ceiling) ?? 0);
      const gain = gainFor(peak);
      const slot = (at % DELAY) * CHANNELS;
      result[index] = (delayed[slot] ?? 0) * gain;
      result[index + 1] = (delayed[slot + 1] ?? 0) * gain;
      delayed[slot] = left;
      delayed[slot + 1] = right;
      at += 1;
    }
    return result;
  }

  return { delay: DELAY, process };
}

/** Where samples of a sound may be limited. */
export interface LimitedPart {
  /** Per channel; outside, all samples stay unchanged. */
  from: number;
  to: number;
  /** The limiting grows and fades over so many samples at both ends. */
  ramp: number;
}

/**
 * Keeps true peaks within a sound below a ceiling, and leaves its ends unchanged.
 * @param samples 48 kHz stereo, both channels in turn
 * @param ceiling an amplitude
 */
export function limitWithin(
  samples: Float32Array,
  ceiling: number,
  { from, to, ramp }: LimitedPart,
): Float32Array {
  const { delay, process } = createLimiter(ceiling);
  const fed = new Float32Array(samples.length + delay * CHANNELS);
  fed.set(samples);
  const limited = process(fed).subarray(delay * CHANNELS);
  const result = samples.slice();
  for (let position = from; position < to; position += 1) {
    const share = Math.min(1, (position - from) / ramp, (to - 1 - position) / ramp);
    for (let at = position * CHANNELS; at < (position + 1) * CHANNELS; at += 1) {
      const sample = samples[at] ?? 0;
      result[at] = sample + ((limited[at] ?? 0) - sample) * share;
    }
  }
  return result;
}
