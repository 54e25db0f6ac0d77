import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { laterEndOf, monthAfter } from './notice.ts';

const at = (day: string): number => Date.parse(`${day}T09:30:00Z`) / 1_000;
const dayOf = (seconds: number | null) =>
  seconds === null ? null : new Date(seconds * 1_000).toISOString().slice(0, 10);

test.each([
  // After a shorter month, renewal returns to the anchor's day.
  ['2027-02-28', '2026-12-31', '2027-03-31'],
  ['2027-02-28', '2027-01-28', '2027-03-28'],
  ['2028-02-29', '2027-12-31', '2028-03-31'],
  ['2028-02-29', '2027-12-30', '2028-03-30'],
  ['2027-01-31', '2026-12-31', '2027-02-28'],
  ['2027-04-30', '2027-01-31', '2027-05-31'],
  ['2027-04-30', '2027-03-30', '2027-05-30'],
  ['2027-12-15', '2027-11-15', '2028-01-15'],
  ['2027-12-31', '2027-10-31', '2028-01-31'],
])('the period after the one that ends on %s, counted from %s, ends on %s', (end, anchor, next) => {
  expect(monthAfter(at(end), at(anchor))).toBe(at(next));
});

describe('the notice period of thirty days', () => {
  /** A cancelled subscription, with only the fields that the rule reads. */
  const cancelled = (canceled: string, end: string, more: Partial<Stripe.Subscription> = {}) =>
    ({
      status: 'active',
      canceled_at: at(canceled),
      cancel_at: at(end),
      cancel_at_period_end: true,
      billing_cycle_anchor: at('2026-11-21'),
      metadata: {},
      items: { data: [{ current_period_end: at(end) }] },
      ...more,
    }) as unknown as Stripe.Subscription;

  test.each([
    ['2026-12-01', '2026-12-21', '2027-01-21'],
    ['2026-12-20', '2026-12-21', '2027-01-21'],
    // The notice is exactly thirty days.
    ['2026-11-21', '2026-12-21', null],
    ['2026-12-21', '2027-01-21', null],
    // This period has only 28 days, so its notice is always too short.
    ['2027-01-21', '2027-02-21', null],
    ['2027-02-21', '2027-03-21', '2027-04-21'],
  ])('moves the end of a subscription cancelled on %s for %s to %s', (canceled, end, later) => {
    expect(dayOf(laterEndOf(cancelled(canceled, end)))).toBe(later);
  });

  test('is applied once per cancellation', () => {
    const seenTo = {
      metadata: { notice_for: String(at('2027-02-01')), notice_until: String(at('2027-02-21')) },
    };
    expect(laterEndOf(cancelled('2027-02-01', '2027-02-21', seenTo))).toBeNull();
    const retimed = { ...seenTo, cancel_at_period_end: false };
    expect(laterEndOf(cancelled('2027-02-02', '2027-02-21', retimed))).toBeNull();
    // Resumed, and cancelled again within the later period.
    expect(dayOf(laterEndOf(cancelled('2027-02-02', '2027-02-21', seenTo)))).toBe('2027-03-21');
  });

  test('does not apply to a subscription that is uncancelled, ended or unpaid', () => {
    const none = { canceled_at: null, cancel_at: null, cancel_at_period_end: false };
    expect(laterEndOf(cancelled('2026-12-01', '2026-12-21', none))).toBeNull();
    for (const status of ['canceled', 'past_due', 'unpaid'] as const) {
      expect(laterEndOf(cancelled('2026-12-01', '2026-12-21', { status }))).toBeNull();
    }
  });
});
