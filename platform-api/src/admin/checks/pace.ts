/** Servers give a listener some seconds at once: what comes in the first of them says nothing, in ms. */
const BURST_MS = 1_000;

/** Below this part of the time a stream is slow: gaps are near, and no clock is that wrong. */
const SLOW_BELOW = 0.8;

/** At what rate a stream comes in. Sound is counted in seconds, time in ms from any point. */
export class Pace {
  #startedAt: number | null = null;
  #burst = 0;
  #total = 0;
  /** The largest piece behind the burst: at the end one as large may be on its way. */
  #largest = 0;

  /** @param total how much sound has come by then */
  add(at: number, total: number): void {
    this.#startedAt ??= at;
    if (at - this.#startedAt < BURST_MS) this.#burst = total;
    else this.#largest = Math.max(this.#largest, total - this.#total);
    this.#total = total;
  }

  /** Whether less came than time passed, until then. */
  isSlow(until: number): boolean {
    if (this.#startedAt === null) return false;
    const seconds = (until - this.#startedAt - BURST_MS) / 1000;
    return this.#total - this.#burst + this.#largest < seconds * SLOW_BELOW;
  }
}
