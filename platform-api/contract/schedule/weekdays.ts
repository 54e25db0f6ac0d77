import { WEEKDAYS, type Weekday } from './values.ts';

const DAY_NAMES: Record<Weekday, string> = {
  mon: 'Mon',
  tue: 'Tue',
  wed: 'Wed',
  thu: 'Thu',
  fri: 'Fri',
  sat: 'Sat',
  sun: 'Sun',
};
export const dayName = (day: Weekday): string => DAY_NAMES[day];

/** 'Every day', 'Mon to Fri', 'Sat, Sun'. */
export function daysInWords(days: readonly Weekday[]): string {
  const indices = days.map((day) => WEEKDAYS.indexOf(day)).sort((a, b) => a - b);
  const first = indices[0] ?? 0;
  const last = indices.at(-1) ?? 0;
  if (indices.length === WEEKDAYS.length) return 'Every day';
  const isRow = last - first === indices.length - 1 && indices.length > 2;
  const names = indices.map((index) => dayName(WEEKDAYS[index] ?? 'mon'));
  return isRow ? `${names[0]} to ${names.at(-1)}` : names.join(', ');
}
