import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reconnectDelay } from './reconnect-delay.ts';

it.each([
  [0, 1_000],
  [1, 2_000],
  [2, 5_000],
  [3, 10_000],
  [4, 10_000],
  [1_000, 10_000],
])('try %i waits %i ms on average, from nothing to twice that', (attempt, delay) => {
  const random = vi.spyOn(Math, 'random');
  expect(random.mockReturnValue(0) && reconnectDelay(attempt)).toBe(0);
  expect(random.mockReturnValue(0.5) && reconnectDelay(attempt)).toBe(delay);
  expect(random.mockReturnValue(1) && reconnectDelay(attempt)).toBe(2 * delay);
});

it('the delays continue from the list, slowly longer, up to the given longest', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const seconds = Array.from({ length: 12 }, (_, attempt) => reconnectDelay(attempt, 30) / 1000);
  expect(seconds).toEqual([1, 2, 5, 10, 12, 15, 18, 21, 24, 27, 30, 30]);
});

/**
 * How many of 100,000 players that lose one server at once reach it in each tenth of a second. It rejects
 * them at once, which brings them back soonest, until it is up again; then it accepts all.
 */
function requestsPerTenth(backAfterSeconds: number): number[] {
  const tenths: number[] = [];
  for (let player = 0; player < 100_000; player++) {
    let at = 0;
    for (let attempt = 0; attempt === 0 || at < backAfterSeconds * 1000; attempt++) {
      at += reconnectDelay(attempt, 30);
      const tenth = Math.floor(at / 100);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
  }
  return Array.from(tenths, (count = 0) => count);
}

describe('100,000 players that lose one server at once', () => {
  const { random } = Math;
  beforeEach(() => {
    // Deterministic random numbers (the generator of Numerical Recipes); a spy would be slow.
    let seed = 1;
    Math.random = () => (seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
  });
  afterEach(() => {
    Math.random = random;
  });

  // Spread over two seconds they are 5,000 at a time. Eight processes with Node's backlog of 511
  // connections each accept that, and TCP retries the rest.
  it('make at most 5,500 requests per tenth of a second when it is back at once', () => {
    expect(Math.max(...requestsPerTenth(0))).toBeLessThan(5_500);
  });

  // Second tries come on top of the first ones. Rejecting them is cheap for a server.
  it('make at most 8,000 requests per tenth of a second while it rejects them, and 600 when it is back', () => {
    const tenths = requestsPerTenth(60);
    expect(Math.max(...tenths)).toBeLessThan(8_000);
    const found = tenths.slice(600);
    expect(Math.max(...found)).toBeLessThan(600);
    expect(found.length).toBeLessThanOrEqual(600);
  });
});
