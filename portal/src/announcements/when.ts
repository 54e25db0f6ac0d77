import { WEEKDAYS, type Weekday } from '@stationhouse/platform-api/contract/schedule/values';
import { HOUR_MS } from '@stationhouse/platform-api/contract/time';
import type { AnnouncementTime } from '@stationhouse/sdk/client';
import { clockTime, dateAfter, dateIn } from '../programme/zone-times.ts';

/** The fields of a time, all of them at once, so that changing one's mind loses nothing. */
export interface When {
  kind: AnnouncementTime['kind'] | 'over_this_song';
  /** Over the music, at a time or again and again. */
  over_music: Record<'at' | 'every', boolean>;
  /** '2026-11-24T18:30', local time of the station. */
  at: string;
  minutes: number;
  days: readonly Weekday[];
  from: string;
  to: string;
  first_day: string;
  last_day: string;
}

const WEEK_DAYS = 7;
const DEFAULT_MINUTES = 30;

/** The choices of a new announcement: after this song; in an hour; this week. */
export function startingWhen(zone: string, now: number): When {
  const soon = now + HOUR_MS;
  const today = dateIn(zone, now);
  const clock = clockTime(new Date(soon).toISOString(), zone, { seconds: false });
  return {
    kind: 'now',
    over_music: { at: true, every: false },
    at: `${dateIn(zone, soon)}T${clock}`,
    minutes: DEFAULT_MINUTES,
    days: WEEKDAYS,
    from: '09:00',
    to: '18:00',
    first_day: today,
    last_day: dateAfter(today, WEEK_DAYS - 1),
  };
}

/** The time that the fields describe. */
export function timeOf({ kind, at, days, over_music, ...rest }: When): AnnouncementTime {
  if (kind === 'now') return { kind, over_music: false };
  if (kind === 'over_this_song') return { kind: 'now', over_music: true };
  const how = { over_music: over_music[kind] };
  return kind === 'at' ? { kind, at, ...how } : { kind, days: [...days], ...rest, ...how };
}
