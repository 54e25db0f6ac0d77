import { Temporal } from 'temporal-polyfill';
import { expect } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../contract/time.ts';
import {
  byStart,
  firstUnitFrom,
  UNIT_MS,
  type Airing,
  type MissedItem,
} from '../src/timeline/airing.ts';
import type { TimelineDay } from '../src/timeline/day.ts';
import { songKey } from '../src/timeline/hash.ts';
import { segueOf } from '../src/timeline/mixing-rules.ts';
import type { Schedule, WeekHours } from '../src/timeline/schedule.ts';

// The promises of docs/decisions/029-the-timeline.md, checked on airings without the code that made them.

const HOUR_UNITS = (60 * 60 * 1_000) / UNIT_MS;

/** Airings follow each other, and only a segue, a hard item or a skip ends one early. */
export function expectNoGaps(airings: Airing[]): void {
  const wrong = airings.filter((airing, at) => {
    const next = airings[at + 1];
    const length = airing.ends_unit - airing.starts_unit;
    const isWhole = [airing.item.units, airing.item.units - segueOf(airing.item)].includes(length);
    const isPart = length > 0 && length < airing.item.units;
    const isHardNext = next?.rule.kind === 'fixed_item' && next.rule.is_hard;
    if (next && next.starts_unit !== airing.ends_unit) return true;
    if (next && airing.cut_by === 'hard_item' && !isHardNext) return true;
    return airing.cut_by === null ? !isWhole : !isPart;
  });
  expect(wrong).toEqual([]);
}

/** Speech over music begins over a song, one after the other, and no other speech begins while it sounds. */
export function expectVoiceOvers(airings: Airing[], voiceOvers: Airing[]): void {
  const wrong = voiceOvers.filter((one, at) => {
    const under = airings.filter(
      ({ starts_unit, ends_unit }) => starts_unit < one.ends_unit && ends_unit > one.starts_unit,
    );
    const isOverMusic = under.every(({ item }) => item.kind === 'music');
    const isAfterLast = one.starts_unit >= (voiceOvers[at - 1]?.ends_unit ?? 0);
    const isLate = 'due_unit' in one.rule && one.starts_unit < one.rule.due_unit;
    return !isOverMusic || !isAfterLast || isLate || one.cut_by !== null;
  });
  expect(wrong).toEqual([]);
}

/** No title and no artist comes back too soon, over day parts, bags and midnights. */
export function expectSeparation(airings: Airing[], { separation }: Schedule): void {
  const lastStarts = new Map<string, number>();
  const artists: (string | null)[] = [];
  const wrong = airings.filter(({ item, starts_unit, rule }) => {
    if (item.kind !== 'music') return false;
    const last = lastStarts.get(songKey(item)) ?? -Infinity;
    lastStarts.set(songKey(item), starts_unit);
    const recent = separation.artist_tracks === 0 ? [] : artists.slice(-separation.artist_tracks);
    artists.push(item.artist);
    if (rule.kind !== 'music') return false;
    const isTooSoon = starts_unit - last < separation.title_hours * HOUR_UNITS;
    return isTooSoon || recent.includes(item.artist) || rule.broken_separation !== null;
  });
  expect(wrong).toEqual([]);
}

/**
 * The units at which something is due every so many minutes, found minute by minute: the local clock shows a multiple,
 * or has just skipped one.
 */
export function dueUnits(
  schedule: Schedule,
  everyMinutes: number,
  from: number,
  to: number,
): number[] {
  const units: number[] = [];
  const start = Math.ceil((from * UNIT_MS) / MINUTE_MS) * MINUTE_MS;
  const offset = (ms: number) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(schedule.zone).offsetNanoseconds /
    1_000_000;
  let before = start - MINUTE_MS + offset(start - MINUTE_MS);
  for (let ms = start; firstUnitFrom(ms) < to; ms += MINUTE_MS) {
    const local = ms + offset(ms);
    // One minute, more where the clock skips, and the same again where it is set back.
    let isDue = false;
    for (let shown = Math.min(before + MINUTE_MS, local); shown <= local; shown += MINUTE_MS) {
      isDue ||= isMultiple((shown % DAY_MS) / MINUTE_MS, everyMinutes);
    }
    if (isDue && isOpen(schedule.opening_hours, local)) units.push(firstUnitFrom(ms));
    before = local;
  }
  return units;
}

const isMultiple = (minutes: number, everyMinutes: number): boolean =>
  minutes === 0 || (minutes % everyMinutes === 0 && 2 * (24 * 60 - minutes) >= everyMinutes);

/** @param local ms since the epoch as the local clock shows them */
function isOpen(hours: WeekHours[] | null, local: number): boolean {
  if (hours === null) return true;
  const now = (local % DAY_MS) / MINUTE_MS;
  const today = ((Math.floor(local / DAY_MS) + 3) % 7) + 1;
  const yesterday = today === 1 ? 7 : today - 1;
  return hours.some(({ days, from, to }) => {
    const [start = 0, end = 0] = [from, to].map(minutes);
    const isOn = (day: number) => days.some((one) => one === day);
    if (end > start) return isOn(today) && now >= start && now < end;
    return (isOn(today) && now >= start) || (isOn(yesterday) && now < end);
  });
}

const minutes = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
};

/** Each moment at which something was due either aired once or is missed once, with its reason. */
export function expectDueMoments(
  kind: 'radio_id' | 'break',
  wanted: number[],
  airings: Airing[],
  missed: MissedItem[],
): void {
  const aired = airings.flatMap(({ rule }) =>
    rule.kind === kind && (rule.kind === 'radio_id' || rule.position === 1) ? [rule.due_unit] : [],
  );
  const dropped = missed.flatMap((one) => (one.kind === kind ? [one.due_unit] : []));
  // The last one may still be due.
  const end = airings.at(-1)?.starts_unit ?? 0;
  const known = [...aired, ...dropped].sort((one, other) => one - other);
  const expected = wanted.filter((unit) => unit <= end);
  expect(known).toEqual(
    known.length < expected.length ? expected.slice(0, known.length) : expected,
  );
  expect(expected.length - known.length).toBeLessThanOrEqual(kind === 'break' ? 3 : 1);
}

/** Each radio ID and break of days in a row airs after the item that runs when it is due, or over it, or is missed for a reason. */
export function expectDueItems(
  schedule: Schedule,
  { airings, voice_overs, missed }: Pick<TimelineDay, 'airings' | 'voice_overs' | 'missed'>,
): void {
  expectNextEnd(airings, schedule, voice_overs);
  // The first item of a station is a radio ID at any time.
  const aired = byStart(airings.slice(1), voice_overs);
  const [from, to] = [airings[0]?.starts_unit ?? 0, airings.at(-1)?.ends_unit ?? 0];
  for (const [kind, rule] of [
    ['radio_id', schedule.radio_ids],
    ['break', schedule.breaks],
  ] as const) {
    if (rule === null) continue;
    expectDueMoments(kind, dueUnits(schedule, rule.every_minutes, from, to), aired, missed);
  }
}

const ORDER = ['pause', 'fixed_item', 'insertion', 'break', 'radio_id', 'music'] as const;

/**
 * After the item that runs when something becomes due, only what comes first in the order of decisions airs before it.
 * Music may fill the time before a hard item that would have cut it, and airs while a voice-over is due or sounds.
 */
export function expectNextEnd(
  airings: Airing[],
  schedule: Schedule,
  voiceOvers: Airing[] = [],
): void {
  const hard = [...airings, ...voiceOvers].flatMap(({ rule }) =>
    rule.kind === 'fixed_item' && rule.is_hard ? [rule.due_unit] : [],
  );
  const isSpokenOver = (unit: number) =>
    voiceOvers.some(
      ({ rule, ends_unit }) => 'due_unit' in rule && rule.due_unit <= unit && ends_unit > unit,
    );
  const wrong = airings.filter(({ item, rule, starts_unit }, at) => {
    if (!('due_unit' in rule) || (rule.kind === 'break' && rule.position > 1)) return false;
    for (let before = at - 1; before >= 0; before -= 1) {
      const other = airings[before];
      if (!other || other.starts_unit < rule.due_unit) return false;
      const from = other.starts_unit;
      const reach = from + longest(schedule, item.units);
      const wouldBeCut = hard.some((unit) => unit > from && unit <= starts_unit && unit < reach);
      const isFirst = ORDER.indexOf(other.rule.kind) <= ORDER.indexOf(rule.kind);
      if (!isFirst && !wouldBeCut && !isSpokenOver(from)) return true;
    }
    return false;
  });
  expect(wrong).toEqual([]);
}

/** The rotation may have changed while an item waited, so another one of its kind may have been the one that waited. */
const longest = ({ items }: Schedule, units: number): number =>
  Math.max(units, ...items.filter(({ kind }) => kind !== 'music').map((item) => item.units));
