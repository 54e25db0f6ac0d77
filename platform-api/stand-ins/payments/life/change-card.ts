import type Stripe from 'stripe';
import type { Card } from '../acts.ts';
import { idOf, type Ledger } from '../ledger.ts';
import { keepCard } from './confirm-payment.ts';
import { hasEnded } from './end-subscription.ts';
import { bankSays, readCard } from './test-cards.ts';

/** Puts another card on file, as the customer portal does: whatever runs is paid with it from now on. */
export function changeCard(
  ledger: Ledger,
  customerId: string,
  typed: Card,
): { ok: true } | { ok: false; message: string } {
  const read = readCard(typed, ledger.time(customerId));
  if ('message' in read) return { ok: false, message: read.message };
  const decline = bankSays(read.number, true);
  if (decline) return { ok: false, message: decline.message };
  const customer = ledger.get('customer', customerId);
  const method = keepCard(ledger, customer, read.number, read.card);
  ledger.record('payment_method.attached', method);
  ledger.change(
    'customer',
    customerId,
    { invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id } },
    'customer.updated',
  );
  for (const subscription of runningOf(ledger, customerId)) {
    ledger.change(
      'subscription',
      subscription.id,
      { default_payment_method: method.id },
      'customer.subscription.updated',
    );
  }
  return { ok: true };
}

/** The cards of a customer no longer pay. */
export function breakCard(ledger: Ledger, customerId: string): void {
  const methods = ledger.all('payment_method').filter((one) => idOf(one.customer) === customerId);
  ledger.facts.broken.push(...methods.map(({ id }) => id));
}

/** The card on file in the portal's words: `Visa •••• 4242`. */
export function cardOnFile(ledger: Ledger, customerId: string): string | null {
  const [running] = runningOf(ledger, customerId);
  const id =
    idOf(running?.default_payment_method) ??
    idOf(ledger.find('customer', customerId)?.invoice_settings.default_payment_method);
  const card = ledger.find('payment_method', id ?? '')?.card;
  if (!card) return null;
  return `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} •••• ${card.last4}`;
}

function runningOf(ledger: Ledger, customerId: string): Stripe.Subscription[] {
  return ledger
    .all('subscription')
    .filter((one) => idOf(one.customer) === customerId && !hasEnded(one));
}
