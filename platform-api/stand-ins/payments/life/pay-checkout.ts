import type Stripe from 'stripe';
import type { Card, PayOutcome } from '../acts.ts';
import { newId } from '../ids.ts';
import { idOf, type Ledger, type Order } from '../ledger.ts';
import { newCustomer, wholeAddress } from '../objects/customer.ts';
import { newPaymentIntent, type CardGiven } from '../objects/payment.ts';
import { newSubscription, newSubscriptionItem } from '../objects/subscription.ts';
import { periodEnd } from './calendar.ts';
import { settleInvoice } from './collect-invoice.ts';
import { confirmPayment, keepCard } from './confirm-payment.ts';
import { productName } from './renew-subscription.ts';
import { asksOwner, readCard } from './test-cards.ts';
import { describePrice, writeInvoice, type Billed } from './write-invoice.ts';

/** Pays a checkout as Stripe's page does. What the bank declines leaves the session open. */
export function payCheckout(
  ledger: Ledger,
  id: string,
  card: Card,
  isAuthenticated: boolean,
): PayOutcome {
  const session = ledger.get('checkout.session', id);
  if (session.status !== 'open') return { outcome: 'closed', return_url: returnUrl(session) };
  const read = readCard(card, ledger.time(idOf(session.customer)));
  if ('message' in read) return { outcome: 'invalid', ...read };
  if (asksOwner(read.number) && !isAuthenticated) return { outcome: 'authentication_required' };

  const customer = customerOf(ledger, session);
  const method = keepCard(ledger, customer, read.number, read.card);
  const intent = intentOf(ledger, session, customer);
  const decline = confirmPayment(ledger, intent, method, { isOwnerThere: true, isAuthenticated });
  if (decline) return { outcome: 'declined', message: decline.message };
  complete(ledger, session, { customer: customer.id, method, intent, card: read.card });
  return { outcome: 'paid', return_url: returnUrl(ledger.get('checkout.session', id)) };
}

/** Where a closed session leads back to: the shop's success page only once it is paid. */
export function returnUrl(session: Stripe.Checkout.Session): string {
  const url =
    session.status === 'complete'
      ? session.success_url
      : (session.cancel_url ?? session.success_url);
  return (url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function orderOf(ledger: Ledger, session: Stripe.Checkout.Session): Order {
  const order = ledger.facts.orders[session.id];
  if (!order) throw new Error(`Session ${session.id} has no order`);
  return order;
}

/** A session without a customer makes one. */
function customerOf(ledger: Ledger, session: Stripe.Checkout.Session): Stripe.Customer {
  const given = idOf(session.customer);
  if (given !== null) return ledger.get('customer', given);
  const made = ledger.put(
    'customer',
    newCustomer(ledger.time(), { email: session.customer_email }),
  );
  ledger.record('customer.created', made);
  ledger.change('checkout.session', session.id, { customer: made.id });
  return made;
}

/** Declined attempts and the one that pays are one intent. */
function intentOf(
  ledger: Ledger,
  session: Stripe.Checkout.Session,
  customer: Stripe.Customer,
): string {
  const order = orderOf(ledger, session);
  if (order.payment_intent !== null) return order.payment_intent;
  const { id } = ledger.put(
    'payment_intent',
    newPaymentIntent(ledger.time(customer.id), {
      amount: session.amount_total ?? 0,
      currency: session.currency ?? 'eur',
      customer: customer.id,
      description: 'Subscription creation',
    }),
  );
  ledger.facts.orders[session.id] = { ...order, payment_intent: id };
  return id;
}

function complete(
  ledger: Ledger,
  session: Stripe.Checkout.Session,
  paid: { customer: string; method: Stripe.PaymentMethod; intent: string; card: CardGiven },
): void {
  const order = orderOf(ledger, session);
  const begun = begin(ledger, session, order, paid);
  const invoice = writeInvoice(ledger, {
    customer: paid.customer,
    subscription: begun.subscription,
    reason: 'subscription_create',
    lines: begun.lines,
    period: { start: begun.subscription.created, end: begun.subscription.created },
    paymentIntent: paid.intent,
  });
  const subscription = ledger.put('subscription', {
    ...begun.subscription,
    latest_invoice: invoice.id,
  });
  ledger.record('customer.subscription.created', subscription);
  settleInvoice(ledger, invoice.id);
  const customer = ledger.get('customer', paid.customer);
  if (customer.currency !== session.currency) {
    ledger.change('customer', customer.id, { currency: session.currency }, 'customer.updated');
  }
  const completed = ledger.change('checkout.session', session.id, {
    status: 'complete',
    payment_status: 'paid',
    customer: customer.id,
    customer_details: detailsOf(ledger, customer, paid.card),
    invoice: invoice.id,
    subscription: subscription.id,
    url: null,
  });
  ledger.record('checkout.session.completed', completed);
}

/** The subscription from now on, and what its first invoice bills: its items and what is paid once. */
function begin(
  ledger: Ledger,
  session: Stripe.Checkout.Session,
  order: Order,
  paid: { customer: string; method: Stripe.PaymentMethod },
): { subscription: Stripe.Subscription; lines: Billed[] } {
  const start = ledger.time(paid.customer);
  const id = newId('sub');
  const ratesOf = (ids: readonly string[]) => ids.map((rate) => ledger.get('tax_rate', rate));
  const defaults = ratesOf(order.subscription.default_tax_rates);
  const items: Stripe.SubscriptionItem[] = [];
  const lines = order.lines.flatMap(({ item: itemId, tax_rates }): Billed[] => {
    const { price, quantity, description } = ledger.get('item', itemId);
    if (!price || quantity === null) return [];
    const rates = ratesOf(tax_rates);
    const line = { price, quantity, rates: rates.length > 0 ? rates : defaults };
    if (!price.recurring) {
      const name = description ?? 'Item';
      return [
        { ...line, description: name, period: { start, end: start }, subscriptionItem: null },
      ];
    }
    const end = periodEnd(start, start, price.recurring);
    const item = newSubscriptionItem({
      subscription: id,
      price,
      quantity,
      tax_rates: rates,
      start,
      end,
    });
    items.push(item);
    const name = describePrice(productName(ledger, idOf(price.product)), price, quantity);
    return [{ ...line, description: name, period: { start, end }, subscriptionItem: item.id }];
  });
  const subscription = newSubscription(start, {
    id,
    customer: paid.customer,
    currency: session.currency ?? 'eur',
    default_payment_method: paid.method.id,
    default_tax_rates: defaults,
    description: order.subscription.description,
    metadata: order.subscription.metadata,
    items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    test_clock: idOf(ledger.get('customer', paid.customer).test_clock),
  });
  return { subscription, lines };
}

function detailsOf(
  ledger: Ledger,
  customer: Stripe.Customer,
  card: CardGiven,
): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: wholeAddress(customer.address ?? {}),
    email: customer.email,
    name: customer.name ?? card.name,
    phone: customer.phone ?? null,
    tax_exempt: customer.tax_exempt ?? 'none',
    tax_ids: ledger
      .all('tax_id')
      .filter((taxId) => idOf(taxId.customer) === customer.id)
      .map(({ type, value }) => ({ type, value })),
    business_name: null,
    individual_name: null,
  };
}
