/** The time in epoch ms, finer than `Date.now()`: the one clock that processes and pages share. */
export const epochMs = (): number => performance.timeOrigin + performance.now();
