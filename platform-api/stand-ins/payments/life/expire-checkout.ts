import type Stripe from 'stripe';
import type { Ledger } from '../ledger.ts';

/** Closes a session that nobody paid. */
export function expireCheckout(ledger: Ledger, id: string): Stripe.Checkout.Session {
  const expired = ledger.change('checkout.session', id, { status: 'expired', url: null });
  ledger.record('checkout.session.expired', expired);
  return expired;
}
