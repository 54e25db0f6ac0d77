import { playerError, type PlayerSnapshot } from '@stationhouse/sdk/shell';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { snapshotWith } from '../../../sdk/test/fake-player.ts';
import { playWhileOpen } from './play-while-open.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

function shop(first: Partial<PlayerSnapshot>) {
  const asked: string[] = [];
  const now = { isOpen: true, isReady: true, snapshot: snapshotWith(first) };
  const follow = playWhileOpen(
    {
      play: async () => void asked.push('play'),
      stop: () => void asked.push('stop'),
      snapshot: () => now.snapshot,
    },
    { isWanted: () => now.isOpen, isReady: () => now.isReady },
  );
  const become = (changes: Partial<PlayerSnapshot>, isOpen = now.isOpen) => {
    Object.assign(now, { isOpen, snapshot: { ...now.snapshot, ...changes } });
    follow();
    return asked.splice(0);
  };
  return become;
}

test('plays while the location is open, and stops when it closes', () => {
  const become = shop({ state: 'idle' });
  expect(become({})).toEqual(['play']);
  expect(become({ state: 'playing' })).toEqual([]);
  expect(become({}, false)).toEqual(['stop']);
  expect(become({ state: 'stopped' })).toEqual([]);
  expect(become({}, true)).toEqual(['play']);
});

test('plays again a minute after somebody has paused it', () => {
  const become = shop({ state: 'playing' });
  expect(become({ state: 'paused' })).toEqual([]);
  vi.advanceTimersByTime(59_000);
  expect(become({})).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(become({})).toEqual(['play']);
});

test('waits for the tap that the browser requires', () => {
  const become = shop({ state: 'error', error: playerError('autoplay_blocked') });
  vi.advanceTimersByTime(3_600_000);
  expect(become({})).toEqual([]);
});

test('plays once a station that was off air is back', () => {
  const error = playerError('station_not_found');
  const become = shop({ state: 'error', load: 'missing', error });
  expect(become({})).toEqual([]);
  expect(become({ state: 'idle', load: 'loaded', error: null })).toEqual(['play']);
});
