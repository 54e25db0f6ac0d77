import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { cancelSubscription } from '../../contract/billing/calls.ts';
import { testDatabase } from '../../test/database.ts';
import { openShop, type Shop } from '../../test/purchases.ts';
import { json } from '../../test/server.ts';
import { endIfCancelled, monthAfter } from './cancellation.ts';

const database = testDatabase();

const DAY_SECONDS = 24 * 60 * 60;
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
  /** A subscription, with only the fields that the rule reads. */
  const subscription = (start: string, end: string, more: Partial<Stripe.Subscription> = {}) =>
    ({
      status: 'active',
      cancel_at: null,
      cancel_at_period_end: false,
      billing_cycle_anchor: at('2026-11-22'),
      items: { data: [{ current_period_start: at(start), current_period_end: at(end) }] },
      ...more,
    }) as unknown as Stripe.Subscription;
  const november = subscription('2026-11-22', '2026-12-22');

  test.each([
    // Bought and cancelled on the same day.
    [0, '2026-12-22'],
    [DAY_SECONDS, '2026-12-22'],
    [DAY_SECONDS + 1, '2027-01-22'],
    [29 * DAY_SECONDS, '2027-01-22'],
  ])('ends a subscription %s seconds into a month of thirty days on %s', (seconds, end) => {
    expect(dayOf(endIfCancelled(november, at('2026-11-22') + seconds))).toBe(end);
  });

  test('leaves a month of 31 days without a second one for two days', () => {
    const december = subscription('2026-12-22', '2027-01-22');
    expect(dayOf(endIfCancelled(december, at('2026-12-23')))).toBe('2027-01-22');
    expect(dayOf(endIfCancelled(december, at('2026-12-23') + 1))).toBe('2027-02-22');
  });

  test('costs an unpaid member no second month', () => {
    const unpaid = subscription('2026-11-22', '2026-12-22', { status: 'past_due' });
    expect(dayOf(endIfCancelled(unpaid, at('2026-12-10')))).toBe('2026-12-22');
  });

  test('does not concern a subscription that is cancelled or has ended', () => {
    for (const more of [
      { cancel_at: at('2026-12-22') },
      { cancel_at_period_end: true },
      { status: 'canceled' as const },
    ]) {
      const ending = subscription('2026-11-22', '2026-12-22', more);
      expect(endIfCancelled(ending, at('2026-11-23'))).toBeNull();
    }
  });
});

async function expectChanged(answer: Response): Promise<void> {
  expect(await json(answer)).toMatchObject({ status: 409, code: 'subscription_changed' });
}

describe('a cancellation', () => {
  const changed = (answer: Response) => json<z.output<typeof cancelSubscription.response>>(answer);
  /** The mails to the member after the purchase. */
  const mailsOf = async (shop: Shop) =>
    (await shop.mails()).filter((mail) => mail.to === shop.member.email).slice(1);
  const days = (shop: Shop, count: number) =>
    shop.standIn.acts.advance({ seconds: count * DAY_SECONDS });
  const atStripe = (shop: Shop) => shop.standIn.acts.subscriptions()[0];

  test('on the day of the purchase ends with the paid month, and charges nothing more', async () => {
    const shop = await openShop(database);
    await shop.buy();
    const { subscription } = await changed(await shop.cancel());
    const end = atStripe(shop)?.items.data[0]?.current_period_end;
    expect(atStripe(shop)?.cancel_at).toBe(end);
    expect(subscription).toMatchObject({ next_payment_date: null, if_cancelled: null });
    expect(await mailsOf(shop)).toMatchObject([
      { message: 'subscription-cancelled', ends_at: subscription.cancel_at, payment: null },
    ]);
    days(shop, 40);
    const after = await shop.sync(shop.member.id);
    expect([after.invoices.length, after.subscription?.status]).toEqual([1, 'canceled']);
  });

  test('within thirty days of the month’s end costs one more month, as was shown before', async () => {
    const shop = await openShop(database);
    await shop.buy();
    days(shop, 10);
    const renewal = atStripe(shop)?.items.data[0]?.current_period_end ?? 0;
    const payment = { amount: 178_80, date: new Date(renewal * 1_000).toISOString() };
    const shown = (await shop.billing()).subscription?.if_cancelled;
    const { subscription } = await changed(await shop.cancel());
    expect(shown).toEqual({ ends_at: subscription.cancel_at, payment });
    expect(subscription).toMatchObject({
      next_payment_date: payment.date,
      amount: payment.amount,
      cancel_at: new Date((atStripe(shop)?.cancel_at ?? 0) * 1_000).toISOString(),
    });
    expect((atStripe(shop)?.cancel_at ?? 0) - renewal).toBeGreaterThan(27 * DAY_SECONDS);
    expect(await mailsOf(shop)).toMatchObject([
      { message: 'subscription-cancelled', ends_at: subscription.cancel_at, payment },
    ]);
    shop.standIn.acts.advance({ months: 3 });
    const after = await shop.sync(shop.member.id);
    expect([after.invoices.length, after.subscription?.status]).toEqual([2, 'canceled']);
    expect((await mailsOf(shop)).map(({ message }) => message)).toEqual([
      'subscription-cancelled',
      'subscription-ended',
    ]);
  });

  test('is refused when it would end at another time than the member saw', async () => {
    const shop = await openShop(database);
    await shop.buy();
    const { subscription } = await shop.billing();
    days(shop, 2);
    await expectChanged(await shop.cancel(subscription?.if_cancelled?.ends_at));
    expect(atStripe(shop)?.cancel_at).toBeNull();
    expect(await mailsOf(shop)).toEqual([]);
  });

  test('sent twice counts once, and can be taken back and repeated', async () => {
    const shop = await openShop(database);
    await shop.buy();
    days(shop, 5);
    const seen = (await shop.billing()).subscription?.if_cancelled?.ends_at;
    const twice = await Promise.all([shop.cancel(seen), shop.cancel(seen)]);
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    const { subscription } = await changed(await shop.resume());
    expect(subscription).toMatchObject({ status: 'active', cancel_at: null });
    expect((await shop.resume()).status).toBe(200);
    await shop.cancel();
    expect((await mailsOf(shop)).map(({ message }) => message)).toEqual([
      'subscription-cancelled',
      'subscription-resumed',
      'subscription-cancelled',
    ]);
  });

  test('made on Stripe’s dashboard is mailed as it is there, and can be taken back', async () => {
    const shop = await openShop(database);
    await shop.buy();
    days(shop, 10);
    const { stripe } = shop.app.services.payments ?? {};
    await stripe?.subscriptions.update(atStripe(shop)?.id ?? '', { cancel_at_period_end: true });
    await shop.sync(shop.member.id);
    expect(await mailsOf(shop)).toMatchObject([
      { message: 'subscription-cancelled', payment: null },
    ]);
    await shop.resume();
    expect(atStripe(shop)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  });

  test('changes nothing when Stripe fails', async () => {
    const shop = await openShop(database);
    await shop.buy();
    const path = /\/v1\/subscriptions\/\w+$/;
    shop.standIn.faults.plan({ kind: 'rate_limit', method: 'POST', path, times: 1_000 });
    expect((await shop.cancel()).status).toBe(502);
    shop.standIn.faults.clear();
    expect(await mailsOf(shop)).toEqual([]);
    expect((await shop.cancel()).status).toBe(200);
  });

  test('of a member without a subscription, or an ended one, is refused', async () => {
    const shop = await openShop(database);
    await expectChanged(await shop.cancel());
    await expectChanged(await shop.resume());
    await shop.buy();
    shop.standIn.acts.endSubscription(atStripe(shop)?.id ?? '');
    await expectChanged(await shop.cancel());
    await expectChanged(await shop.resume());
  });
});
