import { describe, expect, it } from 'vitest';
import type { NowPlaying, Track } from '../client/generated/types.gen.ts';
import {
  mergeTracks,
  nextChangeAt,
  tracksAround,
  type Timeline,
  type Tracks,
} from './track-timeline.ts';

const START = Date.parse('2026-11-21T12:00:00.000Z');

/** A track that begins so many seconds after noon; without a number its start is unknown. */
const track = (title: string, at?: number): Track => ({
  title,
  artist: 'Ensemble',
  cover: 'https://radio.test/cover.png',
  ...(at !== undefined && { started_at: new Date(START + at * 1000).toISOString() }),
});

const answer = (previous: Track | null, current: Track | null, next: Track | null): NowPlaying => ({
  previous,
  current,
  next,
  updated_at: new Date(START).toISOString(),
  stale: false,
});

const timelineOf = (...answers: NowPlaying[]): Timeline => {
  const [first, ...others] = answers;
  if (!first) throw new Error('a timeline begins with an answer');
  return others.reduce(mergeTracks, mergeTracks(null, first));
};

const titles = ({ previous, current, next }: Tracks) =>
  [previous, current, next].map((shown) => shown?.title ?? null);
const heard = (timeline: Timeline, at: number | null) =>
  titles(tracksAround(timeline, at === null ? null : START + at * 1000));

const [a, b, c, d] = [track('A', -60), track('B', 0), track('C', 60), track('D', 120)];

describe('a listener five seconds behind the clock', () => {
  const timeline = timelineOf(answer(a, b, c), answer(b, c, d));

  it.each([
    [-61, [null, 'A', 'B'], 'the first that is known'],
    [-60, [null, 'A', 'B'], 'the first that is known'],
    [-0.001, [null, 'A', 'B'], 'what is heard, though the next has begun on the clock'],
    [0, ['A', 'B', 'C'], 'the next at the moment at which it is heard'],
    [59.999, ['A', 'B', 'C'], 'no title before it is heard'],
    [60, ['B', 'C', 'D'], 'the last answer when that is heard'],
    [120, ['C', 'D', null], 'what was announced, when no newer answer has come'],
  ])('at %d s sees %j: %s', (at, expected) => {
    // Before all known tracks, only the last answer is left.
    expect(heard(timeline, at)).toEqual(at < -60 ? ['B', 'C', 'D'] : expected);
  });

  it.each([
    [-70, -60],
    [-60, 0],
    [59, 60],
    [60, 120],
  ])('at %d s waits for the change at %d s', (at, change) => {
    expect(nextChangeAt(timeline, START + at * 1000)).toBe(START + change * 1000);
  });

  it('waits for nothing after the last known track', () => {
    expect(nextChangeAt(timeline, START + 120_000)).toBeNaN();
  });
});

describe('a radio ID between two songs', () => {
  const id: Track = { ...track('Counting House Radio', 60), kind: 'radio_id' };
  const later = track('D', 70);
  const timeline = timelineOf(answer(a, b, later), answer(b, id, later), answer(b, later, null));

  it.each([
    [59.999, ['A', 'B', 'D']],
    [60, ['B', 'Counting House Radio', 'D']],
    [69.999, ['B', 'Counting House Radio', 'D']],
    [70, ['B', 'D', null]],
  ])('at %d s shows %j: it is never a neighbour', (at, expected) => {
    expect(heard(timeline, at)).toEqual(expected);
  });
});

describe('a listener whose position is unknown', () => {
  it('sees the last answer unchanged', () => {
    expect(heard(timelineOf(answer(a, b, c), answer(b, c, d)), null)).toEqual(['B', 'C', 'D']);
  });
});

describe('a source without start times', () => {
  it('is shown as it answers', () => {
    const timeline = timelineOf(answer(track('X'), track('Y'), track('Z')));
    expect(heard(timeline, 30)).toEqual(['X', 'Y', 'Z']);
    expect(nextChangeAt(timeline, START)).toBeNaN();
  });

  it('is shown as it answers although it had start times before', () => {
    const timeline = timelineOf(answer(a, b, c), answer(null, track('Unknown Title'), null));
    expect(heard(timeline, 5)).toEqual([null, 'Unknown Title', null]);
  });

  it('may have one for the current track only: its neighbours are shown beside it', () => {
    const timeline = timelineOf(answer(track('X'), b, track('Z')));
    expect(heard(timeline, 5)).toEqual(['X', 'B', 'Z']);
  });

  it('may send an invalid time', () => {
    const timeline = timelineOf(answer(null, { ...b, started_at: 'soon' }, null));
    expect(heard(timeline, 5)).toEqual([null, 'B', null]);
  });
});

describe('successive answers', () => {
  it('correct earlier announcements', () => {
    const late = track('C', 63);
    const timeline = timelineOf(answer(a, b, c), answer(b, late, d));
    expect(heard(timeline, 61)).toEqual(['A', 'B', 'C']);
    expect(tracksAround(timeline, START + 61_000).next).toBe(late);
    expect(heard(timeline, 63)).toEqual(['B', 'C', 'D']);
  });

  it('change nothing when they are the same', () => {
    const once = timelineOf(answer(a, b, c));
    expect(mergeTracks(once, answer(a, b, c))).toEqual(once);
  });

  it('leave a dozen tracks at most, however long a wall screen runs', () => {
    let timeline = timelineOf(answer(a, b, c));
    for (let index = 1; index < 500; index++) {
      const at = index * 60;
      timeline = mergeTracks(
        timeline,
        answer(
          track(`${index - 1}`, at - 60),
          track(`${index}`, at),
          track(`${index + 1}`, at + 60),
        ),
      );
    }
    expect(timeline.tracks).toHaveLength(12);
    expect(heard(timeline, 499 * 60 - 5)).toEqual(['497', '498', '499']);
  });
});
