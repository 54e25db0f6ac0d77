import type Stripe from 'stripe';
import type { Ledger, StoredCard } from '../ledger.ts';
import type { Decline } from '../objects/charge.ts';
import { newId, refId } from '../stripe-object.ts';
import { isOver } from './subscriptions.ts';

/** A card as typed into a form. Numbers are Stripe's test numbers. */
export interface Card {
  /** Digits, spaces allowed. */
  number: string;
  /** `MM / YY`. */
  expiry: string;
  cvc: string;
  name: string;
}

/** How one of Stripe's test cards behaves (docs.stripe.com/testing). */
interface TestCard {
  brand: string;
  /** The bank never pays. */
  decline?: Decline;
  /** The bank declines later payments, when the customer is not present. */
  declineLater?: Decline;
}

const GENERIC_DECLINE: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};
const EXPIRED_CARD: Decline = {
  code: 'expired_card',
  decline_code: 'expired_card',
  message: 'Your card has expired.',
};
const NO_CARD: Decline = {
  code: 'missing',
  decline_code: 'missing',
  message:
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
};
const NOT_A_TEST_CARD: Decline = {
  code: 'card_declined',
  decline_code: 'test_mode_live_card',
  message: 'Your card was declined. Your request was in test mode, but used a non test card.',
};

const TEST_CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa' },
  '4000056655665556': { brand: 'visa' },
  '4000008260000000': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '2223003122003222': { brand: 'mastercard' },
  '378282246310005': { brand: 'amex' },
  '4000000000000002': { brand: 'visa', decline: GENERIC_DECLINE },
  '4000000000009995': {
    brand: 'visa',
    decline: {
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  },
  '4000000000000069': { brand: 'visa', decline: EXPIRED_CARD },
  '4000000000000341': { brand: 'visa', declineLater: GENERIC_DECLINE },
};

/** A valid card, or what is wrong with how it was typed. */
type TypedCard =
  | { card: Omit<StoredCard, 'id' | 'customer' | 'isBroken'> }
  | { field: keyof Card; message: string };

/** Validates a typed card as Stripe's form does before it asks a bank. */
export function readCard(typed: Card, time: number): TypedCard {
  const number = typed.number.replace(/[\s-]/g, '');
  if (!/^\d{13,19}$/.test(number) || !hasLuhnDigit(number)) {
    return { field: 'number', message: 'Your card number is invalid.' };
  }
  const [, month = '', year = ''] =
    /^\s*(\d{1,2})\s*\/?\s*(?:20)?(\d{2})\s*$/.exec(typed.expiry) ?? [];
  const exp_month = Number(month);
  const exp_year = 2000 + Number(year);
  if (month === '')
    return { field: 'expiry', message: "Your card's expiration date is incomplete." };
  if (exp_month < 1 || exp_month > 12) {
    return { field: 'expiry', message: "Your card's expiration date is invalid." };
  }
  if (hasExpired({ exp_month, exp_year }, time)) {
    return { field: 'expiry', message: "Your card's expiration date is in the past." };
  }
  if (!/^\d{3,4}$/.test(typed.cvc.trim())) {
    return { field: 'cvc', message: "Your card's security code is incomplete." };
  }
  const name = typed.name.trim().slice(0, 200);
  if (name === '') return { field: 'name', message: 'Enter the name on your card.' };
  const brand = TEST_CARDS[number]?.brand ?? 'visa';
  return { card: { number, brand, last4: number.slice(-4), exp_month, exp_year, name } };
}

/** A card is valid until the end of its month. */
function hasExpired(card: { exp_month: number; exp_year: number }, time: number): boolean {
  return time * 1000 >= Date.UTC(card.exp_year, card.exp_month, 1);
}

/** The Luhn checksum (ISO/IEC 7812-1, annex B). */
function hasLuhnDigit(number: string): boolean {
  const sum = [...number].toReversed().reduce((all, digit, place) => {
    const doubled = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Stores a card for a customer. */
export function storeCard(
  ledger: Ledger,
  customer: string,
  card: Omit<StoredCard, 'id' | 'customer' | 'isBroken'>,
): StoredCard {
  const stored = { ...card, id: newId('pm'), customer, isBroken: false };
  ledger.facts.cards[stored.id] = stored;
  return stored;
}

/**
 * The bank's decline code for a payment; null when it pays. Real cards are always declined.
 *
 * @param isCustomerPresent false: the payment is collected automatically
 */
export function bankDecline(
  card: StoredCard | undefined,
  isCustomerPresent: boolean,
  time: number,
): Decline | null {
  if (!card) return NO_CARD;
  if (card.isBroken || hasExpired(card, time)) return EXPIRED_CARD;
  const known = TEST_CARDS[card.number];
  if (!known) return NOT_A_TEST_CARD;
  return known.decline ?? (isCustomerPresent ? null : (known.declineLater ?? null));
}

/** Replaces the stored card, as the customer portal does. Later payments use the new one. */
export function changeCard(
  ledger: Ledger,
  customerId: string,
  typed: Card,
): { ok: true } | { ok: false; message: string } {
  const read = readCard(typed, ledger.time());
  if ('message' in read) return { ok: false, message: read.message };
  const card = storeCard(ledger, customerId, read.card);
  const decline = bankDecline(card, true, ledger.time());
  if (decline) return { ok: false, message: decline.message };
  const { invoice_settings } = ledger.get('customer', customerId);
  ledger.change(
    'customer',
    customerId,
    { invoice_settings: { ...invoice_settings, default_payment_method: card.id } },
    'customer.updated',
  );
  for (const { id } of runningSubscriptions(ledger, customerId)) {
    const changes = { default_payment_method: card.id };
    ledger.change('subscription', id, changes, 'customer.subscription.updated');
  }
  return { ok: true };
}

/** Fails all later payments with the customer's stored cards. */
export function breakCards(ledger: Ledger, customerId: string): void {
  for (const card of Object.values(ledger.facts.cards)) {
    if (card.customer === customerId) card.isBroken = true;
  }
}

/** The stored card in the portal's words: `Visa •••• 4242`. */
export function describeCard(ledger: Ledger, customerId: string): string | null {
  const card = cardFor(ledger, customerId, runningSubscriptions(ledger, customerId)[0]);
  if (!card) return null;
  return `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} •••• ${card.last4}`;
}

/** The card of a subscription takes precedence over the customer's. */
export function cardFor(
  ledger: Ledger,
  customerId: string,
  subscription: Stripe.Subscription | undefined,
): StoredCard | undefined {
  const customer = ledger.find('customer', customerId);
  const id =
    refId(subscription?.default_payment_method) ??
    refId(customer?.invoice_settings.default_payment_method);
  return id === null ? undefined : ledger.facts.cards[id];
}

function runningSubscriptions(ledger: Ledger, customerId: string): Stripe.Subscription[] {
  return ledger
    .all('subscription')
    .filter((one) => refId(one.customer) === customerId && !isOver(one));
}
