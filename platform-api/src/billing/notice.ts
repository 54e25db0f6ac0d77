import type Stripe from 'stripe';
import { NOTICE_DAYS } from '../../contract/limits.ts';
import { endsAtOf, isLive } from './subscription.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** The notice period in a subscription's metadata: the cancellation it was applied to and the later end. */
const noticeOf = ({ metadata }: Stripe.Subscription) => ({
  canceledAt: Number(metadata['notice_for']),
  until: Number(metadata['notice_until']),
});

/**
 * The later end of a cancelled subscription: one period later if the requested end is within the notice period.
 * @returns Unix seconds; null: the requested end applies, or the later end was set before
 */
export function laterEndOf(subscription: Stripe.Subscription): number | null {
  const { status, canceled_at, cancel_at_period_end, billing_cycle_anchor } = subscription;
  const end = endsAtOf(subscription);
  if (!isLive(status) || end === null || canceled_at === null) return null;
  const given = noticeOf(subscription);
  // Setting the later end may change `canceled_at`.
  const isDone = given.canceledAt === canceled_at || (given.until === end && !cancel_at_period_end);
  if (isDone || end - canceled_at >= NOTICE_DAYS * DAY_SECONDS) return null;
  return monthAfter(end, billing_cycle_anchor);
}

/**
 * The end of the period after the one that ends at `end`. A subscription that began on the 31st renews on the
 * last day of a shorter month, and then on the 31st again (docs.stripe.com/billing/subscriptions/billing-cycle).
 * @param anchor the start of the first period, in Unix seconds like `end`
 */
export function monthAfter(end: number, anchor: number): number {
  const date = new Date(end * 1_000);
  const anchorDay = new Date(anchor * 1_000).getUTCDate();
  const isLastDay = date.getUTCDate() === lastDayOf(date.getUTCFullYear(), date.getUTCMonth());
  const day = isLastDay ? Math.max(anchorDay, date.getUTCDate()) : date.getUTCDate();
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  date.setUTCFullYear(year, month, Math.min(day, lastDayOf(year, month)));
  return date.getTime() / 1_000;
}

/** @param month from 0; 12 is the next January */
const lastDayOf = (year: number, month: number): number =>
  new Date(Date.UTC(year, month + 1, 0)).getUTCDate();

/**
 * Sets the later end of a cancelled subscription. The update is idempotent, so it sends no idempotency key: with
 * a key, Stripe would replay an error for a day.
 * @throws the errors of Stripe's library
 */
export async function giveNotice(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Stripe.Subscription> {
  const later = laterEndOf(subscription);
  if (later === null) return subscription;
  const { id, canceled_at } = subscription;
  return stripe.subscriptions.update(id, {
    cancel_at: later,
    metadata: { notice_for: String(canceled_at), notice_until: String(later) },
  });
}
