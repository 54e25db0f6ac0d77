/** Controls the page's own time from a page's script. The sound plays in real time. */
export interface FakeClock {
  /** Sets how fast the page's clocks and timers run: 60 is an hour in a minute. */
  pace(factor: number): void;
  /**
   * A sleep of the machine as the page sees it: no timer ran, and the wall clock has moved.
   * @param ownMs how far `performance.now()` has moved: not at all on some systems, as far on
   * others
   */
  sleep(wallMs: number, ownMs: number): void;
  /** Timers fire at most once in this many ms, as in a hidden tab; 0 ends it. */
  throttle(ms: number): void;
}

declare global {
  interface Window {
    __time: FakeClock;
  }
}

/**
 * Replaces a page's clocks and timers. Runs in the page before its own scripts, so it must not use
 * anything from outside.
 */
export function installFakeClock(): void {
  const real = {
    now: performance.now.bind(performance),
    date: Date.now,
    set: window.setTimeout.bind(window),
    clear: window.clearTimeout.bind(window),
  };
  interface Timer {
    due: number;
    every: number | null;
    run: () => void;
    handle: number;
  }
  const timers = new Map<number, Timer>();
  const wallAhead = real.date() - real.now();
  let nextId = 1;
  let factor = 1;
  let since = real.now();
  let elapsed = since;
  /** How far the wall clock has jumped ahead of the page's own, in ms. */
  let leapt = 0;
  let coarseness = 0;

  const now = () => elapsed + (real.now() - since) * factor;

  function arm(id: number, timer: Timer): void {
    real.clear(timer.handle);
    const wait = Math.max(0, timer.due - now(), coarseness);
    timer.handle = real.set(() => fire(id, timer), wait / factor);
  }

  function fire(id: number, timer: Timer): void {
    if (timer.every === null) timers.delete(id);
    else {
      timer.due = now() + timer.every;
      arm(id, timer);
    }
    timer.run();
  }

  function add(handler: TimerHandler, wait: number, repeats: boolean, rest: unknown[]): number {
    const id = nextId++;
    const ms = Math.max(0, Number(wait) || 0);
    const run = () => void (typeof handler === 'function' && Reflect.apply(handler, window, rest));
    const timer = { due: now() + ms, every: repeats ? Math.max(4, ms) : null, run, handle: 0 };
    timers.set(id, timer);
    arm(id, timer);
    return id;
  }

  function remove(id: number | undefined): void {
    const timer = timers.get(id ?? 0);
    if (timer) real.clear(timer.handle);
    timers.delete(id ?? 0);
  }

  function change(alter: () => void): void {
    elapsed = now();
    since = real.now();
    alter();
    for (const [id, timer] of timers) arm(id, timer);
  }

  Object.assign(window, {
    setTimeout: (handler: TimerHandler, wait = 0, ...rest: unknown[]) =>
      add(handler, wait, false, rest),
    setInterval: (handler: TimerHandler, wait = 0, ...rest: unknown[]) =>
      add(handler, wait, true, rest),
    clearTimeout: remove,
    clearInterval: remove,
  });
  performance.now = now;
  Date.now = () => Math.round(wallAhead + leapt + now());

  window.__time = {
    pace: (next) => change(() => (factor = next)),
    sleep: (wallMs, ownMs) =>
      change(() => {
        elapsed += ownMs;
        leapt += wallMs - ownMs;
        // Timers did not run, whatever the clocks say.
        for (const timer of timers.values()) timer.due += ownMs;
      }),
    throttle: (ms) => change(() => (coarseness = ms)),
  };
}
