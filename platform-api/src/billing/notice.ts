import type Stripe from 'stripe';
import { NOTICE_DAYS } from '../../contract/limits.ts';
import { endsAtOf, isLive } from './subscription.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** What a subscription carries once its notice was seen to: the cancellation, and the end it was given. */
const noticeOf = ({ metadata }: Stripe.Subscription) => ({
  canceledAt: Number(metadata['notice_for']),
  until: Number(metadata['notice_until']),
});

/**
 * When a cancelled subscription ends so that its days of notice are kept: one period later than asked,
 * where that is sooner than they allow (issue 5, After payment fails or ends).
 * @returns Unix seconds; null: it ends when it was asked to, or was given its later end before
 */
export function laterEndOf(subscription: Stripe.Subscription): number | null {
  const { status, canceled_at, cancel_at_period_end, billing_cycle_anchor } = subscription;
  const end = endsAtOf(subscription);
  if (!isLive(status) || end === null || canceled_at === null) return null;
  const given = noticeOf(subscription);
  // Giving it a later end may count as a cancellation of its own, with a time of its own.
  const isSeenTo =
    given.canceledAt === canceled_at || (given.until === end && !cancel_at_period_end);
  if (isSeenTo || end - canceled_at >= NOTICE_DAYS * DAY_SECONDS) return null;
  return monthAfter(end, billing_cycle_anchor);
}

/**
 * The end of the period after the one that ends then. A subscription that began on the 31st renews on the
 * last day of a shorter month, and on the 31st again after it (Stripe, Billing cycle).
 * @param anchor the day that periods are counted from, in Unix seconds, as `end`
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
 * Gives a cancelled subscription its later end. Without a key of our own, under which the provider would
 * repeat a fault of its own for a day: twice is the same as once.
 * @throws what the provider's library throws
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
