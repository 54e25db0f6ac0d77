import { WAVEFORM_PEAKS } from '../../contract/assets/values.ts';

/** Twice what is shown, so that enough remain when full buckets are merged in pairs. */
const MAX_BUCKETS = 2 * WAVEFORM_PEAKS;

/** Peaks are clipped at this many times the mean of everything that is not silent. */
const MOST_ABOVE_MEAN = 2;

/** The loudness of a sound over time, for any length in constant memory. */
export class Waveform {
  /** Sums of amplitudes, each of the same number of steps; only the last may still be filling. */
  #buckets: number[] = [];
  #stepsEach = 1;
  #stepsInLast = 1;
  #lastTwo: [number, number] = [0, 0];

  /**
   * Adds the next step of time; all steps have the same length. A single estimate is sometimes far off, so the
   * median of three neighbours counts.
   * @param amplitude in any unit
   */
  add(amplitude: number): void {
    const [before, last] = this.#lastTwo;
    this.#lastTwo = [last, amplitude];
    this.#fill(Math.max(Math.min(before, last), Math.min(Math.max(before, last), amplitude)));
  }

  #fill(amplitude: number): void {
    const last = this.#buckets.length - 1;
    if (this.#stepsInLast < this.#stepsEach) {
      this.#buckets[last] = (this.#buckets[last] ?? 0) + amplitude;
      this.#stepsInLast += 1;
      return;
    }
    if (this.#buckets.length === MAX_BUCKETS) {
      this.#buckets = inGroups(this.#buckets, MAX_BUCKETS / 2).map(sum);
      this.#stepsEach *= 2;
    }
    this.#buckets.push(amplitude);
    this.#stepsInLast = 1;
  }

  /** @returns up to WAVEFORM_PEAKS amplitudes: the loudest is 1 and silence 0; two decimals */
  peaks(): number[] {
    const means = this.#buckets.map((sum, index) => {
      const isLast = index === this.#buckets.length - 1;
      return sum / (isLast ? this.#stepsInLast : this.#stepsEach);
    });
    const bars = inGroups(means, Math.min(means.length, WAVEFORM_PEAKS)).map(
      (group) => sum(group) / group.length,
    );
    const sounding = bars.filter((bar) => bar > 0);
    if (sounding.length === 0) return bars;
    const mean = sum(sounding) / sounding.length;
    const loudest = Math.min(Math.max(...bars), mean * MOST_ABOVE_MEAN);
    return bars.map((bar) => Math.round(Math.min(bar / loudest, 1) * 100) / 100);
  }
}

/** Splits values into groups of neighbours, of sizes as equal as possible. */
function inGroups(values: readonly number[], count: number): number[][] {
  const start = (group: number): number => Math.floor((group * values.length) / count);
  return Array.from({ length: count }, (_, group) => values.slice(start(group), start(group + 1)));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
