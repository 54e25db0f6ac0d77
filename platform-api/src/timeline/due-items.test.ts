import { describe, expect, it } from 'vitest';
import { DEFAULT_MIXING } from '../../contract/schedule/values.ts';
import {
  airedIn,
  dayWith,
  EVERY_DAY,
  everyTenMinutes,
  isBy,
  JANUARY,
  news,
  radioIds,
  revisionOf,
  seconds,
  spots,
  testItem,
  testMusic,
  testSchedule,
  unitOf,
} from '../../test/schedules.ts';
import { byStart, timeOfUnit } from './airing.ts';
import type { AlgorithmVersion } from './schedule.ts';

describe('Due moments', () => {
  describe('that the clock skips in spring', () => {
    /** Clocks in London go from 01:00 to 02:00 on 29 March. */
    const nightWith = (fixed: [at: string, isHard: boolean][]) => {
      const items = fixed.map(([at]) => testItem('announcement', at, seconds(20)));
      const schedule = testSchedule(testMusic('m', 60, 30), {
        items,
        fixed_items: fixed.map(([at, is_hard]) => ({
          id: at,
          item_id: at,
          at,
          days: EVERY_DAY,
          is_hard,
        })),
      });
      const startsAt = Date.parse('2026-03-28T22:00:00Z');
      const { airings, voice_overs, missed } = airedIn(
        { revisions: [revisionOf({ startsAt, schedule })] },
        2,
      );
      const [from, to] = [unitOf('2026-03-29T00:59:00Z'), unitOf('2026-03-29T02:00:00Z')];
      const inGap = (unit: number) => unit >= from && unit < to;
      return {
        aired: byStart(airings, voice_overs)
          .filter(({ rule, starts_unit }) => rule.kind === 'fixed_item' && inGap(starts_unit))
          .map(({ item, starts_unit }) => [item.id, starts_unit - unitOf('2026-03-29T01:00:00Z')]),
        missed: missed.map(({ fixed_item_id, reason }) => [fixed_item_id, reason]),
      };
    };

    it('air the last hard item at the first instant after, and note the earlier ones as missed', () => {
      expect(
        nightWith([
          ['01:30', true],
          ['02:00', true],
          ['01:00', true],
        ]),
      ).toEqual({
        aired: [['02:00', 0]],
        missed: [
          ['01:00', 'clock'],
          ['01:30', 'clock'],
        ],
      });
      expect(
        nightWith([
          ['01:30', true],
          ['01:00', true],
        ]),
      ).toEqual({
        aired: [['01:30', 0]],
        missed: [['01:00', 'clock']],
      });
    });

    it('air soft items one after another, in the order of their times', () => {
      const { aired, missed } = nightWith([
        ['02:00', false],
        ['01:45', false],
        ['01:00', false],
      ]);
      expect(aired.map(([id]) => id)).toEqual(['01:00', '01:45', '02:00']);
      expect(missed).toEqual([]);
    });
  });

  it('do not move when an item was late', () => {
    const mix = testItem('music', 'mix', seconds(6 * 60 * 60));
    const schedule = testSchedule([mix], { items: radioIds, radio_ids: everyTenMinutes });
    const { airings, missed } = airedIn(
      { revisions: [revisionOf({ startsAt: JANUARY, schedule })] },
      2,
    );
    const [, ...aired] = airings.flatMap(({ rule }) =>
      rule.kind === 'radio_id' ? [rule.due_unit] : [],
    );
    expect(aired.length).toBe(7);
    for (const unit of aired) expect((timeOfUnit(unit) / 60_000) % 10).toBeLessThan(0.01);
    for (const one of missed) expect(one).toMatchObject({ kind: 'radio_id', reason: 'overtaken' });
    expect(missed.length).toBe(7 * 35);
  });

  it('put all spots of a break in a row, each once', () => {
    const { airings } = dayWith({
      items: spots,
      breaks: { items: spots.map(({ id }) => id), every_minutes: 30, spots: 5 },
    });
    const inBreaks = airings.filter(isBy('break'));
    expect(inBreaks.length).toBe(47 * 3);
    for (let from = 0; from < inBreaks.length; from += 3) {
      const block = inBreaks.slice(from, from + 3);
      expect(new Set(block.map(({ item }) => item.id)).size).toBe(3);
      expect(block[2]?.starts_unit).toBe(block[1]?.ends_unit);
      expect(block.map(({ rule }) => 'position' in rule && rule.position)).toEqual([1, 2, 3]);
    }
  });

  it('are only within the opening hours', () => {
    const { airings, voice_overs } = dayWith({
      items: radioIds,
      radio_ids: everyTenMinutes,
      opening_hours: [{ days: [1], from: '09:00', to: '17:00' }],
    });
    const [, ...due] = byStart(airings, voice_overs).flatMap(({ rule }) =>
      rule.kind === 'radio_id' ? [rule.due_unit] : [],
    );
    expect(due[0]).toBe(unitOf('2026-01-12T09:00:00Z'));
    expect(due.at(-1)).toBe(unitOf('2026-01-12T16:50:00Z'));
    expect(due.length).toBe(48);
  });

  it('begin with a radio ID, once, which names the station before its first song', () => {
    const rules = {
      items: radioIds,
      radio_ids: everyTenMinutes,
      opening_hours: [{ days: [1 as const], from: '09:00', to: '17:00' }],
    };
    const schedule = testSchedule(testMusic('m', 60, 30), rules);
    const kindsOf = (algorithm: AlgorithmVersion) => {
      const revision = revisionOf({ startsAt: JANUARY, schedule: { ...schedule, algorithm } });
      return airedIn({ revisions: [revision] }, 2).airings.map(({ rule }) => rule.kind);
    };
    const [first, ...others] = kindsOf(4);
    expect(first).toBe('radio_id');
    expect(others).toEqual(expect.arrayContaining(['music']));
    expect(others.slice(0, 20)).not.toContain('radio_id');
    expect(kindsOf(3)[0]).toBe('music');
  });

  it('do not begin with a radio ID again when a schedule follows another one', () => {
    const schedule = testSchedule(testMusic('m', 60, 30), {
      items: radioIds,
      radio_ids: { ...everyTenMinutes, every_minutes: 240 },
    });
    const [one, other] = [JANUARY, JANUARY + 60 * 60_000].map((startsAt) =>
      revisionOf({ startsAt, schedule }),
    );
    const { airings } = airedIn({ revisions: [one, other].flatMap((given) => given ?? []) }, 1);
    const ids = airings.filter(isBy('radio_id')).map(({ starts_unit }) => timeOfUnit(starts_unit));
    expect(ids.filter((time) => time < JANUARY + 2 * 60 * 60_000)).toHaveLength(1);
  });

  const fixed = (time: string, isHard: boolean) => ({
    id: `${time} ${isHard}`,
    item_id: news.id,
    at: time,
    days: EVERY_DAY,
    is_hard: isHard,
  });

  it('of a hard item cut what runs, of a soft one wait for its end', () => {
    const { airings } = dayWith({
      items: [news],
      fixed_items: [fixed('12:30', false)],
    });
    const soft = airings.findIndex(({ rule }) => rule.kind === 'fixed_item' && !rule.is_hard);
    const due = unitOf('2026-01-12T12:30:00Z');
    expect(airings[soft]?.rule).toMatchObject({ due_unit: due });
    expect(airings[soft - 1]).toMatchObject({ cut_by: null });
    expect(airings[soft - 1]?.starts_unit).toBeLessThan(due);
    expect(airings[soft]?.starts_unit).toBeGreaterThanOrEqual(due);
  });

  it('of a radio ID wait for a hard item that would cut it', () => {
    const { airings } = dayWith({
      mixing: { ...DEFAULT_MIXING, fixed_items_over_music: false },
      items: [news, ...radioIds.map((item) => ({ ...item, units: seconds(90) }))],
      radio_ids: everyTenMinutes,
      fixed_items: ['08:01', '09:11', '10:21', '11:31'].map((time) => fixed(time, true)),
    });
    expect(airings.filter(isBy('radio_id')).every(({ cut_by }) => cut_by === null)).toBe(true);
    const index = airings.findIndex(({ rule }) => rule.kind === 'fixed_item');
    expect(airings[index + 1]?.rule).toMatchObject({ due_unit: unitOf('2026-01-12T08:00:00Z') });
  });

  it.each<[string, string, string, string[]]>([
    [
      'Europe/London',
      '2026-03-28',
      '01:30',
      ['2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z'],
    ],
    [
      'Europe/London',
      '2026-10-24',
      '01:30',
      ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    [
      'Australia/Lord_Howe',
      '2026-10-02',
      '02:15',
      ['2026-10-02T15:45Z', '2026-10-03T15:30Z', '2026-10-04T15:15Z'],
    ],
    [
      'Australia/Lord_Howe',
      '2026-04-03',
      '01:45',
      ['2026-04-03T14:45Z', '2026-04-04T14:45Z', '2026-04-05T15:15Z'],
    ],
    [
      'Asia/Kathmandu',
      '2026-01-12',
      '07:00',
      ['2026-01-12T01:15Z', '2026-01-13T01:15Z', '2026-01-14T01:15Z'],
    ],
  ])('of fixed items follow the clock of %s on %s at %s', (zone, date, time, wanted) => {
    const schedule = testSchedule(testMusic('m', 300, 40), {
      zone,
      items: [news],
      fixed_items: [fixed(time, true)],
    });
    const startsAt = Date.parse(`${date}T00:00:00Z`);
    const { voice_overs } = airedIn({ revisions: [revisionOf({ startsAt, schedule })] }, 3);
    const aired = voice_overs.filter(isBy('fixed_item')).map(({ starts_unit }) => starts_unit);
    expect(aired).toEqual(wanted.map(unitOf));
  });
});
