import { expect, test } from 'vitest';
import { renewalDate } from './renewal-date.ts';
import { subscription } from './test/open-dashboard.tsx';

const PURCHASED = '2026-11-21T12:00:00.000Z';

test('a package renews with the next payment of its subscription', () => {
  expect(renewalDate(subscription, '2025-01-01T12:00:00.000Z')).toBe(
    subscription.next_payment_date,
  );
});

test.each([
  ['2026-11-21T12:00:00.000Z', '2026-12-21T12:00:00.000Z'],
  ['2026-12-31T23:59:00.000Z', '2027-01-31T23:59:00.000Z'],
  ['2027-01-31T12:00:00.000Z', '2027-02-28T12:00:00.000Z'],
  ['2028-01-30T12:00:00.000Z', '2028-02-29T12:00:00.000Z'],
])('without a subscription one that was bought at %s renews at %s', (purchased, renewed) => {
  expect(renewalDate(null, purchased)).toBe(renewed);
});

test('a subscription that is cancelled, or has ended, renews nothing', () => {
  expect(renewalDate({ ...subscription, next_payment_date: null }, PURCHASED)).toBeNull();
  expect(renewalDate({ ...subscription, status: 'canceled' }, PURCHASED)).toBeNull();
});

test('where there is neither a subscription nor a purchase nobody knows', () => {
  expect(renewalDate(null, null)).toBeNull();
});
