// When announcements air, in words and in the station's time zone.
import { daysInWords } from '@stationhouse/platform-api/contract/schedule/weekdays';
import { HOUR_MS, MINUTE_MS } from '@stationhouse/platform-api/contract/time';
import type { Announcement, AnnouncementTime } from '@stationhouse/sdk/client';
import { clockTime, dateIn, dayInWords } from '../programme/zone-times.ts';

const SECOND_MS = 1_000;

/** '18:32' today, else 'Fri 27 Nov, 18:32'. */
export function momentInWords(time: string, zone: string, now: number): string {
  const clock = clockTime(time, zone, { seconds: false });
  const isToday = dateIn(zone, Date.parse(time)) === dateIn(zone, now);
  return isToday ? clock : `${dayInWords(time, zone)}, ${clock}`;
}

/** 'in 45 s', 'in 4 min'; nothing for what is more than an hour away. */
export function countdown(time: string, now: number): string {
  const ms = Date.parse(time) - now;
  if (ms <= 0) return 'now';
  if (ms < 2 * MINUTE_MS) return `in ${Math.ceil(ms / SECOND_MS)} s`;
  return ms < HOUR_MS ? `in ${Math.round(ms / MINUTE_MS)} min` : '';
}

/** Noon, so that no time zone moves it to another day. */
const dateInWords = (date: string): string => dayInWords(`${date}T12:00:00Z`, 'UTC');

/** 'Every 30 min, 17:00–19:00, Fri, Sat, until Thu 24 Dec'. */
export function planInWords(when: AnnouncementTime, zone: string, now: number): string {
  if (when.kind === 'now') return 'After the song';
  if (when.kind === 'at') return `Once, ${momentInWords(when.at, zone, now)}`;
  const { minutes, from, to, days, first_day, last_day } = when;
  const start = first_day > dateIn(zone, now) ? `from ${dateInWords(first_day)} ` : '';
  return `Every ${minutes} min, ${from}–${to}, ${daysInWords(days).replace('Every', 'every')}, ${start}until ${dateInWords(last_day)}`;
}

/** When it airs next, or has aired. */
export function airingInWords(one: Announcement, zone: string, now: number): string {
  const { airs_at, due_at, last_aired_at, aired, sound, state } = one;
  if (airs_at !== null) {
    return [`Airs at ${momentInWords(airs_at, zone, now)}`, countdown(airs_at, now)]
      .filter(Boolean)
      .join(', ');
  }
  if (due_at !== null && sound.state === 'getting_ready') return 'Airs as soon as it is ready';
  if (due_at !== null && sound.state === 'ready') {
    return `Airs ${state === 'running' ? 'next ' : ''}about ${momentInWords(due_at, zone, now)}`;
  }
  if (last_aired_at === null) return '';
  const times = aired > 1 ? `, ${aired} times in all` : '';
  return `Aired at ${momentInWords(last_aired_at, zone, now)}${times}`;
}
