/** The format of all dates: '21 November 2026'. */
const inWords = () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/** A date in the reader's time zone: '21 November 2026'. @param time ISO 8601 */
export function formatDate(time: string): string {
  return inWords().format(new Date(time));
}

/** A date and time in the reader's time zone: '21 November 2026 at 14:32'. @param time ISO 8601 */
export function formatMoment(time: string): string {
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
  return words.format(new Date(time));
}

/** A time of day in the reader's time zone: '14:32'. @param time ISO 8601 */
export function formatTime(time: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(new Date(time));
}

/** A date and time with seconds and time zone. @param time ISO 8601 */
export function formatExactly(time: string): string {
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'long' });
  return words.format(new Date(time));
}

/**
 * A period: '21 November – 21 December 2026'. One day is a single date.
 *
 * @param start in Unix seconds, as in invoices (specification §9)
 * @param end in Unix seconds
 */
export function formatPeriod(start: number, end: number): string {
  return inWords().formatRange(start * 1000, end * 1000);
}
