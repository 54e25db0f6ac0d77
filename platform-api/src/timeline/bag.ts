import type { BagState } from './day.ts';
import { combine, hashText, randomFrom, wholeQuotient } from './hash.ts';

/** As many positions are looked at for one that may air. More than titles of a day that separation can hold back. */
const MAX_LOOKS = 1_024;

/** An item that has been passed over this many positions long airs before any other, unless separation holds it back. */
const MAX_LEAD = 64;

/** A list that is shuffled anew each cycle, or repeats in its own order. */
export class BagList {
  readonly hash: number;
  readonly size: number;
  readonly #artists: number[] | null;
  readonly #isInOrder: boolean;
  readonly #resting: ReadonlySet<number>;
  readonly #orders = new Map<string, Int32Array>();

  /**
   * @param artists a number per item, to spread items of the same artist over the cycle; 0 is no artist. Null: don't.
   * @param resting the indices of items that air in every second cycle only, half of them in each
   */
  constructor(
    ids: string[],
    artists: number[] | null,
    isInOrder: boolean,
    resting: ReadonlySet<number> = new Set(),
  ) {
    this.size = ids.length;
    // The order of a cycle depends on the artists too.
    const hash = ids.reduce(
      (before, id, index) => hashText(id, before ^ (artists?.[index] ?? 0)),
      isInOrder ? 1 : 2,
    );
    this.hash = resting.size === 0 ? hash : hashText([...resting].join(' '), hash);
    this.#resting = resting;
    this.#artists = artists;
    this.#isInOrder = isInOrder;
  }

  /** The indices of the list's items in the order of a cycle. */
  order(seed: number, cycle: number): Int32Array {
    if (this.#isInOrder)
      return this.#remember(this.#resting.size === 0 ? '' : `${cycle % 2}`, () =>
        this.#awake(
          Int32Array.from({ length: this.size }, (_, index) => index),
          cycle,
        ),
      );
    return this.#remember(`${seed} ${cycle}`, () => {
      const order = this.#awake(shuffled(this.size, randomFrom(combine(seed, cycle))), cycle);
      return this.#artists === null ? order : spread(order, this.#artists);
    });
  }

  /** The number of items in a cycle. */
  sizeOf(seed: number, cycle: number): number {
    return this.#resting.size === 0 ? this.size : this.order(seed, cycle).length;
  }

  /** The items that air in a cycle; all of them where nothing else would be left. */
  #awake(order: Int32Array, cycle: number): Int32Array {
    if (this.#resting.size === 0) return order;
    const awake = order.filter((index) => !this.#resting.has(index) || (index + cycle) % 2 === 0);
    return awake.length === 0 ? order : awake;
  }

  #remember(key: string, make: () => Int32Array): Int32Array {
    const known = this.#orders.get(key);
    if (known) return known;
    // A computation needs two cycles at a time; a few more let several days use the same.
    if (this.#orders.size >= 8) this.#orders.clear();
    const made = make();
    this.#orders.set(key, made);
    return made;
  }
}

/** Fisher and Yates. */
function shuffled(size: number, random: (below: number) => number): Int32Array {
  const order = Int32Array.from({ length: size }, (_, index) => index);
  for (let last = size - 1; last > 0; last -= 1) {
    const other = random(last + 1);
    const moved = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = moved;
  }
  return order;
}

/**
 * Moves items of the same artist apart: the k-th of an artist's n items comes near k/n of the cycle, beginning at the
 * place of the first one in the shuffled order.
 */
function spread(order: Int32Array, artists: number[]): Int32Array {
  const size = order.length;
  const totals = new Map<number, number>();
  for (const artist of artists) totals.set(artist, (totals.get(artist) ?? 0) + 1);
  const seen = new Map<number, { first: number; count: number }>();
  const places: number[][] = [];
  order.forEach((index, place) => {
    const artist = artists[index] ?? 0;
    const total = totals.get(artist) ?? 1;
    let wanted = place;
    if (artist !== 0 && total > 1) {
      const before = seen.get(artist) ?? {
        first: place % Math.max(1, wholeQuotient(size, total)),
        count: 0,
      };
      wanted = Math.min(size - 1, before.first + wholeQuotient(before.count * size, total));
      seen.set(artist, { first: before.first, count: before.count + 1 });
    }
    (places[wanted] ??= []).push(index);
  });
  return Int32Array.from(places.flatMap((indices) => indices ?? []));
}

/** A place in a bag: the position in the order of the current cycle (0) or the next (1), and the item's index there. */
export interface BagPlace {
  ahead: 0 | 1;
  position: number;
  index: number;
}

/** The part of a cycle that has aired: all positions before `front`, and those in `later`. */
interface Aired {
  front: number;
  later: Set<number>;
}

/**
 * The rotation of a list: each item once before any twice. Only when separation holds back all that is left of a
 * cycle, items of the next cycle come first.
 */
export class Bag {
  readonly list: BagList;
  readonly #seed: number;
  #cycle: number;
  readonly #aired: [Aired, Aired];

  /** @param state ignored when it is of another list */
  constructor(list: BagList, state: BagState | null | undefined, seed: number) {
    const own = state?.list === list.hash ? state : null;
    this.list = list;
    this.#seed = own?.seed ?? combine(seed, list.hash);
    this.#cycle = own?.cycle ?? 0;
    this.#aired = [decodeAired(own?.aired[0]), decodeAired(own?.aired[1])];
  }

  /** Up to `count` places in the order of the rotation whose items may air. */
  next(count: number, mayAir: (index: number) => boolean): BagPlace[] {
    const places = this.#nextOf(0, count, mayAir);
    return places.length > 0 ? places : this.#nextOf(1, count, mayAir);
  }

  /** The first item that may air, of those that are left in neither cycle. Null: none may. */
  outOfTurn(mayAir: (index: number) => boolean): number | null {
    // Nothing is left in the two cycles that may air, so what may air has aired in both. A later cycle's order is as good.
    const order = this.list.order(this.#seed, this.#cycle + 2);
    return order.find(mayAir) ?? null;
  }

  /** The indices of all items left in the current cycle; null when there are more than `most`. */
  left(most: number): number[] | null {
    const [{ front, later }] = this.#aired;
    if (this.list.sizeOf(this.#seed, this.#cycle) - front - later.size > most) return null;
    const order = this.list.order(this.#seed, this.#cycle);
    const left: number[] = [];
    for (let position = front; position < order.length; position += 1) {
      const index = order[position];
      if (index !== undefined && !later.has(position)) left.push(index);
    }
    return left;
  }

  /** Notes that the item of a place airs. */
  take({ ahead, position }: BagPlace): void {
    const aired = this.#aired[ahead];
    aired.later.add(position);
    while (aired.later.delete(aired.front)) aired.front += 1;
    if (this.#aired[0].front < this.list.sizeOf(this.#seed, this.#cycle)) return;
    this.#cycle += 1;
    this.#aired[0] = this.#aired[1];
    this.#aired[1] = { front: 0, later: new Set() };
  }

  state(): BagState {
    return {
      seed: this.#seed,
      list: this.list.hash,
      cycle: this.#cycle,
      aired: this.#aired.map(encodeAired),
    };
  }

  #nextOf(ahead: 0 | 1, count: number, mayAir: (index: number) => boolean): BagPlace[] {
    const { front, later } = this.#aired[ahead];
    const order = this.list.order(this.#seed, this.#cycle + ahead);
    const places: BagPlace[] = [];
    let wanted = count;
    for (
      let position = front, looks = 0;
      looks < MAX_LOOKS && places.length < wanted;
      position += 1
    ) {
      const index = order[position];
      if (index === undefined) break;
      if (later.has(position)) continue;
      looks += 1;
      if (!mayAir(index)) continue;
      if (
        count < Infinity &&
        position === front &&
        later.size > 0 &&
        Math.max(...later) - front > MAX_LEAD
      )
        wanted = 1;
      places.push({ ahead, position, index });
    }
    return places;
  }
}

function encodeAired({ front, later }: Aired): [number, string] {
  if (later.size === 0) return [front, ''];
  const bits = Buffer.alloc((Math.max(...later) - front) / 8 + 1);
  for (const position of later) {
    const bit = position - front;
    bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return [front, bits.toString('base64url')];
}

function decodeAired([front, text]: [number, string] = [0, '']): Aired {
  const later = new Set<number>();
  Buffer.from(text, 'base64url').forEach((byte, at) => {
    for (let bit = 0; bit < 8; bit += 1) if ((byte >> bit) & 1) later.add(front + at * 8 + bit);
  });
  return { front, later };
}
