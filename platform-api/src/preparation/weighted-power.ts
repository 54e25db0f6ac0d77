import { CHANNELS, SAMPLE_RATE } from '../audio/unit.ts';

/** Power is summed over 100 ms. Blocks of 400 ms begin every 100 ms (ITU-R BS.1770-4, annex 1). */
export const HOP_SAMPLES = SAMPLE_RATE / 10;
export const HOPS_PER_BLOCK = 4;

const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = 10;

/** Smaller states of a filter become 0: processors are slow with numbers near the smallest ones. */
const INAUDIBLE = 1e-30;

/**
 * K-weighting of one channel at 48 kHz: a shelf for the head, then a high-pass (ITU-R BS.1770-4, annex 1, tables 1
 * and 2). Both are biquads in the transposed direct form II.
 */
class KWeighting {
  readonly #state = new Float64Array(4);

  /** @returns the sum of the squares of a channel's weighted samples, of which every second value is one */
  energy(values: Float32Array | Int16Array, from: number, to: number): number {
    // Local variables are faster than fields. This runs for each sample.
    let [shelf1 = 0, shelf2 = 0, pass1 = 0, pass2 = 0] = this.#state;
    let energy = 0;
    for (let at = from; at < to; at += CHANNELS) {
      const value = values[at] ?? 0;
      const shelved = 1.53512485958697 * value + shelf1;
      shelf1 = shelf2 - 2.69169618940638 * value + 1.69065929318241 * shelved;
      shelf2 = 1.19839281085285 * value - 0.73248077421585 * shelved;
      const weighted = shelved + pass1;
      pass1 = pass2 - 2 * shelved + 1.99004745483398 * weighted;
      pass2 = shelved - 0.99007225036621 * weighted;
      energy += weighted * weighted;
    }
    this.#state.set([shelf1, shelf2, pass1, pass2].map(withoutTraces));
    return energy;
  }
}

const withoutTraces = (value: number): number => (Math.abs(value) < INAUDIBLE ? 0 : value);

/** The K-weighted power of 48 kHz stereo in each 100 ms, as it passes: what all loudness is computed of. */
export class WeightedPower {
  readonly #channels = Array.from({ length: CHANNELS }, () => new KWeighting());
  readonly #fullScale: number;
  readonly #powers: number[] = [];
  #energy = 0;
  #samples = 0;

  /** @param fullScale the amplitude of 0 dBFS */
  constructor(fullScale = 1) {
    this.#fullScale = fullScale;
  }

  /** @param values both channels in turn, as whole samples */
  add(values: Float32Array | Int16Array): void {
    for (let from = 0; from < values.length;) {
      const to = Math.min(values.length, from + CHANNELS * (HOP_SAMPLES - this.#samples));
      for (const [n, channel] of this.#channels.entries()) {
        this.#energy += channel.energy(values, from + n, to);
      }
      this.#samples += (to - from) / CHANNELS;
      if (this.#samples === HOP_SAMPLES) {
        this.#powers.push(this.#power());
        this.#energy = 0;
        this.#samples = 0;
      }
      from = to;
    }
  }

  #power(): number {
    return this.#energy / (HOP_SAMPLES * this.#fullScale ** 2);
  }

  /** Of each whole 100 ms. */
  get powers(): readonly number[] {
    return this.#powers;
  }

  /** The same, with the rest at the end as if silence followed it. */
  allPowers(): number[] {
    return this.#samples === 0 ? [...this.#powers] : [...this.#powers, this.#power()];
  }
}

/** The integrated loudness (EBU R128) of powers of 100 ms, in LUFS; -Infinity for silence. */
export function integratedLoudness(powers: readonly number[]): number {
  const blocks: number[] = [];
  for (let at = 0; at + HOPS_PER_BLOCK <= powers.length; at += 1) {
    blocks.push(mean(powers.slice(at, at + HOPS_PER_BLOCK)));
  }
  const sounding = blocks.filter((power) => loudnessOf(power) > ABSOLUTE_GATE_LUFS);
  const gate = loudnessOf(mean(sounding)) - RELATIVE_GATE_LU;
  return loudnessOf(mean(sounding.filter((power) => loudnessOf(power) > gate)));
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The loudness of a power, in LUFS. */
export const loudnessOf = (power: number): number => -0.691 + 10 * Math.log10(power);
