import type Stripe from 'stripe';
import type { SandboxActs } from './acts.ts';
import { expand } from './api/expand.ts';
import type { Delivery } from './deliver-events.ts';
import { idOf, type Ledger } from './ledger.ts';
import { addMonths } from './life/calendar.ts';
import { breakCard, cardOnFile, changeCard } from './life/change-card.ts';
import { runDue } from './life/due.ts';
import { cancelAtPeriodEnd, endSubscription, hasEnded, resume } from './life/end-subscription.ts';
import { expireCheckout } from './life/expire-checkout.ts';
import { closeDispute, disputeCharge, refundCharge } from './life/money-back.ts';
import { payCheckout } from './life/pay-checkout.ts';
import { payInvoice } from './life/pay-invoice.ts';
import { InvalidRequest, ResourceMissing } from './refusals.ts';

/**
 * What people and tests do to the sandbox. An act throws a Refusal for what is not there; the events
 * that come of it go out when it is over.
 *
 * @param catchUp lets happen what is due by now
 */
export function performActs(
  ledger: Ledger,
  delivery: Delivery,
  catchUp: () => void,
  touch: () => void,
): SandboxActs {
  /** Looks at the ledger as it is now. */
  function looking<T>(look: () => T): T {
    const { result, send } = delivery.gather(() => {
      catchUp();
      return look();
    });
    setImmediate(send);
    return result;
  }
  /** Does something that changes the ledger. */
  function doing<T>(act: () => T): T {
    const result = looking(act);
    touch();
    return result;
  }
  return {
    ...lookAt(ledger, looking),
    payCheckout: (id, card, authenticated = false) =>
      doing(() => payCheckout(ledger, id, card, authenticated)),
    changeCard: (portalId, card) =>
      doing(() => changeCard(ledger, portalCustomer(ledger, portalId), card)),
    cancelSubscription: (portalId, id) =>
      doing(() => {
        const subscription = portalSubscription(ledger, portalId, id);
        if (hasEnded(subscription)) throw InvalidRequest('This subscription is canceled.');
        cancelAtPeriodEnd(ledger, id);
      }),
    resumeSubscription: (portalId, id) =>
      doing(() => void resume(ledger, portalSubscription(ledger, portalId, id).id)),
    payInvoice: (id, card, authenticated = false) =>
      doing(() => payInvoice(ledger, id, card, authenticated)),
    breakCard: (customerId) => doing(() => breakCard(ledger, customerId)),
    refund: (chargeId, amount) =>
      doing(() => refundCharge(ledger, chargeId, { ...(amount !== undefined && { amount }) })),
    dispute: (chargeId) => doing(() => disputeCharge(ledger, chargeId)),
    closeDispute: (id, status) => doing(() => closeDispute(ledger, id, status)),
    endSubscription: (id) =>
      doing(() => {
        if (!hasEnded(ledger.get('subscription', id))) endSubscription(ledger, id);
      }),
    expireCheckout: (id) =>
      doing(() => {
        if (ledger.get('checkout.session', id).status === 'open') expireCheckout(ledger, id);
      }),
    unconfigurePortal: () =>
      doing(() => {
        for (const { id } of ledger.all('billing_portal.configuration')) {
          ledger.change('billing_portal.configuration', id, { active: false });
        }
      }),
    resend: (ids) =>
      delivery.resend(
        ledger
          .all('event')
          .filter((event) => (ids ? ids.includes(event.id) : event.pending_webhooks > 0)),
      ),
    advance: (to) =>
      doing(() => {
        const from = ledger.time();
        const until = 'months' in to ? addMonths(from, to.months) : from + to.seconds;
        if (until < from) throw InvalidRequest('The clock runs forward only.');
        runDue(ledger, null, until);
        ledger.facts.ahead += until - from;
      }),
  };
}

type Looks = Pick<
  SandboxActs,
  | 'checkout'
  | 'portal'
  | 'invoice'
  | 'customers'
  | 'subscriptions'
  | 'invoices'
  | 'charges'
  | 'events'
  | 'time'
>;

function lookAt(ledger: Ledger, looking: <T>(look: () => T) => T): Looks {
  const withProducts = (subscription: Stripe.Subscription): Stripe.Subscription =>
    // The same object, its prices' products in place of their ids.
    expand(ledger, subscription, ['items.data.price.product']) as Stripe.Subscription;

  return {
    checkout: (id) =>
      looking(() => {
        const session = ledger.find('checkout.session', id);
        // The same object and its lines.
        return session
          ? (expand(ledger, session, ['line_items']) as Stripe.Checkout.Session)
          : null;
      }),
    portal: (id) =>
      looking(() => {
        const session = ledger.find('billing_portal.session', id);
        const customer = session && ledger.find('customer', session.customer);
        if (!session || !customer) return null;
        const isIts = (object: { customer: string | { id: string } | null }): boolean =>
          idOf(object.customer) === customer.id;
        return {
          customer,
          subscriptions: ledger.all('subscription').filter(isIts).toReversed().map(withProducts),
          invoices: ledger.all('invoice').filter(isIts).toReversed(),
          card: cardOnFile(ledger, customer.id),
          return_url: session.return_url ?? ledger.base,
        };
      }),
    invoice: (id) => looking(() => ledger.find('invoice', id) ?? null),
    customers: () => looking(() => ledger.all('customer').toReversed()),
    subscriptions: () => looking(() => ledger.all('subscription').toReversed().map(withProducts)),
    invoices: () => looking(() => ledger.all('invoice').toReversed()),
    charges: () => looking(() => ledger.all('charge').toReversed()),
    events: () => looking(() => ledger.all('event').toReversed()),
    time: () => ledger.time(),
  };
}

function portalCustomer(ledger: Ledger, portalId: string): string {
  return ledger.get('billing_portal.session', portalId).customer;
}

/** @throws Refusal for another customer's */
function portalSubscription(ledger: Ledger, portalId: string, id: string): Stripe.Subscription {
  const subscription = ledger.get('subscription', id);
  if (idOf(subscription.customer) === portalCustomer(ledger, portalId)) return subscription;
  throw ResourceMissing('subscription', id);
}
