import { setImmediate as endOfTurn } from 'node:timers/promises';
import { PREVIEW_DAYS } from '../../contract/schedule/values.ts';
import { airingsBetween, DAY_UNITS, dayOfUnit, type StationTimeline } from '../timeline/airing.ts';
import { placeLocally, type LocalAiring } from '../timeline/local-airings.ts';
import type { ComputedDay } from './computed-days.ts';
import { dayOfTime } from './packed-day.ts';
import { computeStationDay, type StationDay } from './station-day.ts';
import type { LoadedInputs } from './station-inputs.ts';

/** A station's days in this process. */
export interface StationDays extends StationTimeline {
  /** The days that overlap a span of units, computed if they are not yet. Unknown ones are left out. */
  daysBetween(from: number, to: number): StationDay[];
  /** The airings at some locations only that overlap a span of units, in order. */
  localBetween(from: number, to: number): LocalAiring[];
}

/** The timeline of a station, whose later days are computed when they are asked for. */
export function timelineOf(
  { base, inputs, local, firstDay }: LoadedInputs,
  computed: readonly StationDay[],
  now: () => number,
): StationDays {
  const days = new Map([...(base ? [base] : []), ...computed].map((one) => [one.day, one]));

  const dayAt = (day: number): StationDay | undefined => {
    const found = days.get(day);
    if (found) return found;
    // The first day may be tomorrow: the database, whose clock counts, can be ahead of ours at midnight.
    const newest = Math.max(firstDay - 1, ...days.keys());
    // Before what was loaded, or too far ahead.
    if (day <= newest || day > dayOfTime(now()) + PREVIEW_DAYS + 1) return undefined;
    const before = day === firstDay ? base : dayAt(day - 1);
    if (before === undefined) return undefined;
    const made = computeStationDay(inputs, { day, state: before?.end ?? null });
    days.set(day, made);
    for (const old of days.keys()) if (old < dayOfTime(now()) - 1) days.delete(old);
    return made;
  };

  function daysBetween(from: number, to: number): StationDay[] {
    const found: StationDay[] = [];
    // An item of the day before may reach into the span.
    for (let day = dayOfUnit(from) - 1; day <= dayOfUnit(to - 1); day += 1) {
      const made = dayAt(day);
      if (made) found.push(made);
    }
    return found;
  }

  return withLocal(local, daysBetween, {
    itemsBetween: (from, to) =>
      daysBetween(from, to).flatMap(({ airings }) => airingsBetween(airings, from, to)),
    voiceOversBetween: (from, to) =>
      daysBetween(from, to).flatMap(({ voice_overs }) =>
        voice_overs.filter((one) => one.starts_unit < to && one.ends_unit > from),
      ),
  });
}

/** The timeline of a station around now, from what was kept. It has no days. */
export const timelineOfComputed = ({ local, timeline }: ComputedDay): StationDays =>
  withLocal(local, () => [], timeline);

function withLocal(
  local: LoadedInputs['local'],
  daysBetween: StationDays['daysBetween'],
  timeline: StationTimeline,
): StationDays {
  const placed = placeLocally(local, timeline);
  return {
    ...timeline,
    daysBetween,
    localBetween: (from, to) =>
      placed(to).filter((one) => one.starts_unit < to && one.ends_unit > from),
  };
}

/** Lets other work of this process happen while many days are computed. */
export async function computeAhead(timeline: StationDays, from: number, to: number): Promise<void> {
  for (let day = dayOfUnit(from); day <= dayOfUnit(to); day += 1) {
    timeline.daysBetween(from, Math.min(to, (day + 1) * DAY_UNITS));
    await endOfTurn();
  }
}
