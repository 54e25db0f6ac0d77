import { describe, expect, it } from 'vitest';
import { addReport, type PlayerReport, type PlayerState } from './player-report.ts';

/** Seconds as ms, so that times read as seconds of a clock. */
const s = (seconds: number) => seconds * 1_000;

/** A player that has played since second 0 and reported last at a second. */
const playing = (reported: number): PlayerState => ({
  status: 'playing',
  since: 0,
  reported: s(reported),
});

function after(before: PlayerState | null, report: PlayerReport, at: number) {
  const { over, state, soundAt } = addReport(before, report, s(at));
  return {
    over: over.map(({ status, from, to }) => `${status} ${from / 1_000}–${to / 1_000}`),
    now: `${state.status} since ${state.since / 1_000}`,
    soundAt: soundAt === null ? null : soundAt / 1_000,
  };
}

describe('a report of a player', () => {
  it('that is the same again changes only when it was heard last', () => {
    const report: PlayerReport = { status: 'playing', running_seconds: 9_000 };
    expect(after(playing(1_000), report, 1_030)).toEqual({
      over: [],
      now: 'playing since 0',
      soundAt: 1_030,
    });
  });

  it('says itself what it did while its line was cut', () => {
    const report: PlayerReport = {
      status: 'playing',
      running_seconds: 9_000,
      changes: [
        { status: 'reserve', seconds_ago: 590 },
        { status: 'playing', seconds_ago: 5 },
      ],
    };
    expect(after(playing(1_000), report, 1_600)).toEqual({
      over: ['playing 0–1010', 'reserve 1010–1595'],
      now: 'playing since 1595',
      soundAt: 1_600,
    });
  });

  it('of a page that was opened anew shows the time before as offline', () => {
    const report: PlayerReport = {
      status: 'playing',
      running_seconds: 4,
      changes: [{ status: 'playing', seconds_ago: 2 }],
    };
    expect(after(playing(1_000), report, 1_600)).toEqual({
      over: ['playing 0–1015', 'offline 1015–1598'],
      now: 'playing since 1598',
      soundAt: 1_600,
    });
  });

  it('with times of a wrong clock stays between the reports', () => {
    const report: PlayerReport = {
      status: 'muted',
      running_seconds: 1e9,
      changes: [
        { status: 'silent', seconds_ago: 31_536_000 },
        { status: 'muted', seconds_ago: 0 },
      ],
    };
    expect(after(playing(1_000), report, 1_030)).toEqual({
      over: ['playing 0–1000', 'silent 1000–1030'],
      now: 'muted since 1030',
      soundAt: 1_000,
    });
  });

  it('that is the first begins with it', () => {
    const report: PlayerReport = { status: 'blocked', running_seconds: 3 };
    expect(after(null, report, 500_000)).toEqual({
      over: [],
      now: 'blocked since 499997',
      soundAt: null,
    });
  });

  it('counts sound that has ended since', () => {
    const report: PlayerReport = {
      status: 'stalled',
      running_seconds: 9_000,
      changes: [{ status: 'stalled', seconds_ago: 12 }],
    };
    expect(after(playing(1_000), report, 1_030).soundAt).toBe(1_018);
  });
});
