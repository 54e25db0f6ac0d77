import { CHANNELS, SAMPLE_RATE } from '../audio/unit.ts';
import { TruePeak } from './loudness-meter.ts';

/** The gain begins to fall this long before a peak: 1.5 ms. */
const LOOKAHEAD = Math.round(0.0015 * SAMPLE_RATE);
/** After a peak it rises again with this time constant: 50 ms. */
const RELEASE = Math.exp(-1 / (0.05 * SAMPLE_RATE));
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

  function gainFor(peak: number): number {
    wanted[at % LOOKAHEAD] = peak > ceiling ? ceiling / peak : 1;
    const least = wanted.reduce((min, gain) => Math.min(min, gain), 1);
    held = Math.min(least, 1 - (1 - held) * RELEASE);
    sum += held - (smoothed[at % LOOKAHEAD] ?? 1);
    smoothed[at % LOOKAHEAD] = held;
    return Math.min(1, sum / LOOKAHEAD);
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
