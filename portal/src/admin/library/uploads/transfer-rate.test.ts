import { expect, it, vi } from 'vitest';
import { timeLeft, TransferRate } from './transfer-rate.ts';

it('a rate is an average over the last seconds', () => {
  vi.useFakeTimers();
  const rate = new TransferRate();
  expect(rate.perSecond()).toBeNull();
  for (let second = 0; second < 60; second += 1) {
    rate.add(second < 30 ? 5_000 : 1_000);
    vi.advanceTimersByTime(1_000);
  }
  expect(rate.perSecond()).toBeCloseTo(1_000, -2);
  // The line is cut.
  vi.advanceTimersByTime(20_000);
  expect(rate.perSecond()).toBeNull();
  vi.useRealTimers();
});

it.each([
  [20, 'less than a minute left'],
  [65, 'about 1 minute left'],
  [600, 'about 10 minutes left'],
  [7_300, 'about 2 hours left'],
])('%d seconds are %s', (seconds, words) => {
  expect(timeLeft(seconds * 1_000, 1_000)).toBe(words);
});
