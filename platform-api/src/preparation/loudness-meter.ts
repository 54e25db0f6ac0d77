import { CHANNELS } from '../audio/unit.ts';
import type { Loudness } from './media-engine.ts';
import { integratedLoudness, WeightedPower } from './weighted-power.ts';

/** Interpolates three samples between each two (ITU-R BS.1770-4, annex 2); the other phases mirror these. */
const HALF_PHASES = [
  [
    0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875,
    0.1373291015625, 0.97216796875, -0.102294921875, 0.047607421875, -0.026611328125,
    0.014892578125, -0.00830078125,
  ],
  [
    -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625,
    0.77978515625, -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
  ],
];
const PHASES = [...HALF_PHASES, ...HALF_PHASES.map((phase) => phase.toReversed())];
const TAPS = 12;
/** No phase raises a signal more than this. */
const MOST_RAISED = Math.max(
  ...PHASES.map((phase) => phase.reduce((sum, tap) => sum + Math.abs(tap), 0)),
);

/** Half of the sum, and half of the difference, of each tap and the one that mirrors it; of one phase after the other. */
const EVEN = halves((tap, mirrored) => tap + mirrored);
const ODD = halves((tap, mirrored) => tap - mirrored);
const HALF_TAPS = TAPS / 2;

function halves(join: (tap: number, mirrored: number) => number): Float64Array {
  const joined = HALF_PHASES.map((phase) => {
    const mirrored = phase.toReversed();
    return phase.map((tap, at) => join(tap, mirrored[at] ?? 0) / 2).slice(0, TAPS / 2);
  });
  return Float64Array.from(joined.flat());
}

/** More than the two ways to compute a peak differ by rounding. */
const ROUNDING = 1e-9;

/** The true peak of one channel, sample by sample. */
export class TruePeak {
  /** The last samples twice in a row, so that each window lies in one piece. */
  readonly #window = new Float64Array(2 * TAPS);
  #at = 0;
  /** Samples of the window up to the last one that is loud enough for a peak. */
  #loud = 0;

  /**
   * @param least smaller peaks are of no interest and are not computed exactly; never lower than before
   * @returns the peak around the sample that came TAPS / 2 samples before
   */
  add(sample: number, least: number): number {
    this.#at = (this.#at + 1) % TAPS;
    this.#window[this.#at] = sample;
    this.#window[this.#at + TAPS] = sample;
    if (Math.abs(sample) * MOST_RAISED > least) this.#loud = TAPS;
    else if (this.#loud > 0) this.#loud -= 1;
    const from = this.#at + 1;
    if (this.#loud === 0 || !this.#exceeds(least * (1 - ROUNDING), from)) return Math.abs(sample);
    let peak = 0;
    for (let tap = 0; tap < TAPS; tap += 1) {
      peak = Math.max(peak, Math.abs(this.#window[from + tap] ?? 0));
    }
    for (const phase of PHASES) {
      let sum = 0;
      for (let tap = 0; tap < TAPS; tap += 1) {
        sum += (phase[tap] ?? 0) * (this.#window[from + tap] ?? 0);
      }
      peak = Math.max(peak, Math.abs(sum));
    }
    return peak;
  }

  /** Whether a peak of the window is higher. A phase and its mirror share half of the multiplications. */
  #exceeds(least: number, from: number): boolean {
    const window = this.#window;
    let [even, odd, otherEven, otherOdd] = [0, 0, 0, 0];
    for (let tap = 0; tap < HALF_TAPS; tap += 1) {
      const one = window[from + tap] ?? 0;
      const mirrored = window[from + TAPS - 1 - tap] ?? 0;
      if (Math.abs(one) > least || Math.abs(mirrored) > least) return true;
      const sum = one + mirrored;
      const difference = one - mirrored;
      even += (EVEN[tap] ?? 0) * sum;
      odd += (ODD[tap] ?? 0) * difference;
      otherEven += (EVEN[HALF_TAPS + tap] ?? 0) * sum;
      otherOdd += (ODD[HALF_TAPS + tap] ?? 0) * difference;
    }
    return (
      Math.abs(even) + Math.abs(odd) > least || Math.abs(otherEven) + Math.abs(otherOdd) > least
    );
  }
}

/** The samples of one channel. */
export interface Channel {
  values: Float32Array;
  /** Where the first one lies, and how far apart they are; default 0 and 1. */
  first?: number;
  step?: number;
}

/**
 * The true peak of one channel, as an amplitude.
 * @param least returned where no peak is higher
 */
export function truePeakOf({ values, first = 0, step = 1 }: Channel, least: number): number {
  const meter = new TruePeak();
  let peak = least;
  // The highest sample first, because fewer of the others can have a higher peak beside them.
  for (let at = first; at < values.length; at += step) {
    const sample = Math.abs(values[at] ?? 0);
    if (sample > peak) peak = sample;
  }
  let next = first;
  for (let at = first; at < values.length; at += step) {
    if (Math.abs(values[at] ?? 0) * MOST_RAISED <= peak) continue;
    // Only the samples around loud ones are measured.
    next = Math.max(next, at - TAPS * step);
    for (; next <= at + TAPS * step; next += step) {
      peak = Math.max(peak, meter.add(values[next] ?? 0, peak));
    }
  }
  return peak;
}

/** Measures loudness by EBU R128 as 48 kHz stereo passes. */
export class LoudnessMeter {
  readonly #power = new WeightedPower();
  readonly #truePeaks = Array.from({ length: CHANNELS }, () => new TruePeak());
  #peak = 0;

  /** @param samples both channels in turn */
  add(samples: Float32Array): void {
    this.#power.add(samples);
    for (let at = 0; at + 1 < samples.length; at += CHANNELS) {
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const sample = samples[at + channel] ?? 0;
        this.#peak = Math.max(this.#peak, this.#truePeaks[channel]?.add(sample, this.#peak) ?? 0);
      }
    }
  }

  result(): Loudness {
    return {
      lufs: integratedLoudness(this.#power.powers),
      true_peak: 20 * Math.log10(this.#peak),
    };
  }
}
