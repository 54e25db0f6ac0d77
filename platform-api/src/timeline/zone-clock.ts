import { Temporal } from 'temporal-polyfill';
import { MINUTE_MS } from '../../contract/time.ts';

export const LOCAL_DAY_MS = 24 * 60 * MINUTE_MS;

/** No offset from UTC is larger: they go from -12 to +14 hours. */
const MAX_OFFSET_MS = LOCAL_DAY_MS;

/** The time from one change of a zone's offset to the next, in ms since the epoch. Local time is UTC plus `offset`. */
interface OffsetSpan {
  from: number;
  to: number;
  offset: number;
}

const clocks = new Map<string, ZoneClock>();

/** @throws RangeError when there is no such zone */
export function zoneClock(zone: string): ZoneClock {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new ZoneClock(zone);
  clocks.set(zone, clock);
  return clock;
}

/** Whether a schedule can run in a zone. Offsets such as +02:00 have no summer time. */
export function isZone(zone: string): boolean {
  try {
    zoneClock(zone);
    return /^[A-Za-z]/.test(zone);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Local time as ms since the epoch, as if the zone were UTC: then days, weekdays and minutes are plain arithmetic. */
export class ZoneClock {
  readonly #zone: string;
  readonly #spans: OffsetSpan[] = [];

  constructor(zone: string) {
    this.#zone = zone;
    this.#spanAt(0);
  }

  /** Local time at an instant. */
  local(ms: number): number {
    return ms + this.#spanAt(ms).offset;
  }

  /**
   * The instant of a local time: the first of two, and the first after a gap for a time that the clock skips.
   */
  instant(local: number): number {
    let span = this.#spanAt(local - MAX_OFFSET_MS);
    while (local - span.offset >= span.to) span = this.#spanAt(span.to);
    return Math.max(local - span.offset, span.from);
  }

  /**
   * All instants in a time at which the local clock shows a multiple of a step counted from midnight, in ms. Instants
   * after a gap that skips at least one multiple belong to them.
   */
  multiples(step: number, from: number, to: number): number[] {
    const instants: number[] = [];
    for (let at = from; at < to;) {
      const span = this.#spanAt(at);
      const end = Math.min(span.to, to);
      const skipped = at === span.from ? this.local(at - 1) + 1 : at + span.offset;
      if (skipped < at + span.offset && nextMultiple(skipped, step) < at + span.offset) {
        instants.push(at);
      }
      let next = nextMultiple(at + span.offset, step);
      if (instants.at(-1) === next - span.offset) next = nextMultiple(next + 1, step);
      for (; next < end + span.offset; next = nextMultiple(next + 1, step)) {
        instants.push(next - span.offset);
      }
      at = end;
    }
    return instants;
  }

  #spanAt(ms: number): OffsetSpan {
    const known = this.#spans.find((span) => span.from <= ms && ms < span.to);
    if (known) return known;
    const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(this.#zone);
    const previous = at.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
    const span = {
      from: previous?.epochMilliseconds ?? -Infinity,
      to: at.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity,
      offset: at.offsetNanoseconds / 1_000_000,
    };
    this.#spans.push(span);
    return span;
  }
}

/**
 * The first local time from `local` whose distance from its midnight is a multiple of `step`, both in ms. The last
 * multiple of a day is left out when the next midnight is less than half a step away.
 */
function nextMultiple(local: number, step: number): number {
  const sinceMidnight = local % LOCAL_DAY_MS;
  const midnight = local - sinceMidnight;
  const next = Math.ceil(sinceMidnight / step) * step;
  const isTooLate = next > 0 && 2 * (LOCAL_DAY_MS - next) < step;
  return midnight + (isTooLate ? LOCAL_DAY_MS : next);
}

/** The minutes since midnight of `HH:MM`; null when it is not a time from 00:00 to 24:00. */
export function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-4]):([0-5]\d)$/.exec(time) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return total <= 24 * 60 ? total : null;
}

/** ISO: 1 is Monday. @param local as `ZoneClock.local` gives it */
export const weekdayOf = (local: number): number =>
  ((Math.floor(local / LOCAL_DAY_MS) + 3) % 7) + 1;

/** Minutes since Monday 00:00. @param local as `ZoneClock.local` gives it */
export const minuteOfWeek = (local: number): number =>
  (weekdayOf(local) - 1) * 24 * 60 + Math.floor((local % LOCAL_DAY_MS) / MINUTE_MS);
