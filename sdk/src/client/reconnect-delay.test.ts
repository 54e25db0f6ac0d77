import { expect, it, vi } from 'vitest';
import { reconnectDelay } from './reconnect-delay.ts';

it.each([
  [0, 1_000],
  [1, 2_000],
  [2, 5_000],
  [3, 10_000],
  [4, 10_000],
  [1_000, 10_000],
])('try %i waits %i ms, give or take a fifth', (attempt, delay) => {
  const random = vi.spyOn(Math, 'random');
  expect(random.mockReturnValue(0) && reconnectDelay(attempt)).toBeCloseTo(delay * 0.8);
  expect(random.mockReturnValue(1) && reconnectDelay(attempt)).toBeCloseTo(delay * 1.2);
});
