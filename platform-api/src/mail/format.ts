// Formats values for the texts of mails.

/**
 * An amount of money, for example `€537.60`.
 * @param minorUnits for example cents
 * @param currency ISO 4217, upper or lower case
 */
export function amount(minorUnits: number, currency: string): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency });
  // Not every currency has two decimals.
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(minorUnits / 10 ** digits);
}

/** Puts a user's text on one line: line breaks and control characters become spaces. */
export const asLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ');

/** Fits a phone's list of mails. In UTF-16 code units, including the ellipsis. */
export const MAX_SUBJECT_LENGTH = 60;

/** Cuts between code points, because half a surrogate pair is invalid. */
export function shortenedTo(most: number, text: string): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const character of text) {
    if (kept.length + character.length >= most) break;
    kept += character;
  }
  return `${kept}…`;
}

/** A subject about something with a name, which is cut where it is long, so that what happened stays readable. */
export const newsAbout = (name: string, event: string): string =>
  `${shortenedTo(MAX_SUBJECT_LENGTH - event.length - 1, asLine(name))} ${event}`;

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A duration in words: '10 minutes', '1 hour', '24 hours'. */
export function lifetime(seconds: number): string {
  const [count, unit] = seconds < HOUR ? [seconds / MINUTE, 'minute'] : [seconds / HOUR, 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A date, for example `28 November 2026`. @param time ISO 8601 */
export function longDate(time: string): string {
  return LONG_DATE.format(new Date(time));
}

/** A moment in UTC, for example `28 November 2026 at 12:00`. */
export const DATE_AND_TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});
