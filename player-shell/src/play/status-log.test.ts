import { describe, expect, test } from 'vitest';
import { playerError, type PlayerSnapshot } from '@stationhouse/sdk/shell';
import { snapshotWith } from '../../../sdk/test/fake-player.ts';
import { statusOf } from './player-status.ts';
import { createStatusLog } from './status-log.ts';
import { watchTime } from './time-watch.ts';

function logAt() {
  let at = 0;
  const log = createStatusLog(() => at);
  const report = () => {
    const { until: _, ...told } = log.report();
    return told;
  };
  return { log, report, pass: (seconds: number) => (at += seconds * 1_000) };
}

describe('the log of a player', () => {
  test('reports the status and the changes since the last answered report', () => {
    const { log, report, pass } = logAt();
    pass(2);
    log.set('playing');
    pass(3);
    expect(report()).toEqual({
      status: 'playing',
      running_seconds: 5,
      changes: [{ status: 'playing', seconds_ago: 3 }],
    });
    const { until } = log.report();
    pass(1);
    log.set('muted');
    log.answered(until);
    pass(1);
    expect(report().changes).toEqual([{ status: 'muted', seconds_ago: 1 }]);
  });

  test('keeps its changes while no report is answered, the newest 300 of 26 hours', () => {
    const { log, report, pass } = logAt();
    log.set('playing');
    for (let count = 0; count < 400; count += 1) {
      pass(1);
      log.set(count % 2 === 0 ? 'muted' : 'playing');
    }
    expect(report().changes).toHaveLength(300);
    pass(27 * 3_600);
    log.set('muted');
    expect(report().changes).toEqual([{ status: 'muted', seconds_ago: 0 }]);
  });

  test('says nothing of music that waited for a moment, and when longer waits began', () => {
    const { log, report, pass } = logAt();
    log.set('reserve');
    for (const status of ['stalled', 'stalled', 'reserve', 'stalled', 'stalled'] as const) {
      pass(1);
      log.set(status);
    }
    expect(report().changes).toEqual([{ status: 'reserve', seconds_ago: 5 }]);
    pass(1);
    log.set('stalled');
    expect(report().changes).toEqual([
      { status: 'reserve', seconds_ago: 6 },
      { status: 'stalled', seconds_ago: 2 },
    ]);
  });

  test('keeps the changes in order when one is noticed late', () => {
    const { log, report, pass } = logAt();
    pass(10);
    log.set('playing');
    pass(10);
    log.set('stalled', 5_000);
    expect(report().changes).toEqual([
      { status: 'playing', seconds_ago: 10 },
      { status: 'stalled', seconds_ago: 10 },
    ]);
  });

  test('counts as opened now after the machine has slept', () => {
    const { log, report, pass } = logAt();
    log.set('playing');
    pass(100);
    log.restart();
    pass(1);
    expect(report()).toEqual({ status: 'playing', running_seconds: 1, changes: [] });
  });
});

describe('the status of a player', () => {
  const blocked = playerError('autoplay_blocked');
  const lost = playerError('station_load_failed');
  test.each<[string, Partial<PlayerSnapshot>, string]>([
    ['plays', { state: 'playing' }, 'playing'],
    ['is muted', { state: 'playing', muted: true }, 'muted'],
    ['has no volume', { state: 'playing', volume: 0 }, 'muted'],
    ['waits for a tap', { state: 'error', error: blocked }, 'blocked'],
    ['has not begun', { state: 'idle' }, 'stalled'],
    ['loads', { state: 'loading' }, 'stalled'],
    ['reconnects', { state: 'reconnecting' }, 'stalled'],
    ['could not load its station', { state: 'stopped', error: lost }, 'stalled'],
    ['was paused', { state: 'paused' }, 'silent'],
    ['was stopped', { state: 'stopped' }, 'silent'],
  ])('which %s', (_, changes, status) => {
    const snapshot = snapshotWith(changes);
    expect(statusOf({ isOpen: true, snapshot, isOnReserve: false })).toBe(status);
    expect(statusOf({ isOpen: false, snapshot, isOnReserve: false })).toBe('closed');
  });

  test('which plays with its line cut is on reserve', () => {
    const snapshot = snapshotWith({ state: 'playing' });
    expect(statusOf({ isOpen: true, snapshot, isOnReserve: true })).toBe('reserve');
  });
});

describe('timers that had stopped', () => {
  function watched() {
    const at = { now: 0, wall: 0, position: 0 };
    const told: [string, number][] = [];
    const look = watchTime({
      now: () => at.now,
      wall: () => at.wall,
      position: () => at.position,
      onStalled: (when) => void told.push(['stalled', when]),
      onSlept: () => void told.push(['slept', at.now]),
    });
    const pass = (now: number, { wall = now, played }: { wall?: number; played: number }) => {
      at.now += now * 1_000;
      at.wall += wall * 1_000;
      at.position += played;
      look();
    };
    return { told, pass };
  }

  test('are noticed by the sound that did not advance', () => {
    const { told, pass } = watched();
    pass(1, { played: 1 });
    pass(60, { played: 4 });
    expect(told).toEqual([['stalled', 5_000]]);
  });

  test('do no harm while the sound advanced', () => {
    const { told, pass } = watched();
    pass(60, { played: 58 });
    pass(1, { played: 0 });
    expect(told).toEqual([]);
  });

  test('say nothing of a machine that slept', () => {
    const { told, pass } = watched();
    pass(1, { wall: 3_600, played: 0 });
    expect(told).toEqual([['slept', 1_000]]);
  });
});
