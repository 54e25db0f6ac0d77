import type Stripe from 'stripe';
import { clockOf, idOf, type Ledger } from '../ledger.ts';
import { collectInvoice } from './collect-invoice.ts';
import { currentPeriodEnd, endSubscription, hasEnded } from './end-subscription.ts';
import { expireCheckout } from './expire-checkout.ts';
import { renewSubscription } from './renew-subscription.ts';

/** Something that happens by itself at its time. */
interface Due {
  at: number;
  act: () => void;
}

/**
 * Lets everything happen that falls due by then, the earliest first and each at its own time.
 *
 * @param clock the test clock whose customers it is about; null: all others
 */
export function runDue(ledger: Ledger, clock: string | null, until: number): void {
  for (let due = nextDue(ledger, clock); due && due.at <= until; due = nextDue(ledger, clock)) {
    ledger.at(due.at, due.act);
  }
}

function nextDue(ledger: Ledger, clock: string | null): Due | null {
  let earliest: Due | null = null;
  const consider = (at: number, act: () => void): void => {
    if (earliest === null || at < earliest.at) earliest = { at, act };
  };
  const isIts = (customer: string | null): boolean =>
    (customer === null ? null : clockOf(ledger, customer)) === clock;

  for (const session of ledger.all('checkout.session')) {
    if (session.status === 'open' && isIts(idOf(session.customer))) {
      consider(session.expires_at, () => expireCheckout(ledger, session.id));
    }
  }
  for (const subscription of ledger.all('subscription')) {
    if (hasEnded(subscription) || !isIts(idOf(subscription.customer))) continue;
    const { at, act } = nextOf(ledger, subscription);
    consider(at, act);
  }
  for (const invoice of ledger.all('invoice')) {
    const at = invoice.status === 'open' ? invoice.next_payment_attempt : null;
    if (at !== null && isIts(idOf(invoice.customer))) {
      consider(at, () => collectInvoice(ledger, invoice.id, { isScheduled: true }));
    }
  }
  return earliest;
}

/** A cancellation comes before the renewal of the same moment. */
function nextOf(ledger: Ledger, subscription: Stripe.Subscription): Due {
  const end = currentPeriodEnd(subscription);
  const { id, cancel_at } = subscription;
  return cancel_at !== null && cancel_at <= end
    ? { at: cancel_at, act: () => endSubscription(ledger, id) }
    : { at: end, act: () => renewSubscription(ledger, id) };
}
