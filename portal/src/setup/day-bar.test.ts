import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_ENERGIES } from '@stationhouse/platform-api/contract/setup/values';
import { MusicWishes, NO_WISHES } from '@stationhouse/platform-api/contract/setup/music-wishes';
import { barOf, dayOf, move, rangeOf, removePart, splitLongest, USUAL_DAY } from './day-bar.ts';

const bar = barOf(USUAL_DAY);
const words = (changed: typeof bar) =>
  dayOf(changed).map(({ from, to, energy }) => `${from}-${to} ${energy}`);

describe('the day as a bar', () => {
  it('has the parts that were stored', () => {
    expect(dayOf(bar)).toEqual(USUAL_DAY);
    expect(dayOf(barOf([]))).toEqual([]);
  });

  it('sorts parts after midnight to the end, and closes gaps', () => {
    const stored = barOf([
      { from: '22:00', to: '03:00', energy: 'late' },
      { from: '08:00', to: '12:00', energy: 'calm' },
    ]);
    expect(words(stored)).toEqual(['08:00-22:00 calm', '22:00-03:00 late']);
  });

  it('ends at the earliest where it began', () => {
    const whole = barOf([{ from: '05:00', to: '05:00', energy: 'calm' }]);
    expect(whole.bounds).toEqual([0, 24 * 60]);
    expect(words(whole)).toEqual(['05:00-05:00 calm']);
  });

  it.each<[number, number, string]>([
    [1, 371, '11:00'],
    [1, 379, '11:30'],
    [1, 0, '08:00'],
    [1, 2_000, '17:00'],
    [0, -50, '05:00'],
    [3, 5_000, '05:00'],
  ])('moves bound %i to %i as far as its neighbours allow', (index, place, time) => {
    const day = dayOf(move(bar, index, place));
    expect(day[index]?.from ?? day[index - 1]?.to).toBe(time);
  });

  it('gives the hours of a removed part to its neighbour', () => {
    expect(words(removePart(bar, 1))).toEqual(['07:00-18:00 calm', '18:00-23:00 late']);
    expect(words(removePart(bar, 0))).toEqual(['07:00-18:00 bright', '18:00-23:00 late']);
    expect(words(removePart(bar, 2))).toEqual(['07:00-11:00 calm', '11:00-23:00 bright']);
  });

  it('splits the longest part, unless all are too short', () => {
    expect(words(splitLongest(bar))[1]).toBe('11:00-14:30 bright');
    const short = { bounds: [0, 90], energies: ['calm' as const] };
    expect(splitLongest(short)).toBe(short);
  });

  it('stays a valid wish, whatever is moved', () => {
    const moves = fc.array(fc.tuple(fc.nat(5), fc.integer({ min: -2_000, max: 3_000 })));
    fc.assert(
      fc.property(moves, fc.constantFrom(...DAY_ENERGIES), (steps, energy) => {
        let now = { ...bar, energies: bar.energies.with(0, energy) };
        for (const [index, place] of steps) {
          if (index < now.bounds.length) now = move(now, index, place);
          else if (now.energies.length < 6) now = splitLongest(now);
        }
        now.bounds.forEach((bound, n) => {
          const { min, max } = rangeOf(now, n);
          expect(bound).toBeGreaterThanOrEqual(min);
          expect(bound).toBeLessThanOrEqual(max);
        });
        const day = dayOf(now);
        expect(MusicWishes.parse({ ...NO_WISHES, day }).day).toEqual(day);
        expect(dayOf(barOf(day))).toEqual(day);
      }),
    );
  });
});
