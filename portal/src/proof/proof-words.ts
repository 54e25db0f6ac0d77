import type { NotPlayingStatus, PlayProof, ProvenAiring } from '@stationhouse/sdk/proof';

/** Why a location did not play, in words. */
export const NOT_PLAYING: Record<NotPlayingStatus, string> = {
  outside_hours: 'Outside its opening hours',
  closed: 'It was closed',
  offline: 'Its player did not report',
  stalled: 'The music did not reach its player',
  silent: 'Its player was paused',
  muted: 'Its player was muted',
  blocked: 'Its browser waited for a tap',
  unpaired: 'It had no player',
  playing: 'Its player did not play from start to end',
  reserve: 'Its player did not play from start to end',
  unknown: 'Its reports of that time are no longer kept',
};

/** The kinds of spot, in words. */
export const KINDS: Record<PlayProof['spot']['kind'], string> = {
  announcement: 'Announcement',
  commercial_spot: 'Commercial spot',
};

/** A format for times of the proof's zone. A zone that this browser does not know is shown in UTC. */
function inZone(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
  }
}

/** The formats of a proof, in its time zone. Made once: a month has thousands of times. */
export function timesOf(zone: string) {
  const [day, shortDay, minute, second] = [
    inZone(zone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    inZone(zone, { weekday: 'short', day: 'numeric', month: 'short' }),
    inZone(zone, { hour: '2-digit', minute: '2-digit' }),
    inZone(zone, { hour: '2-digit', minute: '2-digit', second: '2-digit' }),
  ];
  // Browsers disagree about a comma after the day of the week.
  const format = (by: Intl.DateTimeFormat) => (time: string) =>
    by.format(new Date(time)).replace(',', '');
  return {
    /** 'Thursday 1 October 2026' */
    day: format(day),
    /** 'Thu 1 Oct' */
    shortDay: format(shortDay),
    /** '08:00' */
    minute: format(minute),
    /** '08:00:06' */
    second: format(second),
  };
}
export type Times = ReturnType<typeof timesOf>;

/** The days of a proof: '1 – 31 October 2026'. Days have no time zone. */
export function periodOf({ from, to }: Pick<PlayProof, 'from' | 'to'>): string {
  const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return days.formatRange(new Date(from), new Date(to));
}

const grouped = new Intl.NumberFormat('en-GB');
/** A count: '1,488'. */
export const count = (number: number): string => grouped.format(number);

/** How late an airing was: '0.1 s', '1 min 15 s'. */
export function lateInWords(seconds: number): string {
  const tenths = Math.round(seconds * 10) / 10;
  if (tenths < 60) return `${tenths} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** An airing by its place in the proof, and when it counts. */
export interface PlacedAiring extends ProvenAiring {
  place: number;
}

const momentOf = ({ due_at, aired_at }: ProvenAiring): string | null => due_at ?? aired_at;

/** The airings by day, in the order of the proof. Those without any time are under an empty name. */
export function byDay(airings: readonly ProvenAiring[], { day }: Times) {
  const days: { name: string; airings: PlacedAiring[] }[] = [];
  for (const [place, airing] of airings.entries()) {
    const moment = momentOf(airing);
    const name = moment === null ? '' : day(moment);
    let last = days.at(-1);
    if (last?.name !== name) days.push((last = { name, airings: [] }));
    last.airings.push({ ...airing, place });
  }
  return days;
}

/** When a location did not play, for one reason: 'Thu 1 Oct, 08:00 to 11:30 (8 times)'. */
interface Silence {
  reason: string;
  count: number;
  times: string[];
}

/** The airings that a location did not play, by reason; those in a row are one. */
export function silencesOf(
  notPlaying: PlayProof['locations'][number]['not_playing'],
  airings: readonly ProvenAiring[],
  { shortDay, minute }: Times,
): Silence[] {
  const runs: {
    reason: string;
    day: string;
    from: string;
    to: string;
    last: number;
    count: number;
  }[] = [];
  for (const { airing, status } of notPlaying) {
    const found = airings[airing];
    const moment = found && (found.aired_at ?? found.due_at);
    const reason = NOT_PLAYING[status];
    const [day, time] = moment ? [shortDay(moment), minute(moment)] : ['', ''];
    const run = runs.at(-1);
    if (run && run.reason === reason && run.day === day && run.last + 1 === airing) {
      Object.assign(run, { to: time, last: airing, count: run.count + 1 });
    } else {
      runs.push({ reason, day, from: time, to: time, last: airing, count: 1 });
    }
  }
  const silences = new Map<string, Silence>();
  for (const { reason, day, from, to, count } of runs) {
    const silence = silences.get(reason) ?? { reason, count: 0, times: [] };
    const times = count === 1 ? from : `${from} to ${to} (${count} times)`;
    silence.count += count;
    silence.times.push(day === '' ? 'without a time' : `${day}, ${times}`);
    silences.set(reason, silence);
  }
  return [...silences.values()];
}
