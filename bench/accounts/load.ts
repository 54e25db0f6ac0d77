/** What one round of asking brought. */
export interface Load {
  answers: number;
  /** Until the last answer came. */
  seconds: number;
  /** 99 of a hundred answers came within this time. */
  p99Ms: number;
}

/** Has each of the askers ask again as soon as it has its answer, for a while. */
export async function keepAsking(askers: (() => Promise<void>)[], ms: number): Promise<Load> {
  const times: number[] = [];
  const began = performance.now();
  await Promise.all(
    askers.map(async (ask) => {
      for (let asked = began; asked < began + ms;) {
        await ask();
        const answered = performance.now();
        times.push(answered - asked);
        asked = answered;
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  times.sort((a, b) => a - b);
  const p99Ms = times[Math.ceil(times.length * 0.99) - 1] ?? NaN;
  return { answers: times.length, seconds, p99Ms };
}
