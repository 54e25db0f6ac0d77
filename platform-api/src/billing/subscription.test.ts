import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { currentSubscription, endsAtOf, nextAmountOf, nextPaymentOf } from './subscription.ts';

/** A subscription with only the fields that the rules read. */
const subscription = (more: object) =>
  ({
    id: 'sub_1',
    status: 'active',
    created: 1,
    cancel_at: null,
    cancel_at_period_end: false,
    default_tax_rates: [],
    items: {
      data: [
        { price: { unit_amount: 149_00 }, quantity: 1, current_period_end: 100, tax_rates: [] },
      ],
    },
    ...more,
  }) as unknown as Stripe.Subscription;

test.each([
  [['active 1', 'canceled 2'], 'active 1'],
  [['past_due 1', 'active 2'], 'active 2'],
  [['active 1', 'past_due 2'], 'active 1'],
  [['past_due 1', 'incomplete 2'], 'past_due 1'],
  [['canceled 1', 'incomplete 2'], 'incomplete 2'],
  [['canceled 1', 'canceled 2'], 'canceled 2'],
  [['trialing 1', 'active 2'], 'active 2'],
  [[], undefined],
])('of %j the current subscription is %s', (all, counts) => {
  const made = all.map((text) => {
    const [status, created] = text.split(' ');
    return subscription({ id: text, status, created: Number(created) });
  });
  expect(currentSubscription(made)?.id).toBe(counts);
  expect(currentSubscription(made.toReversed())?.id).toBe(counts);
});

test.each([
  [{}, 100, null],
  [{ cancel_at_period_end: true, cancel_at: 100 }, null, 100],
  [{ cancel_at_period_end: true }, null, 100],
  [{ cancel_at: 100 }, null, 100],
  // One more payment is due within the notice period.
  [{ cancel_at: 200 }, 100, 200],
  [{ status: 'past_due' }, 100, null],
  [{ status: 'canceled', cancel_at: 100 }, null, null],
  [{ items: { data: [] } }, null, null],
])('%j: the next payment is due at %s, the end is at %s', (more, next, end) => {
  expect(nextPaymentOf(subscription(more))).toBe(next);
  expect(endsAtOf(subscription(more))).toBe(end);
});

test('the next payment includes the VAT of the item, or else of the subscription', () => {
  const vat = { percentage: 20, inclusive: false };
  const item = { price: { unit_amount: 149_00 }, quantity: 1 };
  const amountOf = (tax_rates: object[] | null, default_tax_rates: object[] = []) =>
    nextAmountOf(subscription({ default_tax_rates, items: { data: [{ ...item, tax_rates }] } }));
  expect(amountOf([])).toBe(149_00);
  expect(amountOf([vat])).toBe(178_80);
  expect(amountOf(null, [vat])).toBe(178_80);
  expect(amountOf([vat], [vat])).toBe(178_80);
  expect(amountOf([{ ...vat, inclusive: true }])).toBe(149_00);
});
