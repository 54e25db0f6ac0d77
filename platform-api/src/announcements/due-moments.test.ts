import { stationMoment } from '../../contract/fields.ts';
import { describe, expect, it } from 'vitest';
import type { AppError } from '../errors.ts';
import { checkPlan, dueMoments, nextDue, type Plan, type Planned } from './due-moments.ts';

const ZONE = 'Europe/London';
const at = (time: string): number => Date.parse(time);
const iso = (moments: readonly number[]): string[] =>
  moments.map((moment) => new Date(moment).toISOString().slice(0, 16));

type Every = Extract<Plan, { kind: 'every' }>;

const every = (values: Partial<Every> = {}): Planned => ({
  zone: ZONE,
  plannedAt: at('2026-11-24T12:00:00Z'),
  plan: {
    kind: 'every',
    minutes: 30,
    days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    from: '11:00',
    to: '12:30',
    first_day: '2026-11-24',
    last_day: '2026-12-24',
    ...values,
  },
});

describe('a repeated announcement', () => {
  it('is due at multiples from its first hour, the last one excluded', () => {
    const found = dueMoments(every(), at('2026-11-25T00:00Z'), at('2026-11-26T00:00Z'));
    expect(iso(found)).toEqual(['2026-11-25T11:00', '2026-11-25T11:30', '2026-11-25T12:00']);
  });

  it('is due on its days only, between its dates', () => {
    const planned = every({
      days: ['fri'],
      first_day: '2026-11-27',
      last_day: '2026-12-04',
      to: '11:30',
    });
    const found = dueMoments(planned, at('2026-11-01T00:00Z'), at('2027-01-01T00:00Z'));
    expect(iso(found)).toEqual(['2026-11-27T11:00', '2026-12-04T11:00']);
    expect(nextDue(planned, at('2026-12-04T11:00Z'))).toBe(at('2026-12-04T11:00Z'));
    expect(nextDue(planned, at('2026-12-04T11:01Z'))).toBeUndefined();
  });

  it('reaches into the night, which belongs to the day before', () => {
    const planned = every({ days: ['sat'], from: '23:00', to: '01:00', minutes: 60 });
    const found = dueMoments(planned, at('2026-11-28T12:00Z'), at('2026-11-30T12:00Z'));
    expect(iso(found)).toEqual(['2026-11-28T23:00', '2026-11-29T00:00']);
  });

  it('leaves out local times that summer time skips, and counts those of the autumn once', () => {
    const night = { from: '00:30', to: '03:00', first_day: '2027-03-28', last_day: '2027-03-28' };
    const spring = dueMoments(every(night), at('2027-03-27T00:00Z'), at('2027-03-29T00:00Z'));
    // 01:00 and 01:30 do not exist.
    expect(iso(spring)).toEqual(['2027-03-28T00:30', '2027-03-28T01:00', '2027-03-28T01:30']);
    const back = { ...night, first_day: '2026-10-25', last_day: '2026-10-25' };
    const autumn = dueMoments(every(back), at('2026-10-24T00:00Z'), at('2026-10-26T00:00Z'));
    expect(iso(autumn)).toHaveLength(5);
  });

  it('has the same moments in one span as in many', () => {
    const planned = every({ minutes: 7, from: '22:00', to: '02:00' });
    const [from, to] = [at('2027-03-26T00:00Z'), at('2027-03-31T00:00Z')];
    const parts = Array.from({ length: 120 }, (_, n) =>
      dueMoments(
        { ...planned, plan: { ...planned.plan, last_day: '2027-04-30' } as Every },
        from + n * 3_600_000,
        from + (n + 1) * 3_600_000,
      ),
    ).flat();
    const whole = dueMoments(
      { ...planned, plan: { ...planned.plan, last_day: '2027-04-30' } as Every },
      from,
      to,
    );
    expect(parts).toEqual(whole);
    expect(new Set(parts).size).toBe(parts.length);
  });
});

describe('a wanted time', () => {
  const now = at('2026-11-24T12:00:00Z');
  const check = (when: Plan, given: Partial<Parameters<typeof checkPlan>[1]> = {}) =>
    checkPlan(when, { zone: ZONE, now, anHour: 6, ...given });
  const reason = (when: Plan, given = {}): string => {
    try {
      check(when, given);
      return 'accepted';
    } catch (error) {
      const [field] = (error as AppError).fields ?? [];
      return `${field?.field}: ${field?.message}`;
    }
  };

  it('is local in the station’s zone, or a moment with an offset', () => {
    const berlin = { zone: 'Europe/Berlin' };
    expect(check({ kind: 'at', at: '2026-11-24T18:30' }, berlin)).toMatchObject({
      at: '2026-11-24T17:30:00.000Z',
    });
    for (const same of ['2026-11-24T17:30:00Z', '2026-11-24T17:30Z', '2026-11-24T18:30+01:00']) {
      expect(stationMoment.safeParse(same).success).toBe(true);
      expect(check({ kind: 'at', at: same })).toMatchObject({ at: '2026-11-24T17:30:00.000Z' });
    }
  });

  it.each<[string, Plan, string]>([
    ['in the past', { kind: 'at', at: '2026-11-24T11:59' }, 'when.at: This time has passed.'],
    [
      'in the hour that summer time skips',
      { kind: 'at', at: '2027-03-28T01:30' },
      'when.at: The clocks go forward on that day, so there is no 01:30.',
    ],
    ['in three years', { kind: 'at', at: '2029-11-24T12:00' }, 'when.at: Choose a time within'],
    [
      'with its days in the wrong order',
      every({ last_day: '2026-11-20' }).plan,
      'when.last_day: The last day must not be before',
    ],
    [
      'more often than the package has',
      every({ minutes: 5 }).plan,
      'when.minutes: Your package has 6 announcements an hour, so choose 10 minutes or more.',
    ],
    [
      'on a day that does not lie between its dates',
      every({ days: ['mon'], last_day: '2026-11-25' }).plan,
      'when.last_day: It would never air',
    ],
    [
      'whose hours have passed',
      every({ last_day: '2026-11-24', to: '11:30' }).plan,
      'when.last_day: It would never air',
    ],
  ])('%s is refused with the reason', (_, when, expected) => {
    expect(reason(when)).toContain(expected);
  });
});
