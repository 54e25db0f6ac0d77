import type Stripe from 'stripe';
import { InvalidRequest } from '../api/errors.ts';
import { taxIdsOf, type Ledger, type StoredCard } from '../ledger.ts';
import { newCharge, type Decline } from '../objects/charge.ts';
import {
  newInvoice,
  newInvoiceLine,
  newInvoicePayment,
  type LineGiven,
} from '../objects/invoice.ts';
import { invoiceAddress } from '../pages/addresses.ts';
import { newId, refId } from '../stripe-object.ts';
import { bankDecline, cardFor } from './cards.ts';
import { applyPendingUpdate, discardPendingUpdate, endSubscription } from './subscriptions.ts';
import { sumOf, withTax } from './tax.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Days between attempts. After the last one the subscription ends, as by Stripe's default. */
const RETRY_AFTER_DAYS = [3, 5, 7] as const;

/** One line to bill, with its tax rates. */
export type BilledLine = Omit<LineGiven, 'taxes'> & {
  rates: readonly Stripe.TaxRate[];
  /** In cents without tax, for a part of a period. Default: the price. */
  amount?: number;
};

/** An invoice of a subscription to come. */
export interface InvoiceGiven {
  customer: string;
  subscription: Stripe.Subscription;
  reason: Stripe.Invoice.BillingReason;
  lines: readonly BilledLine[];
  /** The period before, which is Stripe's meaning of an invoice's own period. */
  period: { start: number; end: number };
  /** The payment that the customer has already started. */
  paymentIntent?: string;
}

/** Composes an invoice, which the ledger does not have yet. */
export function draftInvoice(ledger: Ledger, given: InvoiceGiven): Stripe.Invoice {
  const { subscription } = given;
  const id = newId('in');
  const customer = ledger.get('customer', given.customer);
  const amounts = given.lines.map(({ price, quantity, rates, amount }) =>
    withTax(amount ?? (price.unit_amount ?? 0) * quantity, rates),
  );
  const sum = sumOf(amounts);
  const lines = given.lines.map((line, place) =>
    newInvoiceLine({
      ...line,
      taxes: amounts[place]?.taxes ?? [],
      subtotal: amounts[place]?.subtotal ?? 0,
      isProration: line.amount !== undefined,
      invoice: id,
      subscription: subscription.id,
    }),
  );
  return newInvoice(ledger.time(), {
    id,
    customer: customer.id,
    // The invoice keeps these when the customer changes later.
    custom_fields: customer.invoice_settings.custom_fields,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: taxIdsOf(ledger, customer.id).map(({ type, value }) => ({ type, value })),
    billing_reason: given.reason,
    currency: subscription.currency,
    amount_due: sum.total,
    amount_remaining: sum.total,
    subtotal: sum.subtotal,
    subtotal_excluding_tax: sum.subtotal,
    total: sum.total,
    total_excluding_tax: sum.subtotal,
    total_taxes: sum.taxes,
    period_start: given.period.start,
    period_end: given.period.end,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
  });
}

/** Writes and finalises an invoice of a subscription. Stripe leaves a renewal as a draft for an hour. */
export function writeInvoice(ledger: Ledger, given: InvoiceGiven): Stripe.Invoice {
  const draft = ledger.put('invoice', draftInvoice(ledger, given));
  const { id } = draft;
  const customer = ledger.get('customer', given.customer);
  const time = ledger.time();
  ledger.record('invoice.created', draft);
  const sequence = customer.next_invoice_sequence ?? 1;
  ledger.put('customer', { ...customer, next_invoice_sequence: sequence + 1 });
  ledger.put(
    'invoice_payment',
    newInvoicePayment(time, {
      invoice: id,
      payment_intent: given.paymentIntent ?? newId('pi'),
      amount: draft.total,
      currency: draft.currency,
    }),
  );
  const page = invoiceAddress(ledger.base, id);
  return ledger.change(
    'invoice',
    id,
    {
      status: 'open',
      number: `${customer.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`,
      effective_at: time,
      hosted_invoice_url: page,
      // Stripe's is a PDF. A page is enough here.
      invoice_pdf: page,
      status_transitions: { ...draft.status_transitions, finalized_at: time },
    },
    'invoice.finalized',
  );
}

/** The description of a monthly line: `1 × Professional (at €299.00 / month)`. */
export function describePrice(ledger: Ledger, price: Stripe.Price, quantity: number): string {
  const product = ledger.find('product', refId(price.product))?.name ?? 'Product';
  const amount = amountFormat(price.currency).format((price.unit_amount ?? 0) / 100);
  return `${quantity} × ${product} (at ${amount} / month)`;
}

/** By currency: creating a format is slow. */
const amountFormats = new Map<string, Intl.NumberFormat>();

function amountFormat(currency: string): Intl.NumberFormat {
  const format =
    amountFormats.get(currency) ?? new Intl.NumberFormat('en', { style: 'currency', currency });
  amountFormats.set(currency, format);
  return format;
}

/**
 * Charges a card.
 *
 * @param given.isCustomerPresent false: the payment is collected automatically
 * @returns null: paid; otherwise why not
 */
export function chargeCard(
  ledger: Ledger,
  card: StoredCard | undefined,
  given: {
    paymentIntent: string;
    amount: number;
    currency: string;
    description: string;
    customer: string;
    isCustomerPresent: boolean;
  },
): Decline | null {
  const time = ledger.time();
  const decline = bankDecline(card, given.isCustomerPresent, time);
  const customer = ledger.find('customer', given.customer);
  if (!card || !customer) return decline;
  const receiptUrl = `${ledger.base}/`;
  const charge = newCharge(time, { ...given, customer, card, decline, receiptUrl });
  ledger.put('charge', charge);
  ledger.record(decline ? 'charge.failed' : 'charge.succeeded', charge);
  return decline;
}

/**
 * Collects an open invoice.
 *
 * @param how.card default: the stored card
 * @param how.isScheduled one of the automatic attempts: a failure schedules the next, and the last failure
 *   ends the subscription. Attempts by the customer leave the schedule as it was
 * @returns null: paid; otherwise why not
 */
export function collectInvoice(
  ledger: Ledger,
  invoiceId: string,
  how: { card?: StoredCard | undefined; isCustomerPresent?: boolean; isScheduled?: boolean } = {},
): Decline | null {
  const invoice = ledger.get('invoice', invoiceId);
  const customer = refId(invoice.customer) ?? '';
  const { card = cardFor(ledger, customer, subscriptionOf(ledger, invoice)) } = how;
  const decline = chargeCard(ledger, card, {
    // The payment of a finalised invoice always has an intent here.
    paymentIntent: refId(paymentOf(ledger, invoiceId).payment.payment_intent) ?? '',
    amount: invoice.total,
    currency: invoice.currency,
    description: 'Subscription update',
    customer,
    isCustomerPresent: how.isCustomerPresent ?? false,
  });
  if (decline) failInvoice(ledger, invoice, how.isScheduled ?? false);
  else markPaid(ledger, invoiceId);
  return decline;
}

/** The subscription that an invoice bills. */
export function subscriptionOf(
  ledger: Ledger,
  invoice: Stripe.Invoice,
): Stripe.Subscription | undefined {
  return ledger.find('subscription', refId(invoice.parent?.subscription_details?.subscription));
}

function paymentOf(ledger: Ledger, invoice: string): Stripe.InvoicePayment {
  const found = ledger.all('invoice_payment').find((payment) => payment.invoice === invoice);
  if (!found) throw new Error(`Invoice ${invoice} was never finalised`);
  return found;
}

/** Marks an invoice as paid. An overdue subscription becomes active again. */
export function markPaid(ledger: Ledger, invoiceId: string): void {
  const invoice = ledger.get('invoice', invoiceId);
  const time = ledger.time();
  const payment = paymentOf(ledger, invoiceId);
  ledger.change('invoice_payment', payment.id, {
    amount_paid: invoice.total,
    status: 'paid',
    status_transitions: { ...payment.status_transitions, paid_at: time },
  });
  const paid = ledger.change(
    'invoice',
    invoiceId,
    {
      status: 'paid',
      amount_paid: invoice.total,
      amount_remaining: 0,
      attempted: true,
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: null,
      auto_advance: false,
      status_transitions: { ...invoice.status_transitions, paid_at: time },
    },
    'invoice.updated',
  );
  ledger.record('invoice.paid', paid);
  ledger.record('invoice.payment_succeeded', paid);
  const subscription = subscriptionOf(ledger, invoice);
  if (!subscription || refId(subscription.latest_invoice) !== invoiceId) return;
  if (subscription.pending_update) applyPendingUpdate(ledger, subscription);
  if (subscription.status === 'past_due') {
    const changes = { status: 'active' as const };
    ledger.change('subscription', subscription.id, changes, 'customer.subscription.updated');
  }
}

/** Voids an open invoice: it can't be paid any more, and the change that waited for it is discarded. */
export function voidInvoice(ledger: Ledger, invoiceId: string): Stripe.Invoice {
  const invoice = ledger.get('invoice', invoiceId);
  if (invoice.status !== 'open') {
    throw InvalidRequest(`You can only pass in open invoices. This invoice isn't open.`);
  }
  const voided = ledger.change('invoice', invoiceId, {
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: ledger.time() },
  });
  ledger.record('invoice.voided', voided);
  const subscription = subscriptionOf(ledger, invoice);
  if (subscription && refId(subscription.latest_invoice) === invoiceId) {
    discardPendingUpdate(ledger, subscription);
  }
  return voided;
}

function failInvoice(ledger: Ledger, invoice: Stripe.Invoice, isScheduled: boolean): void {
  const attempts = invoice.attempt_count + 1;
  const days = RETRY_AFTER_DAYS[attempts - 1];
  const next = days === undefined ? null : ledger.time() + days * DAY_SECONDS;
  const failed = ledger.change(
    'invoice',
    invoice.id,
    {
      attempted: true,
      ...(isScheduled && { attempt_count: attempts, next_payment_attempt: next }),
    },
    'invoice.updated',
  );
  ledger.record('invoice.payment_failed', failed);
  const subscription = subscriptionOf(ledger, invoice);
  if (!subscription || !isScheduled) return;
  if (subscription.status === 'active') {
    const changes = { status: 'past_due' as const };
    ledger.change('subscription', subscription.id, changes, 'customer.subscription.updated');
  }
  if (next === null && subscription.status !== 'canceled') {
    endSubscription(ledger, subscription.id, 'payment_failed');
  }
}
