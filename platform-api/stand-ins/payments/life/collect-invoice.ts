import type Stripe from 'stripe';
import { idOf, type Ledger } from '../ledger.ts';
import type { Decline } from '../objects/payment.ts';
import { confirmPayment } from './confirm-payment.ts';
import { endSubscription } from './end-subscription.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Days from one failed attempt to the next; after the last the subscription ends (Stripe's default). */
const RETRY_AFTER_DAYS = [3, 5, 7] as const;

/**
 * Asks for the money of an open invoice.
 *
 * @param how.method another than the one on file
 * @param how.isScheduled the attempt is one of the schedule's: when it fails the next one is set, and after
 *   the last the subscription ends. Attempts of people's own leave the schedule as it was
 * @returns null: paid; otherwise why not
 */
export function collectInvoice(
  ledger: Ledger,
  invoiceId: string,
  how: {
    method?: Stripe.PaymentMethod | undefined;
    isOwnerThere?: boolean;
    isAuthenticated?: boolean;
    isScheduled?: boolean;
  } = {},
): Decline | null {
  const invoice = ledger.get('invoice', invoiceId);
  const {
    method = methodFor(ledger, invoice),
    isOwnerThere = false,
    isAuthenticated = false,
  } = how;
  const payment = paymentOf(ledger, invoiceId);
  // A finalised invoice's payment is always by an intent here.
  const intent = idOf(payment.payment.payment_intent) ?? '';
  const decline = confirmPayment(ledger, intent, method, { isOwnerThere, isAuthenticated });
  if (decline) failInvoice(ledger, invoice, how.isScheduled ?? false);
  else settleInvoice(ledger, invoice.id);
  return decline;
}

/** The subscription's own payment method comes before the customer's. */
export function methodFor(
  ledger: Ledger,
  invoice: Stripe.Invoice,
): Stripe.PaymentMethod | undefined {
  const subscription = ledger.find('subscription', subscriptionOf(invoice) ?? '');
  const customer = ledger.find('customer', idOf(invoice.customer) ?? '');
  const method =
    idOf(subscription?.default_payment_method) ??
    idOf(customer?.invoice_settings.default_payment_method);
  return method === null ? undefined : ledger.find('payment_method', method);
}

/** The subscription that an invoice bills. */
export function subscriptionOf(invoice: Stripe.Invoice): string | null {
  return idOf(invoice.parent?.subscription_details?.subscription);
}

function paymentOf(ledger: Ledger, invoice: string): Stripe.InvoicePayment {
  const found = ledger.all('invoice_payment').find((payment) => payment.invoice === invoice);
  if (!found) throw new Error(`Invoice ${invoice} was never finalised`);
  return found;
}

/** The money has come: the invoice is paid, and a subscription that was overdue runs again. */
export function settleInvoice(ledger: Ledger, invoiceId: string): void {
  const invoice = ledger.get('invoice', invoiceId);
  const time = ledger.time(idOf(invoice.customer));
  const payment = paymentOf(ledger, invoiceId);
  ledger.change('invoice_payment', payment.id, {
    amount_paid: invoice.total,
    status: 'paid',
    status_transitions: { ...payment.status_transitions, paid_at: time },
  });
  ledger.change(
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
  ledger.record('invoice.paid', ledger.get('invoice', invoiceId));
  ledger.record('invoice.payment_succeeded', ledger.get('invoice', invoiceId));
  const subscription = ledger.find('subscription', subscriptionOf(invoice) ?? '');
  if (subscription?.status === 'past_due' && idOf(subscription.latest_invoice) === invoiceId) {
    ledger.change(
      'subscription',
      subscription.id,
      { status: 'active' },
      'customer.subscription.updated',
    );
  }
}

function failInvoice(ledger: Ledger, invoice: Stripe.Invoice, isScheduled: boolean): void {
  const attempts = invoice.attempt_count + 1;
  const days = RETRY_AFTER_DAYS[attempts - 1];
  const next = days === undefined ? null : ledger.time(idOf(invoice.customer)) + days * DAY_SECONDS;
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
  const subscription = ledger.find('subscription', subscriptionOf(invoice) ?? '');
  if (!subscription || !isScheduled) return;
  if (subscription.status === 'active') {
    ledger.change(
      'subscription',
      subscription.id,
      { status: 'past_due' },
      'customer.subscription.updated',
    );
  }
  if (next === null && subscription.status !== 'canceled') {
    endSubscription(ledger, subscription.id, 'payment_failed');
  }
}
