/** The result of one round of load. */
export interface Load {
  answers: number;
  /** Until the last response arrived. */
  seconds: number;
  /** The 99th percentile of the response times. */
  p99Ms: number;
}

/** Lets each client send its next request as soon as it has a response, for `ms`. */
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
