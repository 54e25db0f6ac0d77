import { describe, expect, it } from 'vitest';
import { addMonths, periodEnd } from './calendar.ts';

const unix = (text: string): number => Date.parse(text) / 1000;
const iso = (time: number): string => new Date(time * 1000).toISOString();

describe('the calendar of the payment sandbox', () => {
  it.each([
    ['2027-01-31T10:20:30Z', 1, '2027-02-28T10:20:30.000Z'],
    ['2028-01-31T00:00:00Z', 1, '2028-02-29T00:00:00.000Z'],
    ['2027-12-15T23:59:59Z', 1, '2028-01-15T23:59:59.000Z'],
    ['2027-03-30T12:00:00Z', 11, '2028-02-29T12:00:00.000Z'],
    ['2027-05-31T12:00:00Z', 0, '2027-05-31T12:00:00.000Z'],
  ])('%s and %i months are %s', (from, months, to) => {
    expect(iso(addMonths(unix(from), months))).toBe(to);
  });

  it.each([
    ['month', 1, '2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z', '2027-03-31T10:00:00.000Z'],
    ['month', 3, '2027-01-31T10:00:00Z', '2027-01-31T10:00:00Z', '2027-04-30T10:00:00.000Z'],
    ['year', 1, '2028-02-29T10:00:00Z', '2028-02-29T10:00:00Z', '2029-02-28T10:00:00.000Z'],
    ['week', 2, '2027-01-31T10:00:00Z', '2027-02-14T10:00:00Z', '2027-02-28T10:00:00.000Z'],
    ['day', 1, '2027-02-28T10:00:00Z', '2027-02-28T10:00:00Z', '2027-03-01T10:00:00.000Z'],
  ])(
    'a period of one %s × %i from %s that begins %s ends %s',
    (interval, count, anchor, from, to) => {
      const every = { interval, interval_count: count };
      expect(iso(periodEnd(unix(anchor), unix(from), every))).toBe(to);
    },
  );
});
