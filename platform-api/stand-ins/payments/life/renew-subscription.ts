import type { Ledger } from '../ledger.ts';
import { idOf } from '../ledger.ts';
import { periodEnd } from './calendar.ts';
import { collectInvoice } from './collect-invoice.ts';
import { currentPeriodEnd } from './end-subscription.ts';
import { describePrice, writeInvoice } from './write-invoice.ts';

/** Begins the next period: it is billed, and the card on file is asked for the money. */
export function renewSubscription(ledger: Ledger, id: string): void {
  const subscription = ledger.get('subscription', id);
  const start = currentPeriodEnd(subscription);
  const before = Math.min(...subscription.items.data.map((item) => item.current_period_start));
  const items = subscription.items.data.map((item) =>
    item.current_period_end > start || !item.price.recurring
      ? item
      : {
          ...item,
          current_period_start: start,
          current_period_end: periodEnd(
            subscription.billing_cycle_anchor,
            start,
            item.price.recurring,
          ),
        },
  );
  const renewed = { ...subscription, items: { ...subscription.items, data: items } };
  const invoice = writeInvoice(ledger, {
    // A subscription always has its customer.
    customer: idOf(subscription.customer) ?? '',
    subscription: renewed,
    reason: 'subscription_cycle',
    period: { start: before, end: start },
    lines: items
      .filter((item) => item.current_period_start === start)
      .map(({ id: subscriptionItem, price, quantity = 1, ...item }) => ({
        description: describePrice(productName(ledger, idOf(price.product)), price, quantity),
        price,
        quantity,
        period: { start: item.current_period_start, end: item.current_period_end },
        rates: item.tax_rates?.length ? item.tax_rates : (subscription.default_tax_rates ?? []),
        subscriptionItem,
      })),
  });
  ledger.change(
    'subscription',
    id,
    { items: renewed.items, latest_invoice: invoice.id },
    'customer.subscription.updated',
  );
  collectInvoice(ledger, invoice.id, { isScheduled: true });
}

/** A product's name as it stands on invoices. */
export function productName(ledger: Ledger, product: string | null): string {
  return ledger.find('product', product ?? '')?.name ?? 'Product';
}
