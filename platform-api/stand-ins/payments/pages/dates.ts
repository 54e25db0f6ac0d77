const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});
const SECOND_MS = 1_000;

/** `21 November 2026`, of Unix seconds. */
export const day = (seconds: number): string => DAY.format(seconds * SECOND_MS);

/** `21 Nov 2026, 17:31:19`, of Unix seconds, in UTC. */
export const moment = (seconds: number): string => MOMENT.format(seconds * SECOND_MS);

/** For machines, of Unix seconds. */
export const isoTime = (seconds: number): string => new Date(seconds * SECOND_MS).toISOString();
