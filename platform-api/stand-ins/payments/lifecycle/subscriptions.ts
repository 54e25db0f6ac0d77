import type Stripe from 'stripe';
import { InvalidRequest } from '../api/errors.ts';
import { mergeMetadata } from '../api/params.ts';
import type { Ledger } from '../ledger.ts';
import { withPrice } from '../objects/subscription.ts';
import { refId, shaped } from '../stripe-object.ts';

type Reason = Stripe.Subscription.CancellationDetails.Reason;

/** Whether a subscription has ended for good. */
export function isOver({ status }: Stripe.Subscription): boolean {
  return status === 'canceled';
}

/** The end of the period that is paid for. */
export function currentPeriodEnd(subscription: Stripe.Subscription): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end));
}

/** Ends a subscription now. Its open invoices are no longer collected. */
export function endSubscription(
  ledger: Ledger,
  id: string,
  reason: Reason = 'cancellation_requested',
): Stripe.Subscription {
  const subscription = ledger.get('subscription', id);
  for (const invoice of ledger.all('invoice')) {
    const isTheirs = refId(invoice.parent?.subscription_details?.subscription) === id;
    if (invoice.status === 'open' && isTheirs) {
      ledger.change('invoice', invoice.id, { auto_advance: false, next_payment_attempt: null });
    }
  }
  const time = ledger.time();
  const ended = ledger.change('subscription', id, {
    status: 'canceled',
    // A planned cancellation keeps its own time and reason.
    canceled_at: subscription.canceled_at ?? time,
    ended_at: time,
    ...(subscription.canceled_at === null && withReason(subscription, reason)),
  });
  ledger.record('customer.subscription.deleted', ended);
  return ended;
}

/** Ends a subscription at the end of its period. */
export function cancelAtPeriodEnd(ledger: Ledger, id: string): Stripe.Subscription {
  const subscription = ledger.get('subscription', id);
  return cancelLater(ledger, subscription, currentPeriodEnd(subscription), true);
}

/** @throws Rejection for a time in the past */
export function cancelAt(ledger: Ledger, id: string, time: number): Stripe.Subscription {
  if (time <= ledger.time()) {
    throw InvalidRequest('`cancel_at` must be a timestamp in the future.', 'cancel_at');
  }
  return cancelLater(ledger, ledger.get('subscription', id), time, false);
}

function cancelLater(
  ledger: Ledger,
  subscription: Stripe.Subscription,
  time: number,
  isAtPeriodEnd: boolean,
): Stripe.Subscription {
  return ledger.change(
    'subscription',
    subscription.id,
    {
      cancel_at: time,
      cancel_at_period_end: isAtPeriodEnd,
      canceled_at: ledger.time(),
      ...withReason(subscription, 'cancellation_requested'),
    },
    'customer.subscription.updated',
  );
}

/** Takes back a planned cancellation. */
export function resumeSubscription(ledger: Ledger, id: string): Stripe.Subscription {
  const subscription = ledger.get('subscription', id);
  return ledger.change(
    'subscription',
    id,
    {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ...withReason(subscription, null),
    },
    'customer.subscription.updated',
  );
}

function withReason({ cancellation_details: details }: Stripe.Subscription, reason: Reason | null) {
  const changed = { ...details, reason };
  return { cancellation_details: shaped<Stripe.Subscription.CancellationDetails>(changed) };
}

/** Closes a checkout session that was not paid. */
export function expireCheckout(ledger: Ledger, id: string): Stripe.Checkout.Session {
  const expired = ledger.change('checkout.session', id, { status: 'expired', url: null });
  ledger.record('checkout.session.expired', expired);
  return expired;
}

/** A change of the price of a subscription's item. */
export interface PriceChange {
  item: string;
  price: Stripe.Price;
  metadata?: Record<string, string> | undefined;
}

/** Changes the price, without an invoice. */
export function changePrice(
  ledger: Ledger,
  subscription: Stripe.Subscription,
  { item, price, metadata }: PriceChange,
): Stripe.Subscription {
  return ledger.change(
    'subscription',
    subscription.id,
    {
      items: {
        ...subscription.items,
        data: subscription.items.data.map((one) => (one.id === item ? withPrice(one, price) : one)),
      },
      metadata: mergeMetadata(subscription.metadata, metadata),
      pending_update: null,
    },
    'customer.subscription.updated',
  );
}

/** Keeps a change until its invoice is paid (docs.stripe.com/billing/subscriptions/pending-updates). */
export function keepPendingUpdate(
  ledger: Ledger,
  subscription: Stripe.Subscription,
  { item, price, metadata }: PriceChange,
): Stripe.Subscription {
  const pending_update = shaped<Stripe.Subscription.PendingUpdate>({
    billing_cycle_anchor: null,
    discount: null,
    discounts: [],
    expires_at: Math.min(ledger.time() + PENDING_SECONDS, currentPeriodEnd(subscription)),
    metadata: metadata ?? null,
    subscription_items: subscription.items.data
      .filter(({ id }) => id === item)
      .map((one) => withPrice(one, price)),
    trial_end: null,
    trial_from_plan: null,
  });
  const { id } = subscription;
  return ledger.change('subscription', id, { pending_update }, 'customer.subscription.updated');
}

/** How long a change waits for its payment. */
const PENDING_SECONDS = 23 * 60 * 60;

/** Applies the change whose invoice was paid. */
export function applyPendingUpdate(ledger: Ledger, subscription: Stripe.Subscription): void {
  const { subscription_items, metadata } = subscription.pending_update ?? {};
  const item = subscription_items?.[0];
  if (!item) return;
  const given = metadata ?? undefined;
  const changed = changePrice(ledger, subscription, {
    item: item.id,
    price: item.price,
    metadata: given,
  });
  ledger.record('customer.subscription.pending_update_applied', changed);
}

/** Forgets the change whose invoice was voided. */
export function discardPendingUpdate(ledger: Ledger, { id, pending_update }: Stripe.Subscription) {
  if (!pending_update) return;
  const changes = { pending_update: null };
  const changed = ledger.change('subscription', id, changes, 'customer.subscription.updated');
  ledger.record('customer.subscription.pending_update_expired', changed);
}
