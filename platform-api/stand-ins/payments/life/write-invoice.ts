import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import { idOf, type Ledger } from '../ledger.ts';
import {
  newInvoice,
  newInvoiceLine,
  newInvoicePayment,
  type LineGiven,
} from '../objects/invoice.ts';
import { newPaymentIntent } from '../objects/payment.ts';
import { invoiceAddress, invoicePdfAddress } from '../pages/addresses.ts';
import { sumOf, taxed, taxesByRate } from './tax.ts';

/** One line that is about to be billed, with the rates that tax it. */
export type Billed = Omit<LineGiven, 'taxes'> & { rates: readonly Stripe.TaxRate[] };

/** Writes an invoice of a subscription and makes it final. */
export function writeInvoice(
  ledger: Ledger,
  given: {
    customer: string;
    subscription: Stripe.Subscription;
    reason: Stripe.Invoice.BillingReason;
    lines: readonly Billed[];
    /** The time before, whose use it would bill: Stripe's meaning of an invoice's own period. */
    period: { start: number; end: number };
    /** What pays it, where the customer has begun to pay already. */
    paymentIntent?: string;
  },
): Stripe.Invoice {
  const { customer: customerId, subscription, reason } = given;
  const id = newId('in');
  const customer = ledger.get('customer', customerId);
  const time = ledger.time(customerId);
  const amounts = given.lines.map(({ price, quantity, rates }) =>
    taxed((price.unit_amount ?? 0) * quantity, rates),
  );
  const sum = sumOf(amounts);
  const lines = given.lines.map((line, place) =>
    newInvoiceLine({
      ...line,
      taxes: amounts[place]?.taxes ?? [],
      subtotal: amounts[place]?.subtotal ?? 0,
      invoice: id,
      subscription: subscription.id,
    }),
  );
  const draft = ledger.put(
    'invoice',
    newInvoice(time, {
      ...partyOf(ledger, customer),
      id,
      customer: customerId,
      billing_reason: reason,
      currency: subscription.currency,
      amount_due: sum.total,
      amount_remaining: sum.total,
      subtotal: sum.subtotal,
      subtotal_excluding_tax: sum.net,
      total: sum.total,
      total_excluding_tax: sum.net,
      total_taxes: taxesByRate(amounts),
      period_start: given.period.start,
      period_end: given.period.end,
      default_tax_rates: subscription.default_tax_rates ?? [],
      lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
      parent: {
        quote_details: null,
        subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
        type: 'subscription_details',
      },
      test_clock: idOf(customer.test_clock),
    }),
  );
  ledger.record('invoice.created', draft);
  return finalise(ledger, draft, customer, given.paymentIntent);
}

/** Who is billed, as the invoice keeps it however they change later. */
function partyOf(ledger: Ledger, customer: Stripe.Customer) {
  return {
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: ledger
      .all('tax_id')
      .filter((taxId) => idOf(taxId.customer) === customer.id)
      .map(({ type, value }) => ({ type, value })),
  };
}

/** Stripe leaves a renewal as a draft for an hour; here it is final at once, so that a month is a month. */
function finalise(
  ledger: Ledger,
  draft: Stripe.Invoice,
  customer: Stripe.Customer,
  given: string | undefined,
): Stripe.Invoice {
  const time = ledger.time(customer.id);
  const intent = given ?? openIntent(ledger, draft, customer.id);
  const sequence = customer.next_invoice_sequence ?? 1;
  ledger.put('customer', { ...customer, next_invoice_sequence: sequence + 1 });
  ledger.put(
    'invoice_payment',
    newInvoicePayment(time, {
      invoice: draft.id,
      payment_intent: intent,
      amount: draft.total,
      currency: draft.currency,
    }),
  );
  return ledger.change(
    'invoice',
    draft.id,
    {
      status: 'open',
      number: `${customer.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`,
      effective_at: time,
      hosted_invoice_url: invoiceAddress(ledger.base, draft.id),
      invoice_pdf: invoicePdfAddress(ledger.base, draft.id),
      status_transitions: { ...draft.status_transitions, finalized_at: time },
    },
    'invoice.finalized',
  );
}

function openIntent(ledger: Ledger, invoice: Stripe.Invoice, customer: string): string {
  const { id } = ledger.put(
    'payment_intent',
    newPaymentIntent(ledger.time(customer), {
      amount: invoice.total,
      currency: invoice.currency,
      customer,
      description: 'Subscription update',
    }),
  );
  return id;
}

/** How a line says what was bought: `1 × Professional (at €299.00 / month)`. */
export function describePrice(product: string, price: Stripe.Price, quantity: number): string {
  const amount = amountFormat(price.currency).format((price.unit_amount ?? 0) / 100);
  return `${quantity} × ${product} (at ${amount} / ${price.recurring?.interval ?? 'month'})`;
}

/** Made once for each currency: Intl takes its time. */
const amountFormats = new Map<string, Intl.NumberFormat>();

function amountFormat(currency: string): Intl.NumberFormat {
  const format =
    amountFormats.get(currency) ?? new Intl.NumberFormat('en', { style: 'currency', currency });
  amountFormats.set(currency, format);
  return format;
}
