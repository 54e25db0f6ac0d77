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
  expectVoiceOvers,
} from '../../test/timeline-promises.ts';
import {
  airingsBetween,
  byStart,
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
      const voice_overs = days.flatMap((one) => one.voice_overs);
      check(station, { days, airings, voice_overs, missed: days.flatMap((one) => one.missed) });
    }),
    { numRuns: runs, seed: SEED },
  );

interface Aired {
  days: TimelineDay[];
  airings: Airing[];
  voice_overs: Airing[];
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
    forStations(({ schedule }, { airings, voice_overs, missed }) => {
      const from = airings[0]?.starts_unit ?? 0;
      const to = airings.at(-1)?.ends_unit ?? 0;
      for (const [kind, rule] of [
        ['radio_id', schedule.radio_ids],
        ['break', schedule.breaks],
      ] as const) {
        if (rule === null) continue;
        const wanted = dueUnits(schedule, rule.every_minutes, from, to);
        // The first item of a station is a radio ID at any time.
        expectDueMoments(kind, wanted, byStart(airings.slice(1), voice_overs), missed);
      }
    });
  });

  it('airs what is due at the next end of an item, in the order of decisions', () => {
    forStations(({ schedule }, { airings, voice_overs }) =>
      expectNextEnd(airings, schedule, voice_overs),
    );
  });

  it('speaks over songs alone, and lets no other speech begin meanwhile', () => {
    forStations((_, { airings, voice_overs }) => expectVoiceOvers(airings, voice_overs));
  });

  it('airs hard items exactly at their minute', () => {
    forStations((_, { airings, voice_overs }) => {
      const late = [...airings, ...voice_overs].filter(
        ({ rule, starts_unit }) =>
          rule.kind === 'fixed_item' && rule.is_hard && rule.due_unit !== starts_unit,
      );
      expect(late).toEqual([]);
    });
  });

  it('rotates radio IDs and spots fairly, and never repeats one where there are two', () => {
    forStations(({ schedule }, { airings, voice_overs }) => {
      for (const [kind, rule] of [
        ['radio_id', schedule.radio_ids],
        ['break', schedule.breaks],
      ] as const) {
        const ids = byStart(airings, voice_overs)
          .filter(isBy(kind))
          .map(({ item }) => item.id);
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

describe('A pause', () => {
  const HOURS = unitOf('2026-01-12T01:00:00Z') - unitOf('2026-01-12T00:00:00Z');
  const starts_unit = unitOf('2026-01-13T17:59:30Z');
  const ends_unit = unitOf('2026-01-15T09:00:00Z');
  const message = testItem('announcement', 'closed', 50);
  const schedule = testSchedule(testMusic('m', 400, 200), {
    items: [...radioIds, news],
    radio_ids: everyTenMinutes,
    fixed_items: [
      { id: 'noon', item_id: news.id, at: '12:00', days: [1, 2, 3, 4, 5, 6, 7], is_hard: true },
    ],
  });
  const inputs = { revisions: [revisionOf({ startsAt: JANUARY, schedule })] };
  const closed = (item: typeof message | null, insertions: Insertion[] = []) => {
    const pause = { id: 'pause', starts_unit, ends_unit, item, every_units: HOURS };
    const { airings, missed } = airedIn({ ...inputs, insertions, pauses: [pause] }, 5);
    const within = airings.filter((one) => one.rule.kind === 'pause');
    return { airings, missed, within };
  };

  it('is silent from its first unit to its last, fades out what is on air, and misses nothing', () => {
    const { airings, missed, within } = closed(null);
    expectNoGaps(airings);
    expect(within[0]?.starts_unit).toBe(starts_unit);
    expect(within.at(-1)?.ends_unit).toBe(ends_unit);
    expect(within.every(({ item }) => item.kind === 'pause')).toBe(true);
    const others = airings.filter((one) => one.rule.kind !== 'pause');
    const overlaps = (one: Airing) => one.ends_unit > starts_unit && one.starts_unit < ends_unit;
    expect(others.filter(overlaps)).toEqual([]);
    expect(others.find((one) => one.ends_unit === starts_unit)?.cut_by).toBe('pause');
    expect(missed.filter(({ due_unit }) => due_unit >= starts_unit)).toEqual([]);
    // The radio ID of nine o'clock airs first.
    expect(airings.find((one) => one.starts_unit === ends_unit)?.rule.kind).toBe('radio_id');
  });

  it('has its message at the start and at each multiple of its interval', () => {
    const { airings, within } = closed(message);
    expectNoGaps(airings);
    const said = within.filter(({ item }) => item.id === message.id);
    expect(said.map((one) => one.starts_unit).slice(0, 3)).toEqual([
      starts_unit,
      unitOf('2026-01-13T18:00:00Z') +
        (starts_unit + 50 > unitOf('2026-01-13T18:00:00Z') ? HOURS : 0),
      expect.any(Number),
    ]);
    const onTheHour = said.filter((one) => one.starts_unit % HOURS === 0);
    expect(onTheHour.length).toBeGreaterThanOrEqual(38);
    expect(onTheHour).toHaveLength(said.length - 1);
  });

  it('drops the insertions whose turn comes in it, also on the days after', () => {
    const insertion = (id: string, at: string): Insertion => ({
      id,
      committed_at: Date.parse(at) - 10_000,
      kind: 'item',
      item: news,
    });
    const { airings } = closed(null, [
      insertion('within', '2026-01-14T10:00:00Z'),
      insertion('in the last minute', '2026-01-15T08:59:59Z'),
      insertion('after', '2026-01-15T10:00:00Z'),
    ]);
    const aired = airings.flatMap(({ rule }) =>
      rule.kind === 'insertion' ? [rule.insertion_id] : [],
    );
    expect(aired).toEqual(['after']);
  });

  it('changes nothing before it begins', () => {
    const { airings } = closed(null);
    const open = airedIn({ ...inputs, insertions: [] }, 5).airings;
    const before = ({ ends_unit: end }: Airing) => end < starts_unit - HOURS;
    expect(airings.filter(before)).toEqual(open.filter(before));
  });
});
