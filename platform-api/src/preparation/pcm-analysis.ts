import { createHash } from 'node:crypto';
import { CHANNELS } from '../audio/unit.ts';
import { Waveform } from '../audio/waveform.ts';
import { WeightedPower } from './weighted-power.ts';

const FULL_SCALE = 32_768;
const SAMPLE_BYTES = 2 * CHANNELS;

/** Anything below -60 dBFS counts as silence. */
const AUDIBLE = Math.ceil(FULL_SCALE * 10 ** (-60 / 20));

/** Kept before the first and after the last audible sample: 10 ms. */
const MARGIN = 480;

/** The steps of the waveform, in values of both channels: 21 ms. */
const STEP_VALUES = 2_048;

/**
 * Looks at decoded audio as it passes: 16 bits, little-endian, both channels in turn. Finds the audible part,
 * draws the waveform, and measures the loudness over time.
 */
export class PcmAnalysis {
  #hash = createHash('sha256');
  #waveform = new Waveform();
  #power = new WeightedPower(FULL_SCALE);
  #cut: Buffer = Buffer.alloc(0);
  #values = 0;
  #first = -1;
  #last = -1;
  #squares = 0;
  #inStep = 0;

  /** Samples per channel so far. */
  get samples(): number {
    return Math.floor(this.#values / CHANNELS);
  }

  add(chunk: Buffer): void {
    this.#hash.update(chunk);
    const bytes = this.#cut.length === 0 ? chunk : Buffer.concat([this.#cut, chunk]);
    const count = CHANNELS * Math.floor(bytes.length / SAMPLE_BYTES);
    this.#cut = bytes.subarray(2 * count);
    // Buffers come from a shared pool, where they may begin at an odd byte.
    const whole = bytes.byteOffset % 2 === 0 ? bytes : new Uint8Array(bytes);
    const values = new Int16Array(whole.buffer, whole.byteOffset, count);
    this.#power.add(values);
    for (let from = 0; from < count;) {
      const to = Math.min(count, from + STEP_VALUES - this.#inStep);
      this.#addToStep(values, from, to);
      from = to;
    }
  }

  // Local variables are faster than private fields. The server's own thread runs this for each sample of a sound.
  #addToStep(values: Int16Array, from: number, to: number): void {
    const before = this.#values - from;
    let squares = this.#squares;
    for (let at = from; at < to; at += 1) {
      const value = values[at] ?? 0;
      squares += value * value;
      if (value > AUDIBLE || value < -AUDIBLE) {
        if (this.#first === -1) this.#first = before + at;
        this.#last = before + at;
      }
    }
    this.#squares = squares;
    this.#values = before + to;
    this.#inStep += to - from;
    if (this.#inStep === STEP_VALUES) this.#endStep();
  }

  #endStep(): void {
    this.#waveform.add(Math.sqrt(this.#squares / STEP_VALUES));
    this.#squares = 0;
    this.#inStep = 0;
  }

  /** The part to keep, as `[from, to)` in samples; null when there is only silence. */
  audiblePart(): { from: number; to: number } | null {
    if (this.#first === -1) return null;
    return {
      from: Math.max(0, Math.floor(this.#first / CHANNELS) - MARGIN),
      to: Math.min(this.samples, Math.floor(this.#last / CHANNELS) + 1 + MARGIN),
    };
  }

  peaks(): number[] {
    return this.#waveform.peaks();
  }

  /** K-weighted, of each 100 ms. */
  powers(): number[] {
    return this.#power.allPowers();
  }

  /** SHA-256 in hex of all samples. */
  hash(): string {
    return this.#hash.digest('hex');
  }
}
