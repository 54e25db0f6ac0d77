import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlayerSnapshot, WallMessage } from '@stationhouse/sdk/shell';
import { snapshotWith, TRACKS } from '../../../sdk/test/fake-player.ts';
import { dueMessage, followSongs } from './wall-message.ts';

const MESSAGE: WallMessage = { text: 'Soup: leek', shown: 'always', from: null, until: null };
const ZONE = 'Asia/Tokyo';

/** Whether the message is shown at a time in Tokyo, nine hours before UTC. */
function isShownAt(time: string, changes: Partial<WallMessage>, isBetween = false): boolean {
  const station = { wall_message: { ...MESSAGE, ...changes }, zone: ZONE };
  return dueMessage(station, { isBetween, time: new Date(`2026-11-22T${time}+09:00`) }) !== null;
}

describe('a message', () => {
  test('is shown all day without times', () => {
    expect(isShownAt('00:00:00', {})).toBe(true);
    expect(dueMessage({ wall_message: MESSAGE }, { isBetween: false, time: null })).toBe(MESSAGE);
  });

  test.each([
    {
      from: '11:30',
      until: '14:30',
      shown: ['11:30:00', '14:29:59'],
      not: ['11:29:59', '14:30:00'],
    },
    {
      from: '22:00',
      until: '02:00',
      shown: ['22:00:00', '01:59:59'],
      not: ['21:59:59', '02:00:00'],
    },
    { from: '17:00', until: null, shown: ['17:00:00', '23:59:59'], not: ['00:00:00', '16:59:59'] },
    { from: null, until: '11:00', shown: ['00:00:00', '10:59:59'], not: ['11:00:00', '23:59:59'] },
  ])('is shown from $from until $until in the station’s zone', ({ from, until, shown, not }) => {
    for (const time of shown)
      expect([time, isShownAt(time, { from, until })]).toEqual([time, true]);
    for (const time of not) expect([time, isShownAt(time, { from, until })]).toEqual([time, false]);
  });

  test('is not shown by the server before its time is known', () => {
    const station = { wall_message: { ...MESSAGE, from: '11:30' } };
    expect(dueMessage(station, { isBetween: false, time: null })).toBeNull();
  });

  test('waits for the end of a song, if it should', () => {
    expect(isShownAt('12:00:00', { shown: 'between_songs' })).toBe(false);
    expect(isShownAt('12:00:00', { shown: 'between_songs' }, true)).toBe(true);
    expect(isShownAt('12:00:00', { shown: 'between_songs', until: '11:00' }, true)).toBe(false);
  });
});

describe('the songs of a wall', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function wall(first: PlayerSnapshot['tracks'] = TRACKS) {
    let snapshot = snapshotWith({ tracks: first });
    let tell = () => undefined as void;
    const changed = vi.fn<() => void>();
    const player = {
      snapshot: () => snapshot,
      subscribe: (subscriber: () => void) => {
        tell = subscriber;
        return () => undefined;
      },
    };
    const isBetween = followSongs(player, changed);
    const become = (tracks: PlayerSnapshot['tracks']) => {
      snapshot = snapshotWith({ tracks });
      tell();
    };
    return { isBetween, become, changed };
  }

  test('leave room for a message for twenty seconds after each change', () => {
    const { isBetween, become, changed } = wall();
    expect(isBetween()).toBe(false);
    become({ ...TRACKS, current: TRACKS.next });
    expect(isBetween()).toBe(true);
    vi.advanceTimersByTime(19_999);
    expect([isBetween(), changed.mock.calls.length]).toEqual([true, 0]);
    vi.advanceTimersByTime(1);
    expect([isBetween(), changed.mock.calls.length]).toEqual([false, 1]);
  });

  test('do not change when they are only read again, or for the first time', () => {
    const { isBetween, become } = wall(null);
    become(TRACKS);
    become({ ...TRACKS, current: { ...TRACKS.current } });
    expect(isBetween()).toBe(false);
  });

  test('leave room while something else than a song airs', () => {
    const { isBetween, become } = wall();
    become({ ...TRACKS, current: { ...TRACKS.current, title: 'Demo Radio', kind: 'radio_id' } });
    vi.advanceTimersByTime(60_000);
    expect(isBetween()).toBe(true);
  });
});
