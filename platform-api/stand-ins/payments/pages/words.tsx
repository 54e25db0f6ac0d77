/** @jsxRuntime automatic */
import type Stripe from 'stripe';

const CENTS = 100;
const SECOND_MS = 1_000;

/** An amount with its cents, in the American format (specification §9). */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / CENTS);
}

/** `VAT 20%`, of amounts in cents. */
export function vatLabel(net: number, vat: number): string {
  return `VAT ${net > 0 ? Math.round((vat * 100) / net) : 0}%`;
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
});

/** `21 November 2026`, of Unix seconds. */
export const day = (seconds: number): string => DAY.format(seconds * SECOND_MS);

/** `21 Nov 2026, 17:31:19`, of Unix seconds, in UTC. */
export const moment = (seconds: number): string => MOMENT.format(seconds * SECOND_MS);

/** The `datetime` attribute, of Unix seconds. */
export const isoTime = (seconds: number): string => new Date(seconds * SECOND_MS).toISOString();

const SUBSCRIPTION_STATUS: Record<string, { word: string; tone: string }> = {
  active: { word: 'Active', tone: 'good' },
  past_due: { word: 'Payment due', tone: 'bad' },
  canceled: { word: 'Ended', tone: '' },
};

/** A subscription's status as a coloured word. */
export function SubscriptionBadge({ subscription }: { subscription: Stripe.Subscription }) {
  const { status } = subscription;
  const { word, tone } =
    isRunning(subscription) && endOf(subscription) !== null
      ? { word: 'Ending', tone: 'warn' }
      : (SUBSCRIPTION_STATUS[status] ?? { word: status, tone: '' });
  return <span className={`badge ${tone}`}>{word}</span>;
}

/** Whether a subscription can still be cancelled or resumed. */
export function isRunning({ status }: Stripe.Subscription): boolean {
  return status !== 'canceled';
}

/** The name of the subscribed product. */
export function subscriptionName({ items }: Stripe.Subscription): string {
  for (const { price } of items.data) {
    const { product } = price;
    if (typeof product !== 'string' && !product.deleted) return product.name;
  }
  return 'Subscription';
}

/** The price of a period with VAT, in cents. */
export function priceWithVat({ items }: Stripe.Subscription): number {
  return items.data.reduce((sum, { price, quantity, tax_rates }) => {
    const net = (price.unit_amount ?? 0) * (quantity ?? 1);
    const percent = (tax_rates ?? []).reduce((all, rate) => all + rate.percentage, 0);
    return sum + net + Math.round((net * percent) / 100);
  }, 0);
}

/** The end of the paid period, in Unix seconds. */
export function periodEndOf({ items }: Stripe.Subscription): number | null {
  return items.data[0]?.current_period_end ?? null;
}

/** When a subscription ended or will end, in Unix seconds; null: no end is planned. */
export function endOf({ ended_at, cancel_at }: Stripe.Subscription): number | null {
  return ended_at ?? cancel_at;
}

const INVOICE_STATUS: Record<string, { word: string; tone: string }> = {
  paid: { word: 'Paid', tone: 'good' },
  open: { word: 'To be paid', tone: 'bad' },
};

/** An invoice's status as a coloured word. */
export function InvoiceBadge({ invoice }: { invoice: Stripe.Invoice }) {
  const { word, tone } = INVOICE_STATUS[invoice.status ?? ''] ?? { word: invoice.status, tone: '' };
  return <span className={`badge ${tone}`}>{word}</span>;
}

/** An invoice's number; a draft has none yet. */
export function invoiceNumber({ number, id }: Stripe.Invoice): string {
  return number ?? id;
}
