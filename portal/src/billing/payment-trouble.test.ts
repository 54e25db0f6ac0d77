import type { Subscription } from '@stationhouse/platform-api/contract/billing/schemas';
import type { StationStatus } from '@stationhouse/platform-api/contract/stations/values';
import { expect, test } from 'vitest';
import { paymentTrouble } from './payment-trouble.ts';

const OFF_AIR_AT = '2026-11-28T12:00:00.000Z';

const subscription = (status: Subscription['status'], off_air_at: string | null): Subscription => ({
  next_payment_date: null,
  amount: 358_80,
  currency: 'eur',
  status,
  cancel_at: null,
  trial_ends_at: null,
  package_name: 'Professional',
  next_package_name: null,
  unpaid_change: null,
  if_cancelled: null,
  off_air_at,
});

test.each<[Subscription['status'], StationStatus]>([
  ['active', 'active'],
  ['trialing', 'setup_pending'],
  ['active', 'inactive'],
])('returns null for a subscription that is %s', (status, station) => {
  expect(paymentTrouble(subscription(status, null), station)).toBeNull();
});

test('returns null for a station without a subscription', () => {
  expect(paymentTrouble(null, 'active')).toBeNull();
});

test.each<[Subscription['status'], StationStatus, string, string, string]>([
  ['past_due', 'active', 'payment failed', 'stays on air until 28 November 2026', 'pay'],
  ['unpaid', 'active', 'payment failed', 'stays on air until 28 November 2026', 'pay'],
  ['past_due', 'setup_pending', 'payment failed', 'for you until 28 November 2026', 'pay'],
  ['canceled', 'active', 'has ended', 'stays on air until 28 November 2026', 'buy'],
  ['past_due', 'suspended', 'is off air', 'comes back as it was', 'pay'],
  [
    'canceled',
    'suspended',
    'is off air',
    'Start again and your station comes back as it was',
    'buy',
  ],
])('%s with a station that is %s: it %s, %s, the remedy is to %s', (...row) => {
  const [status, station, title, text, remedy] = row;
  const off_air_at = station === 'suspended' ? null : OFF_AIR_AT;
  const trouble = paymentTrouble(subscription(status, off_air_at), station);
  expect(trouble?.title).toContain(title);
  expect(trouble?.text).toContain(text);
  expect(trouble?.remedy).toBe(remedy);
});

test('offers to buy again a suspended station without a subscription', () => {
  expect(paymentTrouble(null, 'suspended')?.remedy).toBe('buy');
});

test('promises no time on air to a station that is switched off', () => {
  const trouble = paymentTrouble(subscription('past_due', OFF_AIR_AT), 'inactive');
  expect(trouble?.text).not.toContain('until');
});
