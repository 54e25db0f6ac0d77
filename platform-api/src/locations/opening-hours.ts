import { MINUTE_MS } from '../../contract/time.ts';
import type { hoursOfWeek } from '../../contract/fields.ts';
import { WEEKDAYS } from '../../contract/schedule/values.ts';
import { LOCAL_DAY_MS, minutesOf, weekdayOf, zoneClock } from '../timeline/zone-clock.ts';
import type { z } from 'zod';

/** From a moment to another, in ms since the epoch; the second is not part of it. */
export interface Span {
  from: number;
  to: number;
}

export type OpeningHours = z.output<typeof hoursOfWeek>[];

/** The hours of a location in its zone. Null: always open. */
export interface LocalHours {
  zone: string;
  opening_hours: OpeningHours | null;
}

/** The time ahead in which the next opening is searched: every weekday, and a change of the clock. */
const SEARCHED_MS = 9 * LOCAL_DAY_MS;

/**
 * When a location is open within a span: in order, without overlaps. An end at or before the start is on the next day,
 * and a time that a change of the clock skips is the first moment after it.
 */
export function openSpans({ zone, opening_hours }: LocalHours, { from, to }: Span): Span[] {
  if (from >= to) return [];
  if (opening_hours === null) return [{ from, to }];
  const clock = zoneClock(zone);
  const spans: Span[] = [];
  const firstDay = Math.floor(clock.local(from) / LOCAL_DAY_MS) - 2;
  const lastDay = Math.floor(clock.local(to) / LOCAL_DAY_MS) + 1;
  for (let day = firstDay; day <= lastDay; day += 1) {
    const midnight = day * LOCAL_DAY_MS;
    const weekday = WEEKDAYS[weekdayOf(midnight) - 1];
    for (const hours of opening_hours) {
      if (!weekday || !hours.days.includes(weekday)) continue;
      const start = minutesOf(hours.from) ?? 0;
      const end = minutesOf(hours.to) ?? 0;
      const length = end > start ? end - start : end - start + 24 * 60;
      spans.push({
        from: clock.instant(midnight + start * MINUTE_MS),
        to: clock.instant(midnight + (start + length) * MINUTE_MS),
      });
    }
  }
  return merge(spans.map((span) => within(span, { from, to })));
}

/** The part of a span that lies in another; empty if its end is not after its start. */
export const within = (span: Span, { from, to }: Span): Span => ({
  from: Math.max(span.from, from),
  to: Math.min(span.to, to),
});

/** Spans in order, joined where they overlap or touch. Empty ones are left out. */
export function merge(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    if (span.from >= span.to) continue;
    const last = merged.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}

/** The length of spans that do not overlap, in ms. */
export const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce((sum, { from, to }) => sum + to - from, 0);

/** The parts of spans that lie in others. Both are in order, without overlaps. */
export const intersect = (spans: readonly Span[], others: readonly Span[]): Span[] =>
  merge(spans.flatMap((span) => others.map((other) => within(span, other))));

/** Whether a location is open at a moment, since when, and when it changes next. Null: never, as far as it is searched. */
export function openAt(
  hours: LocalHours,
  at: number,
): { is_open: boolean; since: number | null; changes_at: number | null } {
  if (hours.opening_hours === null) return { is_open: true, since: null, changes_at: null };
  const spans = openSpans(hours, { from: at - SEARCHED_MS, to: at + SEARCHED_MS });
  const open = spans.find(({ from, to }) => from <= at && at < to);
  if (!open) {
    const next = spans.find(({ from }) => from > at);
    return { is_open: false, since: null, changes_at: next?.from ?? null };
  }
  return {
    is_open: true,
    since: open.from > at - SEARCHED_MS ? open.from : null,
    changes_at: open.to < at + SEARCHED_MS ? open.to : null,
  };
}
