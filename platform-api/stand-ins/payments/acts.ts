import type Stripe from 'stripe';
import { InvalidRequest } from './api/errors.ts';
import type { Ledger } from './ledger.ts';
import { addMonths } from './lifecycle/calendar.ts';
import { breakCards, changeCard, describeCard, type Card } from './lifecycle/cards.ts';
import { runDue } from './lifecycle/due.ts';
import { payCheckout, payInvoice, type PayOutcome } from './lifecycle/pay.ts';
import { disputeCharge, refundCharge } from './lifecycle/refunds.ts';
import { endSubscription, expireCheckout, isOver } from './lifecycle/subscriptions.ts';
import { refId } from './stripe-object.ts';
import type { WebhookDelivery } from './webhook-delivery.ts';

export type { Card, PayOutcome };

/** The actions of people on the stand-in's pages, and of the control page and tests. */
export type PaymentsActs = ReturnType<typeof createActs>;

/**
 * An act throws a Rejection when its object is missing. Its events are sent once it is over.
 *
 * @param catchUp runs what has fallen due
 * @param touch schedules a save
 */
export function createActs(
  ledger: Ledger,
  delivery: WebhookDelivery,
  catchUp: () => void,
  touch: () => void,
) {
  /** Reads the ledger as it is now. */
  function read<T>(look: () => T): T {
    const { result, send } = delivery.gather(() => {
      catchUp();
      return look();
    });
    setImmediate(send);
    return result;
  }

  /** Changes the ledger. */
  function write<T>(act: () => T): T {
    const result = read(act);
    touch();
    return result;
  }

  /** A subscription with the products of its prices in full, as the pages show their names. */
  const withProducts = (subscription: Stripe.Subscription): Stripe.Subscription => ({
    ...subscription,
    items: {
      ...subscription.items,
      data: subscription.items.data.map((item) => {
        const { product } = item.price;
        return {
          ...item,
          price: { ...item.price, product: ledger.find('product', refId(product)) ?? product },
        };
      }),
    },
  });

  const portalCustomer = (portalId: string): string =>
    ledger.get('billing_portal.session', portalId).customer;

  return {
    /** A checkout session with its line items; null if it does not exist. */
    checkout: (id: string): Stripe.Checkout.Session | null =>
      read(() => {
        const session = ledger.find('checkout.session', id);
        const data = (ledger.facts.contents[id]?.lines ?? []).map(({ item }) => item);
        if (!session) return null;
        const url = `/v1/checkout/sessions/${id}/line_items`;
        return { ...session, line_items: { object: 'list', data, has_more: false, url } };
      }),

    payCheckout: (id: string, card: Card): PayOutcome => write(() => payCheckout(ledger, id, card)),

    /** A customer portal session with the data of its page, newest first; null if it does not exist. */
    portal: (id: string) =>
      read(() => {
        const session = ledger.find('billing_portal.session', id);
        const customer = session && ledger.find('customer', session.customer);
        if (!session || !customer) return null;
        const isTheirs = (object: { customer: string | { id: string } | null }): boolean =>
          refId(object.customer) === customer.id;
        return {
          customer,
          subscriptions: ledger.all('subscription').filter(isTheirs).toReversed().map(withProducts),
          invoices: ledger.all('invoice').filter(isTheirs).toReversed(),
          /** `Visa •••• 4242`; null: no card. */
          card: describeCard(ledger, customer.id),
          return_url: session.return_url ?? ledger.base,
        };
      }),

    changeCard: (portalId: string, card: Card) =>
      write(() => changeCard(ledger, portalCustomer(portalId), card)),

    invoice: (id: string): Stripe.Invoice | null => read(() => ledger.find('invoice', id) ?? null),

    /** Pays an open invoice with the stored card, or with another one that is stored from then on. */
    payInvoice: (id: string, card?: Card): PayOutcome => write(() => payInvoice(ledger, id, card)),

    // The lists: the newest first.
    customers: () => read(() => ledger.all('customer').toReversed()),
    subscriptions: () => read(() => ledger.all('subscription').toReversed().map(withProducts)),
    invoices: () => read(() => ledger.all('invoice').toReversed()),
    charges: () => read(() => ledger.all('charge').toReversed()),
    events: () => read(() => ledger.all('event').toReversed()),

    /** Fails the customer's payments until the card is changed. */
    breakCard: (customerId: string): void => write(() => breakCards(ledger, customerId)),

    /** @param amount in cents. Default: all that is left */
    refund: (chargeId: string, amount?: number): Stripe.Refund =>
      write(() => refundCharge(ledger, chargeId, amount)),

    dispute: (chargeId: string): Stripe.Dispute => write(() => disputeCharge(ledger, chargeId)),

    /** Ends a subscription immediately, as on Stripe's dashboard. */
    endSubscription: (id: string): void =>
      write(() => {
        if (!isOver(ledger.get('subscription', id))) endSubscription(ledger, id);
      }),

    expireCheckout: (id: string): void =>
      write(() => {
        if (ledger.get('checkout.session', id).status === 'open') expireCheckout(ledger, id);
      }),

    /** Deletes a customer as on Stripe's dashboard. Their subscriptions end. */
    deleteCustomer: (id: string): void =>
      write(() => {
        const customer = ledger.get('customer', id);
        for (const subscription of ledger.all('subscription')) {
          if (refId(subscription.customer) === id && !isOver(subscription)) {
            endSubscription(ledger, subscription.id);
          }
        }
        ledger.remove('customer', id);
        ledger.facts.deletedCustomers.push(id);
        ledger.record('customer.deleted', customer);
      }),

    /** Makes the customer portal unavailable, as on an account whose portal Stripe refuses to open. */
    unconfigurePortal: (): void => write(() => void (ledger.facts.isPortalConfigured = false)),

    /** Sends all events again that were not delivered. */
    resend: (): void =>
      delivery.resend(ledger.all('event').filter((event) => event.pending_webhooks > 0)),

    /** The stand-in's own time, in Unix seconds. */
    time: (): number => ledger.time(),

    /** Moves the clock on. Everything that falls due happens in order. */
    advance: (by: { seconds: number } | { months: number }): void =>
      write(() => {
        const from = ledger.time();
        const until = 'months' in by ? addMonths(from, by.months) : from + by.seconds;
        if (until < from) throw InvalidRequest('The clock runs forward only.');
        runDue(ledger, until);
        ledger.facts.ahead += until - from;
      }),
  };
}
