import type { Knex } from 'knex';
import { Model } from 'objection';
import type Stripe from 'stripe';
import { PACKAGE_NAMES, type PackageName } from '../../contract/billing/prices.ts';
import type { RadioStation } from '../stations/station.ts';
import { idOf } from './invoice.ts';
import { packageOfProduct } from './stripe/catalogue.ts';
import type { Table } from '../table.ts';

type Status = Stripe.Subscription.Status;

/** A subscription as last read from Stripe. */
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
  /** The package from the next payment on; null: it does not change. */
  declare next_package_name: PackageName | null;
  declare is_trial: boolean;
  /** The last reminder of a trial's end. */
  declare trial_reminded_at: Date | null;
  declare cancel_at: Date | null;
  declare ended_at: Date | null;
  /** When it became unpaid; null: it is paid. */
  declare unpaid_since: Date | null;
  declare created_at: Date;
  declare updated_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    subscriptions: Table<Subscription>;
  }
}

/** Whether a subscription is paid. */
export const isLive = (status: Status): boolean => status === 'active' || status === 'trialing';

/** Whether a subscription has ended for good. */
export const hasEnded = (status: Status): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/** Whether a subscription was paid before and is not now. An `incomplete` one was never paid. */
export const isUnpaid = (status: Status): boolean =>
  ['past_due', 'unpaid', 'paused', 'canceled'].includes(status);

/** The package that a user has from the next payment on; null: it does not change. */
export async function plannedPackageOf(db: Knex, userId: string): Promise<PackageName | null> {
  const planned = await Subscription.query(db)
    .findOne({ user_id: userId, ended_at: null })
    .whereNotNull('next_package_name');
  return planned?.next_package_name ?? null;
}

/** Whether a user has a subscription that has not ended, paid or not. */
export async function hasRunningSubscription(db: Knex, userId: string): Promise<boolean> {
  const all = await Subscription.query(db).where({ user_id: userId });
  return all.some(({ status }) => !hasEnded(status));
}

/**
 * Whether a package can be bought for an existing station: its subscription has ended, so it is or will be off
 * air. A package cannot be bought for a station that an admin has created or taken off air.
 */
export async function canBuyPackageFor(trx: Knex, station: RadioStation): Promise<boolean> {
  const all = await Subscription.query(trx).where({ user_id: station.user_id });
  if (all.some(({ status }) => !hasEnded(status))) return false;
  if (station.status === 'suspended') return true;
  return station.status !== 'inactive' && all.length > 0;
}

/** The current subscription: a paid one first, then one that has not ended, then the newest. */
export function currentSubscription(all: Stripe.Subscription[]): Stripe.Subscription | null {
  const rank = ({ status }: Stripe.Subscription) =>
    isLive(status) ? 0 : isUnpaid(status) && !hasEnded(status) ? 1 : hasEnded(status) ? 3 : 2;
  return all.toSorted((a, b) => rank(a) - rank(b) || b.created - a.created)[0] ?? null;
}

/** The end of the paid period, in Unix seconds. In this API version it is a field of the items. */
export function periodEndOf({ items }: Stripe.Subscription): number | null {
  const ends = items.data.map((item) => item.current_period_end);
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** The start of the paid period, in Unix seconds. */
export function periodStartOf({ items }: Stripe.Subscription): number | null {
  const starts = items.data.map((item) => item.current_period_start);
  return starts.length > 0 ? Math.max(...starts) : null;
}

/** When the next payment is due, in Unix seconds; null: no payment is due. */
export function nextPaymentOf(subscription: Stripe.Subscription): number | null {
  const { status, cancel_at, cancel_at_period_end } = subscription;
  const end = periodEndOf(subscription);
  if (end === null || hasEnded(status) || cancel_at_period_end) return null;
  return cancel_at !== null && cancel_at <= end ? null : end;
}

/** The next payment with VAT, in cents. VAT is rounded per line, as at Stripe. */
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

/**
 * The metadata of a change to a smaller package. Stripe has the new price at once, so that the next payment is
 * right; the member keeps the package that is paid for until the period ends.
 */
const KEPT_PACKAGE = 'kept_package';
const KEPT_UNTIL = 'kept_until';

/** The metadata that keeps a package until the period's end; null: no package is kept. */
export const keptPackage = (kept: { name: PackageName; until: number } | null) => ({
  [KEPT_PACKAGE]: kept?.name ?? '',
  [KEPT_UNTIL]: kept ? String(kept.until) : '',
});

/** The package that a member has, and the next one if it changes with the next payment. */
export function packagesOf(subscription: Stripe.Subscription): {
  now: PackageName | null;
  next: PackageName | null;
} {
  const { items, metadata } = subscription;
  const bought = packageOf(items.data);
  const kept = PACKAGE_NAMES.find((name) => name === metadata[KEPT_PACKAGE]);
  const start = periodStartOf(subscription);
  if (kept === undefined || start === null || start >= Number(metadata[KEPT_UNTIL])) {
    return { now: bought, next: null };
  }
  return { now: kept, next: bought };
}

/** The package of a subscription's items; null: not one of ours. */
export function packageOf(items: Stripe.SubscriptionItem[]): PackageName | null {
  const product = idOf(items[0]?.price.product);
  return product === null ? null : packageOfProduct(product);
}

/** When a cancelled subscription ends, in Unix seconds; null: it is not cancelled. */
export function endsAtOf(subscription: Stripe.Subscription): number | null {
  const { status, cancel_at, cancel_at_period_end } = subscription;
  if (hasEnded(status)) return null;
  return cancel_at ?? (cancel_at_period_end ? periodEndOf(subscription) : null);
}
