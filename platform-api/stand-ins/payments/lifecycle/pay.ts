import type Stripe from 'stripe';
import { taxIdsOf, type CheckoutContents, type Ledger, type StoredCard } from '../ledger.ts';
import { fullAddress } from '../objects/customer.ts';
import { newSubscription, newSubscriptionItem } from '../objects/subscription.ts';
import { newId, refId } from '../stripe-object.ts';
import { periodEnd } from './calendar.ts';
import { readCard, storeCard, type Card } from './cards.ts';
import {
  chargeCard,
  collectInvoice,
  describePrice,
  markPaid,
  subscriptionOf,
  writeInvoice,
  type BilledLine,
} from './invoices.ts';

/** The result of a payment. `closed`: the session has expired or is paid already. */
export type PayOutcome =
  | { outcome: 'paid'; return_url: string }
  | { outcome: 'declined'; message: string }
  | { outcome: 'invalid'; field: keyof Card; message: string }
  | { outcome: 'closed'; return_url: string };

/** Pays a checkout as Stripe's page does. A declined payment leaves the session open. */
export function payCheckout(ledger: Ledger, id: string, typed: Card): PayOutcome {
  const session = ledger.get('checkout.session', id);
  const contents = ledger.facts.contents[id];
  if (session.status !== 'open') return { outcome: 'closed', return_url: returnUrl(session) };
  const read = readCard(typed, ledger.time());
  if ('message' in read) return { outcome: 'invalid', ...read };
  // The API creates sessions only with a customer and contents.
  const customer = refId(session.customer) ?? '';
  if (!contents) throw new Error(`Session ${id} has no contents`);

  const card = storeCard(ledger, customer, read.card);
  const paymentIntent = (contents.payment_intent ??= newId('pi'));
  const decline = chargeCard(ledger, card, {
    paymentIntent,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? 'eur',
    description: 'Subscription creation',
    customer,
    isCustomerPresent: true,
  });
  if (decline) return { outcome: 'declined', message: decline.message };
  const completed = complete(ledger, session, { contents, customer, card, paymentIntent });
  return { outcome: 'paid', return_url: returnUrl(completed) };
}

/** Pays an open invoice as its page does: with a typed card, or with the stored one. */
export function payInvoice(ledger: Ledger, id: string, typed: Card | undefined): PayOutcome {
  const invoice = ledger.get('invoice', id);
  const return_url = invoice.hosted_invoice_url ?? ledger.base;
  if (invoice.status !== 'open') return { outcome: 'closed', return_url };
  const read = typed && readCard(typed, ledger.time());
  if (read && 'message' in read) return { outcome: 'invalid', ...read };
  const card = read && storeCard(ledger, refId(invoice.customer) ?? '', read.card);
  const decline = collectInvoice(ledger, id, { card, isCustomerPresent: card !== undefined });
  if (decline) return { outcome: 'declined', message: decline.message };
  const subscription = subscriptionOf(ledger, invoice);
  if (card && subscription) {
    ledger.change('subscription', subscription.id, { default_payment_method: card.id });
  }
  return { outcome: 'paid', return_url };
}

/** Where a closed session leads: to the success page only if it is paid. */
function returnUrl(session: Stripe.Checkout.Session): string {
  const { status, success_url, cancel_url } = session;
  return (status === 'complete' ? success_url : (cancel_url ?? success_url)) ?? '';
}

interface Payment {
  contents: CheckoutContents;
  customer: string;
  card: StoredCard;
  paymentIntent: string;
}

function complete(
  ledger: Ledger,
  session: Stripe.Checkout.Session,
  payment: Payment,
): Stripe.Checkout.Session {
  const started = startSubscription(ledger, session, payment);
  const { created } = started.subscription;
  const invoice = writeInvoice(ledger, {
    customer: payment.customer,
    subscription: started.subscription,
    reason: 'subscription_create',
    lines: started.lines,
    period: { start: created, end: created },
    paymentIntent: payment.paymentIntent,
  });
  const latest = { ...started.subscription, latest_invoice: invoice.id };
  const subscription = ledger.put('subscription', latest);
  ledger.record('customer.subscription.created', subscription);
  markPaid(ledger, invoice.id);
  const customer = ledger.get('customer', payment.customer);
  if (customer.currency !== session.currency) {
    ledger.change('customer', customer.id, { currency: session.currency }, 'customer.updated');
  }
  const completed = ledger.change('checkout.session', session.id, {
    status: 'complete',
    payment_status: 'paid',
    customer_details: {
      address: fullAddress(customer.address ?? {}),
      email: customer.email,
      name: customer.name ?? payment.card.name,
      phone: customer.phone ?? null,
      tax_exempt: customer.tax_exempt ?? 'none',
      tax_ids: taxIdsOf(ledger, customer.id).map(({ type, value }) => ({ type, value })),
      business_name: null,
      individual_name: null,
    },
    invoice: invoice.id,
    subscription: subscription.id,
    url: null,
  });
  ledger.record('checkout.session.completed', completed);
  return completed;
}

/** The new subscription, and the lines of its first invoice: monthly items and one-time payments. */
function startSubscription(
  ledger: Ledger,
  session: Stripe.Checkout.Session,
  { contents, customer, card }: Payment,
): { subscription: Stripe.Subscription; lines: BilledLine[] } {
  const start = ledger.time();
  const end = periodEnd(start, start);
  const id = newId('sub');
  const items: Stripe.SubscriptionItem[] = [];
  const lines = contents.lines.flatMap(({ item: sold, tax_rates }): BilledLine[] => {
    const { price, quantity, description } = sold;
    if (!price || quantity === null) return [];
    const rates = tax_rates.map((rate) => ledger.get('tax_rate', rate));
    const line = { price, quantity, rates };
    if (!price.recurring) {
      const period = { start, end: start };
      return [{ ...line, description: description ?? 'Item', period, subscriptionItem: null }];
    }
    const item = newSubscriptionItem({
      subscription: id,
      price,
      quantity,
      tax_rates: rates,
      start,
      end,
    });
    items.push(item);
    const name = describePrice(ledger, price, quantity);
    return [{ ...line, description: name, period: { start, end }, subscriptionItem: item.id }];
  });
  const url = `/v1/subscription_items?subscription=${id}`;
  const subscription = newSubscription(start, {
    id,
    customer,
    currency: session.currency ?? 'eur',
    default_payment_method: card.id,
    metadata: contents.metadata,
    items: { object: 'list', data: items, has_more: false, url },
  });
  return { subscription, lines };
}
