import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { laterEndOf, monthAfter } from './notice.ts';

const at = (day: string): number => Date.parse(`${day}T09:30:00Z`) / 1_000;
const dayOf = (seconds: number | null) =>
  seconds === null ? null : new Date(seconds * 1_000).toISOString().slice(0, 10);

test.each([
  // An anchor on a late day comes back to it after a shorter month.
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

describe('thirty days of notice', () => {
  /** Cancelled then, to end then; only what the rule reads is there. */
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
      // A whole one has a hundred fields that say nothing here.
    }) as unknown as Stripe.Subscription;

  test.each([
    ['2026-12-01', '2026-12-21', '2027-01-21'],
    ['2026-12-20', '2026-12-21', '2027-01-21'],
    // Thirty days are enough.
    ['2026-11-21', '2026-12-21', null],
    ['2026-12-21', '2027-01-21', null],
    // February has not thirty days: who cancels on its first day has one more period.
    ['2027-01-21', '2027-02-21', null],
    ['2027-02-21', '2027-03-21', '2027-04-21'],
  ])('cancelled on %s for %s: ends on %s instead', (canceled, end, later) => {
    expect(dayOf(laterEndOf(cancelled(canceled, end)))).toBe(later);
  });

  test('are given once for a cancellation, by its time or by the end that it was given', () => {
    const seenTo = {
      metadata: { notice_for: String(at('2027-02-01')), notice_until: String(at('2027-02-21')) },
    };
    expect(laterEndOf(cancelled('2027-02-01', '2027-02-21', seenTo))).toBeNull();
    const retimed = { ...seenTo, cancel_at_period_end: false };
    expect(laterEndOf(cancelled('2027-02-02', '2027-02-21', retimed))).toBeNull();
    // Resumed, and cancelled again within the period to which it was put off.
    expect(dayOf(laterEndOf(cancelled('2027-02-02', '2027-02-21', seenTo)))).toBe('2027-03-21');
  });

  test('are nothing to one that was not cancelled, has ended, or is not paid for', () => {
    const none = { canceled_at: null, cancel_at: null, cancel_at_period_end: false };
    expect(laterEndOf(cancelled('2026-12-01', '2026-12-21', none))).toBeNull();
    for (const status of ['canceled', 'past_due', 'unpaid'] as const) {
      expect(laterEndOf(cancelled('2026-12-01', '2026-12-21', { status }))).toBeNull();
    }
  });
});
