import type { Knex } from 'knex';
import { Model } from 'objection';
import type Stripe from 'stripe';
import type { PackageName } from '../../contract/limits.ts';
import type { RadioStation } from '../stations/station.ts';

type Status = Stripe.Subscription.Status;

/** A subscription as the provider last told of it, so that nobody has to ask to count or to decide. */
export class Subscription extends Model {
  static override tableName = 'subscriptions';

  declare id: string;
  declare user_id: string;
  declare status: Status;
  /** The next payment with VAT. */
  declare amount: number;
  declare currency: string;
  declare next_payment_date: Date | null;
  declare package_name: PackageName | null;
  declare cancel_at: Date | null;
  declare ended_at: Date | null;
  /** Since when nobody pays for it; null: all is well. */
  declare unpaid_since: Date | null;
  declare created_at: Date;
  declare updated_at: Date;
}

/** Paid for, as far as anybody knows. */
export const isLive = (status: Status): boolean => status === 'active' || status === 'trialing';

/** Over for good: the provider never brings such a one back. */
export const hasEnded = (status: Status): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** Was paid for once, and is not now. One that never was (`incomplete`) has nothing to take away. */
export const isUnpaid = (status: Status): boolean =>
  ['past_due', 'unpaid', 'paused', 'canceled'].includes(status);

/**
 * Whether another package may be bought for a station that is there: it is off air for non-payment, or
 * will be, because the subscription has ended. What an admin has made or taken off air is not for sale.
 */
export async function mayBuyFor(trx: Knex, station: RadioStation): Promise<boolean> {
  const all = await Subscription.query(trx).where({ user_id: station.user_id });
  if (all.some(({ status }) => !hasEnded(status))) return false;
  if (station.status === 'suspended') return true;
  return station.status !== 'inactive' && all.length > 0;
}

/** Of several the one that counts: one that is paid for, else one that has not ended; then the newest. */
export function countingOf(all: Stripe.Subscription[]): Stripe.Subscription | null {
  const rank = ({ status }: Stripe.Subscription) =>
    isLive(status) ? 0 : isUnpaid(status) && !hasEnded(status) ? 1 : hasEnded(status) ? 3 : 2;
  return all.toSorted((a, b) => rank(a) - rank(b) || b.created - a.created)[0] ?? null;
}

/** When the period ends that is paid for, in Unix seconds. It stands on the items in this API version. */
export function periodEndOf({ items }: Stripe.Subscription): number | null {
  const ends = items.data.map((item) => item.current_period_end);
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** When the next payment is due, in Unix seconds; null: none will be, or nobody knows when. */
export function nextPaymentOf(subscription: Stripe.Subscription): number | null {
  const { status, cancel_at, cancel_at_period_end } = subscription;
  const end = periodEndOf(subscription);
  if (end === null || hasEnded(status) || cancel_at_period_end) return null;
  return cancel_at !== null && cancel_at <= end ? null : end;
}

/** What the next payment comes to with VAT, in cents: each line's VAT is rounded, as the provider does. */
export function nextAmountOf({ items, default_tax_rates }: Stripe.Subscription): number {
  return items.data.reduce((sum, item) => {
    const net = (item.price.unit_amount ?? 0) * (item.quantity ?? 1);
    const rates = item.tax_rates?.length ? item.tax_rates : (default_tax_rates ?? []);
    const added = rates.filter((rate) => !rate.inclusive);
    return added.reduce(
      (total, rate) => total + Math.round((net * rate.percentage) / 100),
      sum + net,
    );
  }, 0);
}

/** When a cancellation under way takes effect, in Unix seconds; null: none is under way. */
export function endsAtOf(subscription: Stripe.Subscription): number | null {
  const { status, cancel_at, cancel_at_period_end } = subscription;
  if (hasEnded(status)) return null;
  return cancel_at ?? (cancel_at_period_end ? periodEndOf(subscription) : null);
}
