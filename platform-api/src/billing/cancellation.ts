import type Stripe from 'stripe';
import type { Subscription } from '../../contract/billing/schemas.ts';
import { FREE_CANCELLATION_HOURS, NOTICE_DAYS } from '../../contract/stations/values.ts';
import { AppError } from '../errors.ts';
import {
  subscriptionTime,
  type BillingDeps,
  type BillingState,
  type Subscribed,
} from './billing-deps.ts';
import { callStripe, requirePayments } from './stripe/payments.ts';
import {
  endsAtOf,
  hasEnded,
  isLive,
  nextAmountOf,
  nextPaymentOf,
  periodEndOf,
  periodStartOf,
} from './subscription.ts';
import { isTrial, TRIAL } from './trial.ts';

const HOUR_SECONDS = 60 * 60;
const DAY_SECONDS = 24 * HOUR_SECONDS;

/**
 * The end of a subscription that is cancelled now: that of the paid month or, if it is within the notice period,
 * of the month after. A cancellation in the first hours of a month, or of an unpaid one, never costs the next.
 *
 * @param now in Unix seconds, like the result
 * @returns null: it is cancelled already, or has ended
 */
export function endIfCancelled(subscription: Stripe.Subscription, now: number): number | null {
  const start = periodStartOf(subscription);
  const end = periodEndOf(subscription);
  const { status } = subscription;
  if (start === null || end === null) return null;
  if (hasEnded(status) || endsAtOf(subscription) !== null) return null;
  const isFree = !isLive(status) || now - start <= FREE_CANCELLATION_HOURS * HOUR_SECONDS;
  if (isFree || end - now >= NOTICE_DAYS * DAY_SECONDS) return end;
  return monthAfter(end, subscription.billing_cycle_anchor);
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

/** The meaning of a cancellation now, as the API returns it. */
export function presentIfCancelled(
  subscription: Stripe.Subscription,
  now: number,
): Subscription['if_cancelled'] {
  const end = endIfCancelled(subscription, now);
  const next = nextPaymentOf(subscription);
  if (end === null) return null;
  return {
    ends_at: dateOf(end),
    payment:
      next === null || next >= end
        ? null
        : { amount: nextAmountOf(subscription), date: dateOf(next) },
  };
}

const dateOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/**
 * Cancels the member's subscription. Repeated, it does nothing.
 * @param endsAt the end that the member agreed to
 * @throws `subscription_changed` when it would end at another time; `billing_provider_error`, `stripe_not_configured`
 */
export async function cancelSubscription(
  deps: BillingDeps,
  userId: string,
  endsAt: string,
): Promise<Subscribed> {
  const agreed = Date.parse(endsAt) / 1_000;
  return change(deps, userId, (stripe, subscription) => {
    if (endsAtOf(subscription) === agreed) return null;
    if (endIfCancelled(subscription, subscriptionTime(deps) / 1_000) !== agreed) {
      throw new AppError('subscription_changed');
    }
    return stripe.subscriptions.update(subscription.id, { cancel_at: agreed });
  });
}

/**
 * Takes back a cancellation, or continues a trial. Repeated, it does nothing.
 * @throws `subscription_changed` when it has ended; `billing_provider_error`, `stripe_not_configured`
 */
export async function resumeSubscription(deps: BillingDeps, userId: string): Promise<Subscribed> {
  return change(deps, userId, (stripe, subscription) => {
    if (hasEnded(subscription.status)) throw new AppError('subscription_changed');
    if (endsAtOf(subscription) === null) return null;
    // A cancellation on Stripe's dashboard has the flag. Stripe accepts only one of the two parameters.
    const none = subscription.cancel_at_period_end
      ? { cancel_at_period_end: false }
      : { cancel_at: '' as const };
    const continued = isTrial(subscription) && { metadata: TRIAL.continued };
    return stripe.subscriptions.update(subscription.id, { ...none, ...continued });
  });
}

/**
 * Changes the current subscription at Stripe, and then our rows. The updates are idempotent and send no
 * idempotency key: with a key, Stripe would replay an error for a day.
 *
 * @param update null: there is nothing to change
 * @throws `subscription_changed` without a subscription
 */
async function change(
  deps: BillingDeps,
  userId: string,
  update: (stripe: Stripe, current: Stripe.Subscription) => Promise<unknown> | null,
): Promise<Subscribed> {
  const { stripe } = requirePayments(deps.payments);
  const { subscription } = requireSubscription(await deps.sync(userId));
  await callStripe(async () => update(stripe, subscription));
  return requireSubscription(await deps.sync(userId));
}

/** @throws `subscription_changed` without a subscription */
export function requireSubscription(state: BillingState): Subscribed {
  const { subscription } = state;
  if (!subscription) throw new AppError('subscription_changed');
  return { ...state, subscription };
}
