const DAY_SECONDS = 24 * 60 * 60;

/** How often a price is paid: every so many days, weeks, months or years. */
export interface Interval {
  interval: string;
  interval_count: number;
}

/**
 * So many months later in UTC, at the same time of day: the same day, or the month's last where it has
 * no such day (docs.stripe.com/billing/subscriptions/billing-cycle).
 *
 * @param time Unix seconds
 */
export function addMonths(time: number, months: number): number {
  const date = new Date(time * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}

/**
 * When the period that begins then ends. It is counted from the anchor and not from the last end, so
 * that who began on the 31st comes back to it after February.
 */
export function periodEnd(anchor: number, start: number, every: Interval): number {
  for (let count = 1; ; count += 1) {
    const end = addIntervals(anchor, count, every);
    if (end > start) return end;
  }
}

function addIntervals(
  anchor: number,
  count: number,
  { interval, interval_count }: Interval,
): number {
  const units = count * interval_count;
  switch (interval) {
    case 'day':
      return anchor + units * DAY_SECONDS;
    case 'week':
      return anchor + units * 7 * DAY_SECONDS;
    case 'year':
      return addMonths(anchor, units * 12);
    default:
      return addMonths(anchor, units);
  }
}
