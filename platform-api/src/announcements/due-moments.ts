// When announcements are due: pure functions of their plans, in the station's time zone.
import type { z } from 'zod';
import type { AnnouncementTime } from '../../contract/announcements/schemas.ts';
import { ANNOUNCEMENT_DAYS, WEEKDAYS } from '../../contract/schedule/values.ts';
import { MINUTE_MS } from '../../contract/time.ts';
import { refuse } from '../errors.ts';
import { LOCAL_DAY_MS, minutesOf, weekdayOf, zoneClock } from '../timeline/zone-clock.ts';

/** When an announcement airs, as it is stored: `at` is a moment in UTC. Plans of earlier releases say nothing of the music. */
export type Plan = z.input<typeof AnnouncementTime>;
type Repeated = Extract<Plan, { kind: 'every' }>;

/** A plan, the moment at which it was made, in epoch ms, and the station's time zone. */
export interface Planned {
  plan: Plan;
  plannedAt: number;
  zone: string;
}

/** The moments from `from` up to but not including `to` at which an announcement is due, in order, in epoch ms. */
export function dueMoments({ plan, plannedAt, zone }: Planned, from: number, to: number): number[] {
  const within = (moment: number) => moment >= from && moment < to;
  if (plan.kind === 'now') return [plannedAt].filter(within);
  if (plan.kind === 'at') return [Date.parse(plan.at)].filter(within);
  const clock = zoneClock(zone);
  const found = new Set<number>();
  // The hours of a day may reach into the next one.
  const first = Math.max(Date.parse(plan.first_day), dayOf(clock.local(from)) - LOCAL_DAY_MS);
  const last = Math.min(Date.parse(plan.last_day), dayOf(clock.local(to)));
  for (let midnight = first; midnight <= last; midnight += LOCAL_DAY_MS) {
    for (const local of localTimes(plan, midnight)) {
      const moment = clock.instant(local);
      // The clock skips some local times in spring. Of one that it shows twice, the first counts.
      if (clock.local(moment) === local && within(moment)) found.add(moment);
    }
  }
  return [...found].sort((one, other) => one - other);
}

const dayOf = (local: number): number =>
  local - (((local % LOCAL_DAY_MS) + LOCAL_DAY_MS) % LOCAL_DAY_MS);

function localTimes(plan: Repeated, midnight: number): number[] {
  const day = WEEKDAYS[weekdayOf(midnight) - 1];
  if (!plan.days.some((wanted) => wanted === day)) return [];
  const begins = minutesOf(plan.from) ?? 0;
  const ends = minutesOf(plan.to) ?? 0;
  const until = ends <= begins ? ends + LOCAL_DAY_MS / MINUTE_MS : ends;
  const times: number[] = [];
  for (let minute = begins; minute < until; minute += plan.minutes) {
    times.push(midnight + minute * MINUTE_MS);
  }
  return times;
}

/** The end of a plan, after which it is never due, in epoch ms. */
export function endOfPlan({ plan, plannedAt, zone }: Planned): number {
  if (plan.kind === 'now') return plannedAt;
  if (plan.kind === 'at') return Date.parse(plan.at);
  // Its last hours may reach into the next day.
  return zoneClock(zone).instant(Date.parse(plan.last_day) + 2 * LOCAL_DAY_MS);
}

/** The first moment from `from` on; undefined: it is never due again. */
export function nextDue(planned: Planned, from: number): number | undefined {
  const end = endOfPlan(planned) + 1;
  const begins =
    planned.plan.kind === 'every'
      ? zoneClock(planned.zone).instant(Date.parse(planned.plan.first_day))
      : from;
  for (let at = Math.max(from, begins); at < end; at += LOCAL_DAY_MS) {
    const [moment] = dueMoments(planned, at, Math.min(end, at + LOCAL_DAY_MS));
    if (moment !== undefined) return moment;
  }
  return undefined;
}

const hasOffset = (time: string): boolean => /(?:Z|[+-]\d\d:?\d\d)$/i.test(time);

/**
 * Checks a wanted time against the clock and the package, and turns a local time into a moment.
 * @param anHour announcements that the package has in an hour
 * @throws `validation_failed` with a reason for people
 */
export function checkPlan(
  when: Plan,
  { zone, now, anHour }: { zone: string; now: number; anHour: number },
): Plan {
  const latest = now + ANNOUNCEMENT_DAYS * LOCAL_DAY_MS;
  if (when.kind === 'now') return when;
  if (when.kind === 'at') {
    const at = momentOf(when.at, { zone, field: 'when.at' });
    if (at <= now) throw refuse('when.at', 'This time has passed. Please choose a later one.');
    if (at > latest)
      throw refuse('when.at', `Choose a time within the next ${ANNOUNCEMENT_DAYS} days.`);
    return { ...when, at: new Date(at).toISOString() };
  }
  if (when.last_day < when.first_day) {
    throw refuse('when.last_day', 'The last day must not be before the first.');
  }
  if (Date.parse(when.last_day) > latest) {
    throw refuse('when.last_day', `Choose a day within the next ${ANNOUNCEMENT_DAYS} days.`);
  }
  if (when.minutes * anHour < 60) {
    const least = Math.ceil(60 / anHour);
    const message = `Your package has ${anHour} announcements an hour, so choose ${least} minutes or more.`;
    throw refuse('when.minutes', message);
  }
  if (nextDue({ plan: when, plannedAt: now, zone }, now) === undefined) {
    const message = 'It would never air: these days and hours have passed, or do not exist.';
    throw refuse('when.last_day', message);
  }
  return when;
}

/** A time in epoch ms; without an offset it is local. @throws `validation_failed` when the clock skips it */
export function momentOf(time: string, { zone, field }: { zone: string; field: string }): number {
  if (hasOffset(time)) return Date.parse(time);
  const clock = zoneClock(zone);
  const local = Date.parse(`${time}Z`);
  const moment = clock.instant(local);
  if (clock.local(moment) !== local) {
    const message = `The clocks go forward on that day, so there is no ${time.slice(11, 16)}. Please choose another time.`;
    throw refuse(field, message);
  }
  return moment;
}
