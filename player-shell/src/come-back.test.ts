import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakePlayer, snapshotWith } from '../../sdk/test/fake-player.ts';
import type { Player, PlayerSnapshot } from '@stationhouse/sdk/shell';
import { calmWhileMissing, comeBack } from './come-back.ts';

const LOADED = snapshotWith();
const PLAYING = snapshotWith({ state: 'playing' });
const MISSING = snapshotWith({ load: 'missing', station: null });
const LOADING = snapshotWith({ load: 'loading', station: null });

/** Longer than any wait between two questions, in ms. */
const LONG = 80_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A player that says what it is told to say. */
function follow(first: PlayerSnapshot) {
  const subscribers = new Set<() => void>();
  let snapshot = first;
  const { asked, ...controls } = fakePlayer();
  const player: Player = {
    ...controls,
    stop: () => undefined,
    volume: 1,
    destroy: () => undefined,
    snapshot: () => snapshot,
    subscribe(changed) {
      subscribers.add(changed);
      return () => subscribers.delete(changed);
    },
  };
  comeBack(player);
  return {
    asked,
    becomes(next: PlayerSnapshot) {
      snapshot = next;
      for (const changed of subscribers) changed();
    },
  };
}

test('a station that went off air while it played is asked for again, and plays on', () => {
  const { asked, becomes } = follow(PLAYING);
  becomes(PLAYING);
  becomes(MISSING);
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(LONG);
  expect(asked).toEqual(['retry']);
  becomes(LOADING);
  becomes(MISSING);
  vi.advanceTimersByTime(LONG);
  expect(asked).toEqual(['retry', 'retry']);
  becomes(PLAYING);
  vi.advanceTimersByTime(10 * LONG);
  expect(asked).toHaveLength(2);
});

test('a station that was silent comes back silent', () => {
  const { asked, becomes } = follow(LOADED);
  becomes(LOADED);
  becomes(MISSING);
  vi.advanceTimersByTime(LONG);
  expect(asked).toEqual(['retry', 'pause']);
});

test('a station that is off air is asked for as soon as somebody looks', () => {
  const { asked, becomes } = follow(LOADED);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toEqual([]);
  becomes(MISSING);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(asked).toEqual(['retry', 'pause']);
});

test('what is asked for again by itself is not announced each time', () => {
  const calm = calmWhileMissing(MISSING);
  expect(calm(LOADING)).toBe(MISSING);
  expect(calm(MISSING)).toBe(MISSING);
  expect(calm(PLAYING)).toBe(PLAYING);
  expect(calm(LOADING)).toBe(LOADING);
});
