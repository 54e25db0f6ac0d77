import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  airedIn,
  anyStation,
  dayWith,
  daysOf,
  everyTenMinutes,
  isBy,
  JANUARY,
  news,
  radioIds,
  revisionOf,
  testItem,
  testMusic,
  testSchedule,
  unitOf,
  type TestStation,
} from '../../test/schedules.ts';
import {
  dueUnits,
  expectDueMoments,
  expectNextEnd,
  expectNoGaps,
  expectSeparation,
} from '../../test/timeline-promises.ts';
import {
  airingsBetween,
  DAY_UNITS,
  dayOfUnit,
  firstUnitFrom,
  unitAt,
  type Airing,
  type MissedItem,
} from './airing.ts';
import { computeDay } from './compute-day.ts';
import type { TimelineDay } from './day.ts';
import type { Insertion } from './schedule.ts';

/** All properties see the same stations, so that each day is computed once. fast-check prints the seed of a failure. */
const SEED = fc.sample(fc.nat(), 1)[0] ?? 0;
const DAYS = 3;
const computedDays = new Map<string, TimelineDay[]>();

function daysOfStation(station: TestStation): TimelineDay[] {
  const { items, ...rules } = station.schedule;
  const key = JSON.stringify([station.startsAt, items.length, rules]);
  const days = computedDays.get(key) ?? [...daysOf({ revisions: [revisionOf(station)] }, DAYS)];
  computedDays.set(key, days);
  return days;
}

/** Runs a property on random stations. Few, because each has three days. */
const forStations = (check: (station: TestStation, aired: Aired) => void, runs = 10): void =>
  fc.assert(
    fc.property(anyStation, (station) => {
      const days = daysOfStation(station);
      const airings = days.flatMap((one) => one.airings);
      check(station, { days, airings, missed: days.flatMap((one) => one.missed) });
    }),
    { numRuns: runs, seed: SEED },
  );

interface Aired {
  days: TimelineDay[];
  airings: Airing[];
  missed: MissedItem[];
}

describe('A day of any station', () => {
  it('follows the day before without a gap and belongs to the units of its items’ starts', () => {
    forStations((station, { days, airings }) => {
      expectNoGaps(airings);
      for (const { day: number, airings: ofDay } of days) {
        expect(ofDay.every(({ starts_unit }) => dayOfUnit(starts_unit) === number)).toBe(true);
      }
      expect(airings[0]?.starts_unit).toBe(firstUnitFrom(station.startsAt + 30_000));
    });
  });

  it('keeps titles and artists apart, over day parts, bags and midnights', () => {
    forStations(({ schedule }, { airings }) => expectSeparation(airings, schedule));
  });

  it('airs what is due at multiples of the local clock, or says why not', () => {
    forStations(({ schedule }, { airings, missed }) => {
      const from = airings[0]?.starts_unit ?? 0;
      const to = airings.at(-1)?.ends_unit ?? 0;
      for (const [kind, rule] of [
        ['radio_id', schedule.radio_ids],
        ['break', schedule.breaks],
      ] as const) {
        if (rule === null) continue;
        const wanted = dueUnits(schedule, rule.every_minutes, from, to);
        expectDueMoments(kind, wanted, airings, missed);
      }
    });
  });

  it('airs what is due at the next end of an item, in the order of decisions', () => {
    forStations(({ schedule }, { airings }) => expectNextEnd(airings, schedule));
  });

  it('airs hard items exactly at their minute', () => {
    forStations((_, { airings }) => {
      const late = airings.filter(
        ({ rule, starts_unit }) =>
          rule.kind === 'fixed_item' && rule.is_hard && rule.due_unit !== starts_unit,
      );
      expect(late).toEqual([]);
    });
  });

  it('rotates radio IDs and spots fairly, and never repeats one where there are two', () => {
    forStations(({ schedule }, { airings }) => {
      for (const [kind, rule] of [
        ['radio_id', schedule.radio_ids],
        ['break', schedule.breaks],
      ] as const) {
        const ids = airings.filter(isBy(kind)).map(({ item }) => item.id);
        if (!rule || rule.items.length < 2) continue;
        expect(ids.filter((id, index) => id === ids[index - 1])).toEqual([]);
        const plays = rule.items.map((item) => ids.filter((id) => id === item).length);
        expect(Math.max(...plays) - Math.min(...plays)).toBeLessThanOrEqual(2);
      }
    });
  });

  it('is the same whatever the order of the inputs, and however a database keeps the state', () => {
    forStations((station) => {
      const { schedule } = station;
      const revisions = [0, 1, 2].map((hours) =>
        revisionOf(
          {
            startsAt: station.startsAt + hours * 3_600_000,
            schedule: { ...schedule, seed: hours },
          },
          { id: `revision ${hours}` },
        ),
      );
      const insertions = [0, 1, 2, 3].map((index): Insertion => ({
        id: `insertion ${index}`,
        committed_at: station.startsAt + (index % 2) * 7_000_000,
        kind: 'item',
        item: news,
      }));
      const hashes = [...daysOf({ revisions, insertions }, 3)].map(({ hash }) => hash);
      const other = { revisions: revisions.toReversed(), insertions: insertions.toReversed() };
      let state = null;
      const again: string[] = [];
      for (const { day: number } of daysOf(other, 3)) {
        const computed = computeDay({ day: number, state, ...other });
        again.push(computed.hash);
        state = sortedKeys(computed.end) as typeof computed.end;
      }
      expect(again).toEqual(hashes);
    }, 4);
  });

  it('is decided without a clock, a locale or chance', () => {
    const folder = new URL('.', import.meta.url);
    const sources = readdirSync(folder).filter((name) => !name.includes('.test.'));
    expect(sources.length).toBeGreaterThan(10);
    const impure = sources.filter((name) =>
      /\bDate\b|Math\.random|toLocale|\bIntl\b|performance\.|localeCompare/.test(
        readFileSync(new URL(name, folder), 'utf8'),
      ),
    );
    expect(impure).toEqual([]);
  });

  it('leaves a state under 4 KB, with 24 hours of titles', () => {
    const schedule = testSchedule(testMusic('m', 1_000, 200), {
      separation: { title_hours: 24, artist_tracks: 50 },
      items: radioIds,
      radio_ids: everyTenMinutes,
    });
    for (const { end } of daysOf({ revisions: [revisionOf({ startsAt: JANUARY, schedule })] }, 4)) {
      expect(JSON.stringify(end).length).toBeLessThan(4_096);
    }
  });
});

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, sortedKeys(part)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? 1 : -1)));
}

describe('A day', () => {
  it('is empty before the first revision is in force', () => {
    const schedule = testSchedule(testMusic('m', 10, 10));
    const revisions = [revisionOf({ startsAt: JANUARY, schedule })];
    const number = dayOfUnit(unitAt(JANUARY));
    const inputs = { state: null, revisions, insertions: [] };
    expect(computeDay({ ...inputs, day: number - 1 })).toMatchObject({ airings: [], end: null });
    expect(() => computeDay({ ...inputs, day: number + 1 })).toThrow('the state of the day before');
    const { end } = computeDay({ ...inputs, day: number });
    expect(() => computeDay({ ...inputs, state: end, day: number, revisions: [] })).toThrow(
      'missing',
    );
  });

  it('is empty while an item of the day before runs, and the next one continues', () => {
    const mix = testItem('music', 'mix', 3 * DAY_UNITS);
    const schedule = testSchedule([mix]);
    const computed = [...daysOf({ revisions: [revisionOf({ startsAt: JANUARY, schedule })] }, 4)];
    expect(computed.map(({ airings }) => airings.length)).toEqual([1, 0, 0, 1]);
  });

  it('of a station with 100,000 tracks is computed', () => {
    const schedule = testSchedule(testMusic('m', 100_000, 4_000), {
      separation: { title_hours: 24, artist_tracks: 50 },
      items: radioIds,
      radio_ids: everyTenMinutes,
    });
    const { airings } = airedIn({ revisions: [revisionOf({ startsAt: JANUARY, schedule })] }, 2);
    expectSeparation(airings, schedule);
    expect(new Set(airings.map(({ item }) => item.id)).size).toBeGreaterThan(700);
  });

  it('is searched for the airings that overlap a time', () => {
    const { airings } = dayWith({});
    fc.assert(
      fc.property(fc.nat(DAY_UNITS), fc.nat(5_000), (start, length) => {
        const from = unitOf('2026-01-12T00:00:00Z') + start;
        const to = from + length;
        expect(airingsBetween(airings, from, to)).toEqual(
          airings.filter((one) => one.ends_unit > from && one.starts_unit < to),
        );
      }),
      { numRuns: 50 },
    );
  });
});
