import type Stripe from 'stripe';
import { idOf, type Ledger } from '../ledger.ts';
import { newCharge, newPaymentMethod, type CardGiven, type Decline } from '../objects/payment.ts';
import { shaped } from '../objects/shaped.ts';
import { bankSays, EXPIRED_CARD, hasExpired, NO_CARD } from './test-cards.ts';

/** Keeps a card for a customer. Only numbers of test cards ever come this far. */
export function keepCard(
  ledger: Ledger,
  customer: Stripe.Customer | null,
  number: string,
  card: CardGiven,
): Stripe.PaymentMethod {
  const method = newPaymentMethod(ledger.time(customer?.id), customer, card);
  ledger.facts.cards[method.id] = number;
  return ledger.put('payment_method', method);
}

/**
 * Asks the bank for the money of an intent.
 *
 * @param how.isOwnerThere the customer is at the page
 * @param how.isAuthenticated and has passed 3-D Secure
 * @returns null: paid; otherwise why not
 */
export function confirmPayment(
  ledger: Ledger,
  intentId: string,
  method: Stripe.PaymentMethod | undefined,
  how: { isOwnerThere: boolean; isAuthenticated: boolean },
): Decline | null {
  const intent = ledger.get('payment_intent', intentId);
  const customer = idOf(intent.customer);
  if (!method) {
    failPayment(ledger, intent, null, NO_CARD);
    return NO_CARD;
  }
  const decline = declineOf(ledger, method, how.isOwnerThere);
  const charge = ledger.put(
    'charge',
    newCharge(ledger.time(customer), {
      intent,
      method,
      decline,
      isAuthenticated: how.isAuthenticated,
      receiptUrl: `${ledger.base}/`,
    }),
  );
  if (decline) {
    ledger.record('charge.failed', charge);
    failPayment(ledger, intent, charge, decline);
    return decline;
  }
  ledger.record('charge.succeeded', charge);
  ledger.change(
    'payment_intent',
    intent.id,
    {
      amount_received: intent.amount,
      last_payment_error: null,
      latest_charge: charge.id,
      payment_method: method.id,
      status: 'succeeded',
    },
    'payment_intent.succeeded',
  );
  return null;
}

function declineOf(
  ledger: Ledger,
  method: Stripe.PaymentMethod,
  isOwnerThere: boolean,
): Decline | null {
  if (ledger.facts.broken.includes(method.id)) return EXPIRED_CARD;
  const time = ledger.time(idOf(method.customer));
  if (method.card && hasExpired(method.card, time)) return EXPIRED_CARD;
  return bankSays(ledger.facts.cards[method.id] ?? '', isOwnerThere);
}

function failPayment(
  ledger: Ledger,
  intent: Stripe.PaymentIntent,
  charge: Stripe.Charge | null,
  { code, decline_code, message }: Decline,
): void {
  ledger.change(
    'payment_intent',
    intent.id,
    {
      last_payment_error: shaped<Stripe.PaymentIntent.LastPaymentError>({
        type: charge ? 'card_error' : 'invalid_request_error',
        code,
        decline_code,
        message,
        ...(charge && { charge: charge.id }),
      }),
      ...(charge && { latest_charge: charge.id }),
      payment_method: null,
      status: 'requires_payment_method',
    },
    'payment_intent.payment_failed',
  );
}
