import type { Subscription } from '@stationhouse/platform-api/contract/billing';
import { hasEnded } from '../billing/status-words.ts';

/**
 * The same day of the next month, or that month's last where it has no such day, as the payment provider
 * counts (Stripe, Billing cycle).
 *
 * @param time ISO 8601
 */
export function oneMonthAfter(time: string): string {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1);
  // A 31st that the month does not have has become a day of the month after it.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.toISOString();
}

/**
 * When the package renews: with the subscription's next payment, or one month after the purchase where
 * there is no subscription (specification §9). One that is cancelled does not renew.
 *
 * @returns ISO 8601; null: it does not, or nobody knows
 */
export function renewalDate(
  subscription: Subscription | null,
  purchasedAt: string | null,
): string | null {
  if (subscription === null) return purchasedAt && oneMonthAfter(purchasedAt);
  return hasEnded(subscription) ? null : subscription.next_payment_date;
}
