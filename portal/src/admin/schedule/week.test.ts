import { WEEKDAYS } from '@stationhouse/platform-api/contract/schedule/values';
import { daysInWords } from '@stationhouse/platform-api/contract/schedule/weekdays';
import type { DayPart } from '@stationhouse/sdk/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  copyDay,
  dayPartsOf,
  hoursOf,
  minutesOf,
  paint,
  removeBlock,
  timeOf,
  weekOf,
  type Week,
} from './week.ts';

const playlists = [{ playlist_id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10', weight: 1 }];
const part = (name: string, from: string, to: string, days = [...WEEKDAYS]): DayPart => ({
  name,
  days,
  from,
  to,
  playlists,
});
const hours = (week: Week) =>
  dayPartsOf(week).map(({ name, days, from, to }) => `${name}: ${daysInWords(days)} ${from}–${to}`);

/** Which day part is in force at a minute of a day, by the API's rule. */
function inForce(parts: readonly DayPart[], dayIndex: number, minute: number): string | null {
  const covers = ({ days, from, to }: DayPart): boolean => {
    const start = minutesOf(from);
    const end = minutesOf(to);
    const has = (index: number) => days.includes(WEEKDAYS[(index + 7) % 7] ?? 'mon');
    if (end > start) return has(dayIndex) && minute >= start && minute < end;
    return (has(dayIndex) && minute >= start) || (has(dayIndex - 1) && minute < end);
  };
  return parts.find(covers)?.name ?? null;
}

const anyTime = fc.integer({ min: 0, max: 47 }).map((half) => timeOf(half * 30));
const anyPart = fc.record({
  name: fc.constantFrom('Mornings', 'Days', 'Evenings'),
  days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
  from: anyTime,
  to: anyTime,
  playlists: fc.constant(playlists),
});

describe('the week', () => {
  it('keeps the music of each minute when it is drawn and read again', () => {
    fc.assert(
      fc.property(fc.array(anyPart, { maxLength: 6 }), (parts) => {
        const again = dayPartsOf(weekOf(parts));
        for (let day = 0; day < 7; day += 1) {
          for (let minute = 0; minute < 24 * 60; minute += 30) {
            expect(inForce(again, day, minute)).toBe(inForce(parts, day, minute));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is read the same whether drawn once or twice', () => {
    const week = weekOf([part('Mornings', '06:00', '11:00'), part('Nights', '22:00', '06:00')]);
    expect(weekOf(dayPartsOf(week))).toEqual(weekOf(dayPartsOf(weekOf(dayPartsOf(week)))));
    expect(hours(week)).toEqual([
      'Mornings: Every day 06:00–11:00',
      'Nights: Every day 00:00–06:00',
      'Nights: Every day 22:00–24:00',
    ]);
  });

  it('gives painted hours to a block and takes them from the others', () => {
    const week = weekOf([
      part('Days', '08:00', '20:00', ['mon']),
      part('Evenings', '20:00', '24:00'),
    ]);
    const painted = paint(week, { day: 'mon', from: 12 * 60, to: 13 * 60 }, 1);
    expect(hours(painted)).toEqual([
      'Days: Mon 08:00–12:00',
      'Days: Mon 13:00–20:00',
      'Evenings: Mon 12:00–13:00',
      'Evenings: Every day 20:00–24:00',
    ]);
  });

  it('clears hours', () => {
    const week = weekOf([part('Days', '08:00', '20:00', ['sat'])]);
    expect(hours(paint(week, { day: 'sat', from: 0, to: 24 * 60 }, null))).toEqual([]);
  });

  it('copies a day to others, and replaces what they had', () => {
    const week = weekOf([
      part('Days', '08:00', '20:00', ['mon']),
      part('Late', '10:00', '12:00', ['sun']),
    ]);
    expect(hours(copyDay(week, 'mon', ['sat', 'sun']))).toEqual([
      'Days: Mon, Sat, Sun 08:00–20:00',
    ]);
  });

  it('removes a block with its hours, and leaves the others', () => {
    const week = weekOf([part('Days', '08:00', '20:00'), part('Evenings', '20:00', '24:00')]);
    const left = removeBlock(week, 0);
    expect(hours(left)).toEqual(['Evenings: Every day 20:00–24:00']);
    expect(hoursOf(left, 0)).toHaveLength(1);
  });
});

describe('days in words', () => {
  it.each([
    [[...WEEKDAYS], 'Every day'],
    [['mon', 'tue', 'wed', 'thu', 'fri'] as const, 'Mon to Fri'],
    [['sat', 'sun'] as const, 'Sat, Sun'],
    [['mon', 'wed'] as const, 'Mon, Wed'],
  ])('%j are %s', (days, words) => expect(daysInWords(days)).toBe(words));
});
