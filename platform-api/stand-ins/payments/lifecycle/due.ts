import type Stripe from 'stripe';
import type { Ledger } from '../ledger.ts';
import { refId } from '../stripe-object.ts';
import { periodEnd } from './calendar.ts';
import { collectInvoice, describePrice, voidInvoice, writeInvoice } from './invoices.ts';
import { currentPeriodEnd, endSubscription, expireCheckout, isOver } from './subscriptions.ts';

/** Work that runs at its time: a renewal, an ending, a retried payment, an expiry. */
interface DueWork {
  at: number;
  act: () => void;
}

/** Runs everything that falls due by then, the earliest first and each at its own time. */
export function runDue(ledger: Ledger, until: number): void {
  for (let due = nextDue(ledger); due && due.at <= until; due = nextDue(ledger)) {
    ledger.at(due.at, due.act);
  }
}

function nextDue(ledger: Ledger): DueWork | null {
  let earliest: DueWork | null = null;
  const consider = (at: number, act: () => void): void => {
    if (earliest === null || at < earliest.at) earliest = { at, act };
  };
  for (const { id, status, expires_at } of ledger.all('checkout.session')) {
    if (status === 'open') consider(expires_at, () => expireCheckout(ledger, id));
  }
  for (const subscription of ledger.all('subscription')) {
    if (isOver(subscription)) continue;
    const { id, cancel_at, pending_update, latest_invoice } = subscription;
    if (pending_update) {
      consider(pending_update.expires_at, () => voidInvoice(ledger, refId(latest_invoice) ?? ''));
    }
    const end = currentPeriodEnd(subscription);
    // A cancellation comes before the renewal of the same moment.
    if (cancel_at !== null && cancel_at <= end) {
      consider(cancel_at, () => endSubscription(ledger, id));
    } else consider(end, () => renewSubscription(ledger, subscription));
  }
  for (const { id, status, next_payment_attempt: at } of ledger.all('invoice')) {
    if (status === 'open' && at !== null) {
      consider(at, () => collectInvoice(ledger, id, { isScheduled: true }));
    }
  }
  return earliest;
}

/** Starts the next period: an invoice is written and the stored card is charged. */
function renewSubscription(ledger: Ledger, subscription: Stripe.Subscription): void {
  const { id, billing_cycle_anchor: anchor } = subscription;
  const start = currentPeriodEnd(subscription);
  const before = Math.min(...subscription.items.data.map((item) => item.current_period_start));
  const items = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: periodEnd(anchor, start),
  }));
  const invoice = writeInvoice(ledger, {
    // A subscription always has its customer.
    customer: refId(subscription.customer) ?? '',
    subscription,
    reason: 'subscription_cycle',
    period: { start: before, end: start },
    lines: items.map(({ id: subscriptionItem, price, quantity = 1, ...item }) => ({
      description: describePrice(ledger, price, quantity),
      price,
      quantity,
      period: { start: item.current_period_start, end: item.current_period_end },
      rates: item.tax_rates ?? [],
      subscriptionItem,
    })),
  });
  ledger.change(
    'subscription',
    id,
    { items: { ...subscription.items, data: items }, latest_invoice: invoice.id },
    'customer.subscription.updated',
  );
  collectInvoice(ledger, invoice.id, { isScheduled: true });
}
