/** Timers that were late by more than this, in ms, have stopped: the tab was frozen. */
const FROZEN_MS = 5_000;

/** Sound that advanced for this part of the time has played meanwhile. */
const PLAYED_PART = 0.8;

export interface TimeWatchOptions {
  /** A monotonic clock in ms, and the clock of the device. */
  now: () => number;
  wall: () => number;
  /** The position of the sound, in seconds. */
  position: () => number;
  /** Timers had stopped, and so did the sound, at this moment. */
  onStalled: (at: number) => void;
  /** The machine has slept, which the monotonic clock may not count. */
  onSlept: () => void;
}

/**
 * Notices that timers had stopped, and whether the sound did, too.
 * @returns to be called every second
 */
export function watchTime({
  now,
  wall,
  position,
  onStalled,
  onSlept,
}: TimeWatchOptions): () => void {
  let last = { now: now(), wall: wall(), position: position() };
  return () => {
    const former = last;
    last = { now: now(), wall: wall(), position: position() };
    const passed = last.now - former.now;
    // A clock that is set does no harm: the server knows the last report.
    if (last.wall - former.wall - passed > FROZEN_MS) return onSlept();
    if (passed < FROZEN_MS) return;
    const played = Math.max(0, last.position - former.position) * 1_000;
    if (played < passed * PLAYED_PART) onStalled(former.now + played);
  };
}
