import { DAY_MS } from '@stationhouse/platform-api/contract/time';

// Times of a station, in its own time zone.

/** Kept, because making one is slow and a strip needs several for each move of a finger. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string, timeStyle: 'short' | 'medium'): Intl.DateTimeFormat {
  const key = `${timeZone} ${timeStyle}`;
  const known = clocks.get(key) ?? new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle });
  clocks.set(key, known);
  return known;
}

/** '14:32:05' in the zone. */
export function clockTime(time: string, zone: string, options: { seconds?: boolean } = {}): string {
  return clockOf(zone, options.seconds === false ? 'short' : 'medium').format(new Date(time));
}

/** 'Tue 24 Nov' in the zone. */
export function dayInWords(time: string | number, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  }).format(new Date(time));
}

/** The date of a moment in the zone, as '2026-11-24'. @param time epoch ms */
export function dateIn(zone: string, time: number): string {
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(time);
}

/** A moment in the zone as a field for times has it: '2026-11-24T14:32'. */
export const localMoment = (zone: string, time: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(time))
    .replace(' ', 'T');

/** A later date. @param date '2026-11-24' */
export const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** How far the zone is ahead of UTC at a moment, in ms. */
function offsetAt(zone: string, time: number): number {
  const local = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(time);
  const second = 1_000;
  return Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(time / second) * second;
}

/** The start of a day in the zone, in epoch ms. @param date '2026-11-24' */
export function startOfDay(zone: string, date: string): number {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const guess = utc - offsetAt(zone, utc);
  // The first guess used the offset of another moment, which differs on a day of a clock change.
  return utc - offsetAt(zone, guess);
}
