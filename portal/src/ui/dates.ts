/** One manner of writing dates everywhere, as our words are British: '21 November 2026'. */
const inWords = () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });

/**
 * A day as people write it, in the time zone of whoever reads: '21 November 2026'.
 *
 * @param time ISO 8601, as the API sends times
 */
export function formatDate(time: string): string {
  return inWords().format(new Date(time));
}

/** A day and the time of it, where the reader is: '21 November 2026 at 14:32'. @param time ISO 8601 */
export function formatMoment(time: string): string {
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });
  return words.format(new Date(time));
}

/** The same to the second, with the time zone: for whoever looks closer. @param time ISO 8601 */
export function formatExactly(time: string): string {
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'long' });
  return words.format(new Date(time));
}

/**
 * From one day to another, without saying twice what they share: '21 November – 21 December 2026'. The
 * same day twice is one.
 *
 * @param start in Unix seconds, as invoices have their periods (specification §9)
 * @param end the same
 */
export function formatPeriod(start: number, end: number): string {
  return inWords().formatRange(start * 1000, end * 1000);
}
