import { playerError, type Player, type PlayerSnapshot } from '@stationhouse/sdk/shell';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { snapshotWith } from '../../../sdk/test/fake-player.ts';
import { steadySnapshot, keepPlaying } from './keep-playing.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A player whose state the test sets. */
function playerThat(first: Partial<PlayerSnapshot>) {
  let snapshot = snapshotWith(first);
  const asked: string[] = [];
  const subscribers: (() => void)[] = [];
  const become = (changes: Partial<PlayerSnapshot>) => {
    snapshot = { ...snapshot, ...changes };
    for (const changed of subscribers) changed();
  };
  const ask = (what: string, state: PlayerSnapshot['state']) => {
    asked.push(what);
    become({ state, error: null });
  };
  const player: Player = {
    play: async () => ask('play', 'loading'),
    retry: async () => ask('retry', 'loading'),
    pause: () => ask('pause', 'paused'),
    stop: () => ask('stop', 'stopped'),
    muted: false,
    volume: 1,
    snapshot: () => snapshot,
    subscribe: (changed) => {
      subscribers.push(changed);
      return () => undefined;
    },
    destroy: () => undefined,
  };
  return { player, asked, become };
}

const OFF_AIR = {
  load: 'missing',
  state: 'stopped',
  error: playerError('station_not_found'),
} as const;

describe('a wall', () => {
  test('plays automatically', () => {
    const { player, asked } = playerThat({ state: 'idle' });
    keepPlaying(player, true);
    expect(asked).toEqual(['play']);
  });

  test('plays as soon as a station that could not be loaded is there', () => {
    const error = playerError('station_load_failed');
    const { player, asked, become } = playerThat({ load: 'failed', state: 'error', error });
    keepPlaying(player, true);
    expect(asked).toEqual([]);
    become({ load: 'loaded', state: 'idle', error: null });
    expect(asked).toEqual(['play']);
  });

  test('waits for a press when the browser requires one', async () => {
    const error = playerError('autoplay_blocked');
    const { player, asked } = playerThat({ state: 'error', error });
    keepPlaying(player, true);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(asked).toEqual([]);
  });

  test('still wants music while its station is off air, and plays when it is back', () => {
    const { player, asked, become } = playerThat({ state: 'playing' });
    const isWanted = keepPlaying(player, true);
    become(OFF_AIR);
    expect(isWanted()).toBe(true);
    become({ load: 'loaded', state: 'idle', error: null });
    expect(asked).toEqual(['play']);
  });

  test('stays silent after a pause when the station is back', () => {
    const { player, asked, become } = playerThat({ state: 'playing' });
    const isWanted = keepPlaying(player, true);
    become({ state: 'paused' });
    become(OFF_AIR);
    become({ load: 'loaded', state: 'idle', error: null });
    expect(asked).toEqual([]);
    expect(isWanted()).toBe(false);
  });

  test('shows one steady state while it retries', () => {
    const onAir = snapshotWith({ state: 'playing' });
    const offAir = steadySnapshot(snapshotWith({ ...OFF_AIR, station: null }), onAir);
    expect(offAir).toMatchObject({ load: 'missing', station: onAir.station });
    const asking = snapshotWith({ load: 'loading', station: null, state: 'loading', error: null });
    expect(steadySnapshot(asking, offAir)).toMatchObject({
      load: 'missing',
      station: onAir.station,
      error: OFF_AIR.error,
    });
    expect(steadySnapshot(onAir, offAir)).toBe(onAir);
  });
});
