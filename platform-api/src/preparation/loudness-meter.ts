import { CHANNELS, SAMPLE_RATE } from '../audio/unit.ts';
import type { Loudness } from './media-engine.ts';

/** K-weighting at 48 kHz: a shelf for the head, then a high-pass (ITU-R BS.1770-4, annex 1, tables 1 and 2). */
const STAGES = [
  {
    b: [1.53512485958697, -2.69169618940638, 1.19839281085285],
    a: [-1.69065929318241, 0.73248077421585],
  },
  { b: [1, -2, 1], a: [-1.99004745483398, 0.99007225036621] },
] as const;

/** Blocks of 400 ms begin every 100 ms (ITU-R BS.1770-4, annex 1). */
const HOP_SAMPLES = SAMPLE_RATE / 10;
const HOPS_PER_BLOCK = 4;
const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = 10;

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

/** The true peak of one channel, sample by sample. */
export class TruePeak {
  /** The last samples twice in a row, so that each window lies in one piece. */
  readonly #window = new Float64Array(2 * TAPS);
  #at = 0;

  /**
   * @param least smaller peaks are of no interest and are not computed exactly
   * @returns the peak around the sample that came TAPS / 2 samples before
   */
  add(sample: number, least: number): number {
    this.#at = (this.#at + 1) % TAPS;
    this.#window[this.#at] = sample;
    this.#window[this.#at + TAPS] = sample;
    const from = this.#at + 1;
    let loudest = 0;
    for (let tap = 0; tap < TAPS; tap += 1) {
      loudest = Math.max(loudest, Math.abs(this.#window[from + tap] ?? 0));
    }
    if (loudest * MOST_RAISED <= least) return loudest;
    let peak = loudest;
    for (const phase of PHASES) {
      let sum = 0;
      for (let tap = 0; tap < TAPS; tap += 1) {
        sum += (phase[tap] ?? 0) * (this.#window[from + tap] ?? 0);
      }
      peak = Math.max(peak, Math.abs(sum));
    }
    return peak;
  }
}

/** Measures loudness by EBU R128 as 48 kHz stereo passes. */
export class LoudnessMeter {
  readonly #filters = Array.from({ length: CHANNELS }, () => STAGES.map(createFilter));
  readonly #truePeaks = Array.from({ length: CHANNELS }, () => new TruePeak());
  readonly #hops: number[] = [];
  #hopSum = 0;
  #hopSamples = 0;
  #peak = 0;

  /** @param samples both channels in turn */
  add(samples: Float32Array): void {
    for (let at = 0; at + 1 < samples.length; at += CHANNELS) {
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        const sample = samples[at + channel] ?? 0;
        this.#peak = Math.max(this.#peak, this.#truePeaks[channel]?.add(sample, this.#peak) ?? 0);
        let weighted = sample;
        for (const filter of this.#filters[channel] ?? []) weighted = filter(weighted);
        this.#hopSum += weighted * weighted;
      }
      this.#hopSamples += 1;
      if (this.#hopSamples === HOP_SAMPLES) {
        this.#hops.push(this.#hopSum / HOP_SAMPLES);
        this.#hopSum = 0;
        this.#hopSamples = 0;
      }
    }
  }

  result(): Loudness {
    const blocks: number[] = [];
    for (let at = 0; at + HOPS_PER_BLOCK <= this.#hops.length; at += 1) {
      blocks.push(mean(this.#hops.slice(at, at + HOPS_PER_BLOCK)));
    }
    const sounding = blocks.filter((power) => lufsOf(power) > ABSOLUTE_GATE_LUFS);
    const gate = lufsOf(mean(sounding)) - RELATIVE_GATE_LU;
    return {
      lufs: lufsOf(mean(sounding.filter((power) => lufsOf(power) > gate))),
      true_peak: 20 * Math.log10(this.#peak),
    };
  }
}

function createFilter({ b, a }: (typeof STAGES)[number]): (sample: number) => number {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (sample) => {
    const result = b[0] * sample + b[1] * x1 + b[2] * x2 - a[0] * y1 - a[1] * y2;
    [x2, x1, y2, y1] = [x1, sample, y1, result];
    return result;
  };
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

const lufsOf = (power: number): number => -0.691 + 10 * Math.log10(power);
