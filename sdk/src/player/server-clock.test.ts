import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createServerClock, type ServerClock } from './server-clock.ts';

/** How far the device's clock is off: the server's is right. */
const WRONG_BY = -7 * 3_600_000;

let clock: ServerClock;
let trueTime: () => number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(Date.parse('2026-11-21T12:00:00.400Z') + WRONG_BY);
  const begun = performance.now();
  const epoch = Date.now() - WRONG_BY;
  trueTime = () => epoch + performance.now() - begun;
  clock = createServerClock();
});

afterEach(() => {
  vi.useRealTimers();
});

/** The error of the estimate in ms. Negative: it is behind the true time. */
const error = () => (clock.at(performance.now()) ?? Number.NaN) - trueTime();

it('knows nothing before the first time from the server', () => {
  expect(clock.at(performance.now())).toBeNull();
});

it("returns the server's time on a device whose clock is hours off", () => {
  clock.observe(trueTime());
  vi.advanceTimersByTime(90_000);
  expect(error()).toBeCloseTo(0);
});

it('returns the time of an earlier moment', () => {
  clock.observe(trueTime());
  const moment = performance.now();
  vi.advanceTimersByTime(5_000);
  expect(clock.at(moment)).toBeCloseTo(trueTime() - 5_000);
});

it('is never ahead, and improves with every better time', () => {
  for (const age of [1_900, 800, 2_500, 300, 1_000]) {
    vi.advanceTimersByTime(10_000);
    clock.observe(trueTime() - age);
    expect(error()).toBeLessThanOrEqual(0);
  }
  expect(error()).toBeGreaterThan(-305);
});

it('does not stay ahead when the device’s clock is slower than the server’s', () => {
  clock.observe(trueTime());
  // Over a week the device's clock gains 30 s: 50 ppm.
  const drift = 30_000;
  vi.advanceTimersByTime(7 * 86_400_000);
  clock.observe(trueTime() - drift);
  expect(error()).toBeLessThanOrEqual(-drift);
});

it('discards its estimate when the machine has slept', () => {
  clock.observe(trueTime());
  vi.setSystemTime(Date.now() + 3_600_000);
  expect(clock.at(performance.now())).toBeNull();
  clock.observe(trueTime() + 3_600_000);
  expect(error()).toBeCloseTo(3_600_000);
});

it('tolerates a clock that is adjusted gradually', () => {
  clock.observe(trueTime());
  for (let step = 0; step < 20; step++) {
    vi.advanceTimersByTime(10_000);
    vi.setSystemTime(Date.now() + 500);
    clock.observe(trueTime());
    expect(error()).toBeCloseTo(0);
  }
});

it('ignores an invalid time', () => {
  clock.observe(trueTime());
  clock.observe(Number.NaN);
  expect(error()).toBeCloseTo(0);
});
