import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Bag, BagList } from './bag.ts';

const ids = (count: number) => Array.from({ length: count }, (_, at) => `id ${at}`);
const always = () => true;

/** Takes items one after the other, each from random candidates, and keeps the state after each as JSON. */
function draw(list: BagList, choices: number[], isRestored: boolean): number[] {
  let bag = new Bag(list, null, 1);
  return choices.map((choice) => {
    if (isRestored) bag = new Bag(list, JSON.parse(JSON.stringify(bag.state())), 2);
    const places = bag.next(8, always);
    const place = places[choice % places.length];
    if (!place) throw new Error('The bag is empty');
    bag.take(place);
    return place.index;
  });
}

const drawing = fc.tuple(
  fc.integer({ min: 1, max: 60 }),
  fc.array(fc.nat(), { minLength: 1, maxLength: 300 }),
);

describe('A bag', () => {
  it('gives each item once before any twice, whichever candidate is taken', () => {
    fc.assert(
      fc.property(drawing, ([size, choices]) => {
        const drawn = draw(new BagList(ids(size), null, false), choices, false);
        for (let from = 0; from + size <= drawn.length; from += size) {
          expect(new Set(drawn.slice(from, from + size)).size).toBe(size);
        }
      }),
    );
  });

  it('gives a resting item in every second cycle, and the only item in each', () => {
    const size = 9;
    const list = new BagList(ids(size), null, false, new Set([2, 5, 6]));
    // Cycles of 8 and of 7 items.
    const drawn = draw(
      list,
      Array.from({ length: 15 * 10 }, (_, at) => at),
      true,
    );
    const times = Array.from({ length: size }, (_, index) => drawn.filter((one) => one === index));
    expect(times.map(({ length }) => length)).toEqual([20, 20, 10, 20, 20, 10, 10, 20, 20]);
    expect(draw(new BagList(ids(1), null, true, new Set([0])), [0, 0, 0], false)).toEqual([
      0, 0, 0,
    ]);
  });

  it('continues from its state as if it had never stopped', () => {
    fc.assert(
      fc.property(drawing, ([size, choices]) => {
        const list = new BagList(ids(size), null, false);
        expect(draw(list, choices, true)).toEqual(draw(list, choices, false));
      }),
      { numRuns: 30 },
    );
  });

  it('starts anew with another list', () => {
    const bag = new Bag(new BagList(ids(10), null, false), null, 1);
    for (const place of bag.next(5, always)) bag.take(place);
    const other = new Bag(new BagList(ids(11), null, false), bag.state(), 1);
    expect(other.left(100)).toHaveLength(11);
  });

  it('takes from the next cycle only while all that is left is held back', () => {
    const bag = new Bag(new BagList(ids(4), null, false), null, 1);
    for (const place of bag.next(3, always)) bag.take(place);
    const [last] = bag.left(4) ?? [];
    const [early] = bag.next(1, (index) => index !== last);
    if (!early) throw new Error('Nothing is left');
    expect(early.ahead).toBe(1);
    bag.take(early);
    expect(bag.next(1, always)[0]).toMatchObject({ ahead: 0, index: last });
  });

  it('airs an item that was passed over for long before any other', () => {
    const bag = new Bag(new BagList(ids(500), null, false), null, 1);
    const first = bag.next(1, always)[0]?.index;
    for (let round = 0; round < 200; round += 1) {
      const place = bag.next(8, always).at(-1);
      if (!place) throw new Error('The bag is empty');
      bag.take(place);
    }
    expect(bag.left(500)).not.toContain(first);
  });

  it('spreads the items of an artist over the cycle', () => {
    const artists = ids(200).map((_, at) => (at < 20 ? 1 : at + 10));
    const order = [...new BagList(ids(200), artists, false).order(1, 0)];
    const places = order.flatMap((index, place) => (index < 20 ? [place] : []));
    const distances = places.slice(1).map((place, at) => place - (places[at] ?? 0));
    expect(Math.min(...distances)).toBeGreaterThan(5);
    expect(Math.max(...distances)).toBeLessThan(15);
    expect(new Set(order).size).toBe(200);
  });
});
