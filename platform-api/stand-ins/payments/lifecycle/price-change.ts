import type Stripe from 'stripe';
import { InvalidRequest } from '../api/errors.ts';
import type { Ledger } from '../ledger.ts';
import { refId } from '../stripe-object.ts';
import {
  collectInvoice,
  describePrice,
  draftInvoice,
  writeInvoice,
  type BilledLine,
  type InvoiceGiven,
} from './invoices.ts';
import {
  changePrice,
  currentPeriodEnd,
  keepPendingUpdate,
  type PriceChange,
} from './subscriptions.ts';

/** A change of price with the time from which it is charged, in Unix seconds. */
export interface ProratedChange extends PriceChange {
  at: number;
}

/** The invoice of an immediate change of price. The ledger does not keep it. */
export function previewPriceChange(
  ledger: Ledger,
  subscription: Stripe.Subscription,
  change: ProratedChange,
): Stripe.Invoice {
  return draftInvoice(ledger, invoiceOf(ledger, subscription, change));
}

/**
 * Changes the price and bills the difference for the rest of the period. If the payment fails, the change waits
 * for it (`payment_behavior=pending_if_incomplete`).
 */
export function changePriceNow(
  ledger: Ledger,
  subscription: Stripe.Subscription,
  change: ProratedChange,
): Stripe.Subscription {
  const { id } = subscription;
  const given = invoiceOf(ledger, subscription, change);
  const isSame = subscription.items.data.some(({ price }) => price.id === change.price.id);
  if (isSame) return changePrice(ledger, subscription, change);
  if (draftInvoice(ledger, given).total < 0) {
    throw InvalidRequest('The stand-in keeps no credits: lower a price without proration.');
  }
  const invoice = writeInvoice(ledger, given);
  const billed = ledger.change('subscription', id, { latest_invoice: invoice.id });
  const decline = collectInvoice(ledger, invoice.id);
  return decline ? keepPendingUpdate(ledger, billed, change) : changePrice(ledger, billed, change);
}

function invoiceOf(
  ledger: Ledger,
  subscription: Stripe.Subscription,
  { item: itemId, price, at }: ProratedChange,
): InvoiceGiven {
  const item = subscription.items.data.find(({ id }) => id === itemId);
  if (!item) throw InvalidRequest(`No such subscription item: '${itemId}'`, 'items[0][id]');
  const { current_period_start: start, current_period_end: end } = item;
  if (at < start || at > end) {
    throw InvalidRequest('The proration date must be within the current period.', 'proration_date');
  }
  const line = (one: Stripe.Price, sign: 1 | -1): BilledLine => ({
    description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${describePrice(ledger, one, 1)}`,
    price: one,
    quantity: 1,
    amount: sign * Math.round(((one.unit_amount ?? 0) * (end - at)) / (end - start)),
    period: { start: at, end },
    rates: item.tax_rates ?? [],
    subscriptionItem: item.id,
  });
  return {
    // A subscription always has its customer.
    customer: refId(subscription.customer) ?? '',
    subscription,
    reason: 'subscription_update',
    period: { start, end: currentPeriodEnd(subscription) },
    lines: [line(item.price, -1), line(price, 1)],
  };
}
