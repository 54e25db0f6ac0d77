import { expect, test } from 'vitest';
import { renewalDate } from './PackageCard.tsx';
import { subscription } from './test/open-dashboard.tsx';

const PURCHASED = '2026-11-21T12:00:00.000Z';

test('renews with the next payment of the subscription', () => {
  expect(renewalDate(subscription, '2025-01-01T12:00:00.000Z')).toBe(
    subscription.next_payment_date,
  );
});

test.each([
  ['2026-11-21T12:00:00.000Z', '2026-12-21T12:00:00.000Z'],
  ['2026-12-31T23:59:00.000Z', '2027-01-31T23:59:00.000Z'],
  ['2027-01-31T12:00:00.000Z', '2027-02-28T12:00:00.000Z'],
  ['2028-01-30T12:00:00.000Z', '2028-02-29T12:00:00.000Z'],
])('without a subscription, a package bought at %s renews at %s', (purchased, renewed) => {
  expect(renewalDate(null, purchased)).toBe(renewed);
});

test('does not renew a cancelled or ended subscription', () => {
  expect(renewalDate({ ...subscription, next_payment_date: null }, PURCHASED)).toBeNull();
  expect(renewalDate({ ...subscription, status: 'canceled' }, PURCHASED)).toBeNull();
});

test('returns null without a subscription and a purchase date', () => {
  expect(renewalDate(null, null)).toBeNull();
});
