import { MINUTE_MS } from '../../contract/time.ts';
import { DAY_UNITS, dayOfUnit, firstUnitFrom, timeOfUnit } from './airing.ts';
import type { AlgorithmVersion, FixedItem } from './schedule.ts';
import { LOCAL_DAY_MS, minutesOf, weekdayOf, type ZoneClock } from './zone-clock.ts';

/** Rules of a week repeat at the latest after eight days: a change of the clock may skip one moment. */
const LOOK_AHEAD_DAYS = 15;

/** More days than a computation looks at back and forth. */
const KEPT_DAYS = 32;

/** The first unit at or after a moment at which something is due. */
export interface Moment {
  unit: number;
}

export interface FixedMoment extends Moment {
  fixed: FixedItem;
  /** The clock skips its time, and a later hard item is due at the same unit: it does not air. */
  isSkipped: boolean;
}

/** Moments in order, made UTC day by UTC day when they are asked for. */
export class Moments<M extends Moment> {
  readonly #make: (from: number, to: number) => M[];
  readonly #days = new Map<number, M[]>();

  /** @param make all moments from one time up to another, in ms since the epoch, by unit */
  constructor(make: (from: number, to: number) => M[]) {
    this.#make = make;
  }

  /** The first after a unit, or null. */
  after(unit: number): M | null {
    const first = dayOfUnit(unit);
    for (let day = first; day < first + LOOK_AHEAD_DAYS; day += 1) {
      const moments = this.#of(day);
      const index = firstIndexAfter(moments, unit);
      if (index < moments.length) return moments[index] ?? null;
    }
    return null;
  }

  /** Those after a unit, up to and including another. */
  between(after: number, upTo: number): M[] {
    const found: M[] = [];
    for (let day = dayOfUnit(after); day <= dayOfUnit(upTo); day += 1) {
      const moments = this.#of(day);
      for (let at = firstIndexAfter(moments, after); at < moments.length; at += 1) {
        const moment = moments[at];
        if (!moment || moment.unit > upTo) return found;
        found.push(moment);
      }
    }
    return found;
  }

  #of(day: number): M[] {
    const known = this.#days.get(day);
    if (known) return known;
    if (this.#days.size >= KEPT_DAYS) this.#days.clear();
    const start = timeOfUnit(day * DAY_UNITS);
    const made = this.#make(start, start + LOCAL_DAY_MS);
    this.#days.set(day, made);
    return made;
  }
}

function firstIndexAfter(moments: Moment[], unit: number): number {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((moments[middle]?.unit ?? 0) > unit) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** @param isOpen whether anything is due at a local time */
export const intervalMoments = (
  clock: ZoneClock,
  everyMinutes: number,
  isOpen: (local: number) => boolean,
): Moments<Moment> =>
  new Moments((from, to) =>
    clock
      .multiples(everyMinutes * MINUTE_MS, from, to)
      .filter((ms) => isOpen(clock.local(ms)))
      .map((ms) => ({ unit: firstUnitFrom(ms) })),
  );

/**
 * Hard items come before soft ones of the same unit, then local time decides, then the document's order.
 * @param algorithm in version 1, items whose time the clock skips air one after another in the document's order
 */
export const fixedMoments = (
  clock: ZoneClock,
  fixedItems: FixedItem[],
  algorithm: AlgorithmVersion,
): Moments<FixedMoment> =>
  new Moments((from, to) => {
    const moments: (FixedMoment & { local: number })[] = [];
    const ordered = [
      ...fixedItems.filter((one) => one.is_hard),
      ...fixedItems.filter((one) => !one.is_hard),
    ];
    // The day before and the day after, because the local date differs from UTC's.
    const first = Math.floor(from / LOCAL_DAY_MS) - 1;
    for (const fixed of ordered) {
      const minutes = minutesOf(fixed.at) ?? 0;
      for (let date = first; date <= first + 3; date += 1) {
        const local = date * LOCAL_DAY_MS + minutes * MINUTE_MS;
        if (!fixed.days.some((day) => day === weekdayOf(local))) continue;
        const ms = clock.instant(local);
        if (ms < from || ms >= to) continue;
        moments.push({ unit: firstUnitFrom(ms), fixed, isSkipped: false, local });
      }
    }
    if (algorithm === 1) return moments.sort((one, other) => one.unit - other.unit);
    moments.sort(
      (one, other) =>
        one.unit - other.unit ||
        Number(other.fixed.is_hard) - Number(one.fixed.is_hard) ||
        one.local - other.local,
    );
    const isLater = (one: FixedMoment & { local: number }) => (other: typeof one) =>
      other.fixed.is_hard && other.unit === one.unit && other.local > one.local;
    return moments.map((one) => ({
      ...one,
      isSkipped: one.fixed.is_hard && moments.some(isLater(one)),
    }));
  });
