/**
 * The most that two clocks drift apart: 100 ms in 1000 s, twice what crystals do (ours). Without it an
 * estimate could never come down again.
 */
const DRIFT = 1e-4;

/** A step of the device's clock, or a sleep, of more than this, in ms, makes what we knew worthless. */
const STEP_MS = 2_000;

/** What time it is at the server. The device's own clock may be wrong by hours. */
export interface ServerClock {
  /** The server said that it was this time, in epoch ms, now or a little while ago. */
  observe(time: number): void;
  /** The server's time at a moment of `performance.now()`; null while nothing is known. */
  at(moment: number): number | null;
}

/**
 * Every word of the server about the time is a little old when it arrives, so the estimate is never
 * ahead of the truth, and the latest of them is the best.
 */
export function createServerClock(): ServerClock {
  let lead = -Infinity;
  let observedAt = 0;
  let skew = 0;

  /** `performance.now()` may stand still while a machine sleeps; the wall clock does not. */
  function steadyNow(): number {
    const now = performance.now();
    const skewNow = Date.now() - now;
    if (Math.abs(skewNow - skew) > STEP_MS) lead = -Infinity;
    skew = skewNow;
    return now;
  }

  return {
    observe(time) {
      const now = steadyNow();
      const known = lead - (now - observedAt) * DRIFT;
      // What is no number is no better.
      lead = time - now > known ? time - now : known;
      observedAt = now;
    },
    at(moment) {
      steadyNow();
      return lead === -Infinity ? null : lead + moment;
    },
  };
}
