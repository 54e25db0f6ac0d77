/**
 * The same time of day so many months later, in UTC. Where that month has no such day it is its last one
 * (docs.stripe.com/billing/subscriptions/billing-cycle).
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
 * The end of the month that begins at `start`. It is counted from the anchor, so that a subscription that
 * began on the 31st returns to the 31st after February.
 */
export function periodEnd(anchor: number, start: number): number {
  for (let count = 1; ; count += 1) {
    const end = addMonths(anchor, count);
    if (end > start) return end;
  }
}
