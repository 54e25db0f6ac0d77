import type Stripe from 'stripe';
import { idOf, type Ledger } from '../ledger.ts';
import { InvalidRequest } from '../refusals.ts';

/** Whether it still runs: what has ended stays ended. */
export function hasEnded(subscription: Stripe.Subscription): boolean {
  return subscription.status === 'canceled' || subscription.status === 'incomplete_expired';
}

/** Ends a subscription now. Its open invoices are not asked for any more. */
export function endSubscription(
  ledger: Ledger,
  id: string,
  reason: Stripe.Subscription.CancellationDetails.Reason = 'cancellation_requested',
): Stripe.Subscription {
  const subscription = ledger.get('subscription', id);
  const time = ledger.time(idOf(subscription.customer));
  for (const invoice of ledger.all('invoice')) {
    const isOpen = invoice.status === 'open' || invoice.status === 'draft';
    const isIts = idOf(invoice.parent?.subscription_details?.subscription) === id;
    if (isOpen && isIts) {
      ledger.change('invoice', invoice.id, { auto_advance: false, next_payment_attempt: null });
    }
  }
  const ended = ledger.change('subscription', id, {
    status: 'canceled',
    // Where it was cancelled before, that time stays.
    canceled_at: subscription.canceled_at ?? time,
    ended_at: time,
    cancellation_details: reasonOf(subscription, subscription.canceled_at === null ? reason : null),
  });
  ledger.record('customer.subscription.deleted', ended);
  return ended;
}

/** When the period that is paid for ends. */
export function currentPeriodEnd(subscription: Stripe.Subscription): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end));
}

/** Lets a subscription run out at its period's end, as the customer portal does. */
export function cancelAtPeriodEnd(ledger: Ledger, id: string): Stripe.Subscription {
  const subscription = ledger.get('subscription', id);
  return cancelLater(ledger, subscription, currentPeriodEnd(subscription), true);
}

/** @throws Refusal for a time that is over */
export function cancelAt(ledger: Ledger, id: string, time: number): Stripe.Subscription {
  const subscription = ledger.get('subscription', id);
  if (time <= ledger.time(idOf(subscription.customer))) {
    throw InvalidRequest('`cancel_at` must be a timestamp in the future.', 'cancel_at');
  }
  return cancelLater(ledger, subscription, time, false);
}

function cancelLater(
  ledger: Ledger,
  subscription: Stripe.Subscription,
  time: number,
  atPeriodEnd: boolean,
): Stripe.Subscription {
  return ledger.change(
    'subscription',
    subscription.id,
    {
      cancel_at: time,
      cancel_at_period_end: atPeriodEnd,
      canceled_at: ledger.time(idOf(subscription.customer)),
      cancellation_details: reasonOf(subscription, 'cancellation_requested'),
    },
    'customer.subscription.updated',
  );
}

/** Takes a cancellation back. */
export function resume(ledger: Ledger, id: string): Stripe.Subscription {
  const subscription = ledger.get('subscription', id);
  if (hasEnded(subscription)) throw InvalidRequest('This subscription is canceled.');
  return ledger.change(
    'subscription',
    id,
    {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { ...reasonOf(subscription, null), reason: null },
    },
    'customer.subscription.updated',
  );
}

/** @param reason null: as it was */
function reasonOf(
  { cancellation_details: details }: Stripe.Subscription,
  reason: Stripe.Subscription.CancellationDetails.Reason | null,
): Stripe.Subscription.CancellationDetails {
  // A subscription of the ledger always has them.
  const before = details as Stripe.Subscription.CancellationDetails;
  return reason === null ? before : { ...before, reason };
}
