const LONG_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A day as a letter says it: `28 November 2026`. @param time ISO 8601 */
export function longDate(time: string): string {
  return LONG_DATE.format(new Date(time));
}
