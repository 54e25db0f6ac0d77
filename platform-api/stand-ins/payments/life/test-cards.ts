import type { Card } from '../acts.ts';
import type { CardGiven, Decline } from '../objects/payment.ts';

/** How one of Stripe's test cards behaves (docs.stripe.com/testing). */
interface TestCard {
  brand: string;
  /** The bank never pays. */
  decline?: Decline;
  /** The bank doesn't pay when the customer is away. */
  declineLater?: Decline;
  /** Asks for 3-D Secure. `once`: what is paid later needs none. */
  threeDSecure?: 'once' | 'always';
}

export const GENERIC_DECLINE: Decline = {
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
};
export const EXPIRED_CARD: Decline = {
  code: 'expired_card',
  decline_code: 'expired_card',
  message: 'Your card has expired.',
};
export const NO_CARD: Decline = {
  code: 'missing',
  decline_code: 'missing',
  message:
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
};
const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
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
  '4000002760000016': { brand: 'visa' },
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
  '4000000000000127': {
    brand: 'visa',
    decline: {
      code: 'incorrect_cvc',
      decline_code: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
    },
  },
  '4000000000000119': {
    brand: 'visa',
    decline: {
      code: 'processing_error',
      decline_code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  '4000000000000341': { brand: 'visa', declineLater: GENERIC_DECLINE },
  '4000002500003155': { brand: 'visa', threeDSecure: 'once' },
  '4000002760003184': {
    brand: 'visa',
    threeDSecure: 'always',
    declineLater: AUTHENTICATION_REQUIRED,
  },
};

/** A card that could be one, or what is wrong with how it was typed. */
export type ReadCard =
  | { number: string; card: CardGiven }
  | { field: 'number' | 'expiry' | 'cvc' | 'name'; message: string };

/** Reads what was typed, as Stripe's form checks it before anything is sent to a bank. */
export function readCard(typed: Card, time: number): ReadCard {
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
  return { number, card: { brand, last4: number.slice(-4), exp_month, exp_year, name } };
}

/** A card is good until the end of its month. */
export function hasExpired(card: { exp_month: number; exp_year: number }, time: number): boolean {
  return time * 1000 >= Date.UTC(card.exp_year, card.exp_month, 1);
}

/** The last digit checks the others (ISO/IEC 7812-1, annex B). */
function hasLuhnDigit(number: string): boolean {
  const sum = [...number].toReversed().reduce((all, digit, place) => {
    const doubled = place % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Whether the card asks its owner first. */
export function asksOwner(number: string): boolean {
  return TEST_CARDS[number]?.threeDSecure !== undefined;
}

/** What the bank says to a payment: null pays. Real cards are never taken. */
export function bankSays(number: string, isOwnerThere: boolean): Decline | null {
  const card = TEST_CARDS[number];
  if (!card) return NOT_A_TEST_CARD;
  return card.decline ?? (isOwnerThere ? null : (card.declineLater ?? null));
}
