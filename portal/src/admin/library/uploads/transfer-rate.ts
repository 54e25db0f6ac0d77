/** The rate is an average over this time, in ms. */
const WINDOW_MS = 15_000;

/** An estimate needs this much time, in ms. */
const MIN_MS = 2_000;

/** How fast bytes have moved in the last seconds. */
export class TransferRate {
  #samples: { at: number; bytes: number }[] = [];
  #since = 0;

  add(bytes: number): void {
    const at = performance.now();
    if (this.#samples.length === 0) this.#since = at;
    this.#samples.push({ at, bytes });
  }

  clear(): void {
    this.#samples = [];
  }

  /** Bytes per second; null while there is too little to tell. */
  perSecond(): number | null {
    const now = performance.now();
    const from = Math.max(this.#since, now - WINDOW_MS);
    this.#samples = this.#samples.filter(({ at }) => at >= from);
    const bytes = this.#samples.reduce((sum, sample) => sum + sample.bytes, 0);
    return now - from < MIN_MS || bytes === 0 ? null : (bytes / (now - from)) * 1_000;
  }
}

/** The time left in words: 'about 4 minutes left'. */
export function timeLeft(bytes: number, perSecond: number): string {
  const minutes = bytes / perSecond / 60;
  if (minutes < 1) return 'less than a minute left';
  if (minutes < 60) return about(minutes, 'minute');
  return about(minutes / 60, 'hour');
}

function about(count: number, unit: string): string {
  const whole = Math.round(count);
  return `about ${whole} ${unit}${whole === 1 ? '' : 's'} left`;
}
