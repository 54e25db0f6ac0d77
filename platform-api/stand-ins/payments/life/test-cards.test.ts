import { describe, expect, it } from 'vitest';
import { testCard } from '../../../test/sandbox.ts';
import { readCard } from './test-cards.ts';

const NOW = Date.UTC(2026, 10, 21) / 1000;

describe('a card that is typed into the payment sandbox', () => {
  it.each([
    ['number', { number: '4242 4242 4242 4241' }, 'Your card number is invalid.'],
    ['number', { number: '4242' }, 'Your card number is invalid.'],
    ['number', { number: 'my card' }, 'Your card number is invalid.'],
    ['expiry', { expiry: '12' }, "Your card's expiration date is incomplete."],
    ['expiry', { expiry: '13 / 34' }, "Your card's expiration date is invalid."],
    ['expiry', { expiry: '10 / 26' }, "Your card's expiration date is in the past."],
    ['cvc', { cvc: '12' }, "Your card's security code is incomplete."],
    ['name', { name: '  ' }, 'Enter the name on your card.'],
  ])('has a %s that is wrong: %o', (field, given, message) => {
    expect(readCard({ ...testCard(), ...given }, NOW)).toEqual({ field, message });
  });

  it.each(['11 / 26', '11/26', '1126', '11 / 2026'])('is good until the end of %s', (expiry) => {
    expect(readCard(testCard(undefined, { expiry }), NOW)).toMatchObject({
      number: '4242424242424242',
      card: { last4: '4242', exp_month: 11, exp_year: 2026 },
    });
  });
});
