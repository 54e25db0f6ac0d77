/**
 * The highest drift between two clocks: 100 ms in 1000 s, twice that of quartz crystals. Without it the
 * estimate could never decrease.
 */
const DRIFT = 1e-4;

/**
 * When the device's clock jumps, or the machine sleeps, by more than this, in ms, the estimate is
 * discarded.
 */
const STEP_MS = 2_000;

/** The server's time. The device's own clock may be wrong by hours. */
export interface ServerClock {
  /** Reports a time from the server, in epoch ms, that was true now or a moment ago. */
  observe(time: number): void;
  /** The server's time at a moment of `performance.now()`; null: unknown. */
  at(moment: number): number | null;
}

/**
 * Each time from the server is slightly old when it arrives. So the estimate is never ahead, and the latest
 * possible time is the best.
 */
export function createServerClock(): ServerClock {
  let lead = -Infinity;
  let observedAt = 0;
  let skew = 0;

  /** `performance.now()` may stop while a machine sleeps; the wall clock does not. */
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
      // An answer without a time gives NaN, which says nothing.
      lead = Math.max(lead - (now - observedAt) * DRIFT, time - now || -Infinity);
      observedAt = now;
    },
    at(moment) {
      steadyNow();
      return lead === -Infinity ? null : lead + moment;
    },
  };
}
