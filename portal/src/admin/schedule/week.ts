// The hours of the week as blocks of music painted onto a grid, and back.
import { WEEKDAYS, type Weekday } from '@stationhouse/platform-api/contract/schedule/values';
import type { DayPart } from '@stationhouse/sdk/client';

/** Minutes of a day. */
export const DAY_MINUTES = 24 * 60;

/** A kind of music with a name; its hours are ranges that name it by its index. */
export interface Block {
  name: string;
  playlists: DayPart['playlists'];
}

/** Hours of one day, in minutes from midnight. The end is exclusive. */
export interface Range {
  day: Weekday;
  from: number;
  to: number;
  block: number;
}

/** Ranges never overlap. Hours without one have the default playlists. */
export interface Week {
  blocks: readonly Block[];
  ranges: readonly Range[];
}

/** '09:30' or '24:00' in minutes. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Minutes as '09:30'; the end of the day is '24:00'. */
export function timeOf(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const dayAfter = (day: Weekday): Weekday =>
  WEEKDAYS[(WEEKDAYS.indexOf(day) + 1) % WEEKDAYS.length] ?? 'mon';

/** Clears the hours, then gives them to the block unless it is null. */
export function paint(
  { blocks, ranges }: Week,
  hours: Omit<Range, 'block'>,
  block: number | null,
): Week {
  const { day, from, to } = hours;
  const left = ranges.flatMap((range) => {
    if (range.day !== day || range.to <= from || range.from >= to) return [range];
    return [
      { ...range, to: from },
      { ...range, from: to },
    ].filter((piece) => piece.from < piece.to);
  });
  return { blocks, ranges: block === null ? left : [...left, { ...hours, block }] };
}

/** The same with hours that may go past midnight, on several days. */
export function paintDays(
  week: Week,
  { days, from, to }: Pick<DayPart, 'days' | 'from' | 'to'>,
  block: number | null,
): Week {
  const start = minutesOf(from);
  const end = minutesOf(to);
  return days.reduce((painted, day) => {
    if (end > start) return paint(painted, { day, from: start, to: end }, block);
    const evening = paint(painted, { day, from: start, to: DAY_MINUTES }, block);
    return end === 0 ? evening : paint(evening, { day: dayAfter(day), from: 0, to: end }, block);
  }, week);
}

/** Day parts with the same name and music become one block. The first of two that overlap is in force. */
export function weekOf(dayParts: readonly DayPart[]): Week {
  const blocks: Block[] = [];
  const indexOf = ({ name, playlists }: DayPart) => {
    const music = JSON.stringify(playlists);
    const known = blocks.findIndex(
      (block) => block.name === name && JSON.stringify(block.playlists) === music,
    );
    return known < 0 ? blocks.push({ name, playlists }) - 1 : known;
  };
  const parts = dayParts.map((part) => ({ part, block: indexOf(part) }));
  return parts.reduceRight<Week>((week, { part, block }) => paintDays(week, part, block), {
    blocks,
    ranges: [],
  });
}

/** Adjoining hours of a day are one range. */
function joined(ranges: readonly Range[]): Range[] {
  const sorted = [...ranges].sort(
    (a, b) =>
      a.block - b.block || WEEKDAYS.indexOf(a.day) - WEEKDAYS.indexOf(b.day) || a.from - b.from,
  );
  const result: Range[] = [];
  for (const range of sorted) {
    const last = result.at(-1);
    if (last?.block === range.block && last.day === range.day && last.to === range.from) {
      last.to = range.to;
    } else {
      result.push({ ...range });
    }
  }
  return result;
}

/** The day parts of a week: the same hours of several days are one day part. A block without hours has none. */
export function dayPartsOf({ blocks, ranges }: Week): DayPart[] {
  const parts = new Map<string, DayPart>();
  for (const { block, day, from, to } of joined(ranges)) {
    const music = blocks[block];
    if (music === undefined) continue;
    const key = `${block} ${from} ${to}`;
    const part = parts.get(key);
    if (part) part.days.push(day);
    else parts.set(key, { ...music, days: [day], from: timeOf(from), to: timeOf(to) });
  }
  return [...parts.values()];
}

/** The hours of one block, as day parts. */
export const hoursOf = (week: Week, block: number): DayPart[] =>
  dayPartsOf({ ...week, ranges: week.ranges.filter((range) => range.block === block) });

/** Gives other days the hours of one. */
export function copyDay(week: Week, from: Weekday, to: readonly Weekday[]): Week {
  const copied = week.ranges.filter(({ day }) => day === from);
  const kept = week.ranges.filter(({ day }) => !to.includes(day));
  return {
    blocks: week.blocks,
    ranges: [...kept, ...to.flatMap((day) => copied.map((range) => ({ ...range, day })))],
  };
}

/** Removes a block and its hours. */
export function removeBlock({ blocks, ranges }: Week, block: number): Week {
  return {
    blocks: blocks.filter((_, index) => index !== block),
    ranges: ranges
      .filter((range) => range.block !== block)
      .map((range) => (range.block > block ? { ...range, block: range.block - 1 } : range)),
  };
}
