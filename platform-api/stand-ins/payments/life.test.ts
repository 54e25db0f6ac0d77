import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { buySubscription, openCheckout, startSandbox, testCard } from '../../test/sandbox.ts';

const DAY = 24 * 60 * 60;
const unix = (text: string): number => Date.parse(text) / 1000;
const day = (time: number | undefined): string =>
  new Date((time ?? 0) * 1000).toISOString().slice(0, 10);

/** A sandbox at a time of our own: the next one at which it is this day of the year. */
async function startOn(monthDay: string) {
  const started = await startSandbox();
  const { acts } = started.sandbox;
  const year = new Date(acts.time() * 1000).getUTCFullYear() + 1;
  acts.advance({ seconds: unix(`${year}-${monthDay}T10:00:00Z`) - acts.time() });
  return { ...started, acts, year, stripe: started.payments.stripe };
}

function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error('It has no item');
  return item;
}

const typesOf = (events: Stripe.Event[]): string[] => events.map(({ type }) => type);

describe('a subscription in the payment sandbox', () => {
  it('begins with a paid invoice whose every cent is right', async () => {
    const started = await startSandbox();
    const { stripe } = started.payments;
    const { session, subscription, customer } = await buySubscription(started);
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_subtotal: 648_00,
      amount_total: 777_60,
      total_details: { amount_tax: 129_60 },
      customer,
      url: null,
    });
    const begun = await stripe.subscriptions.retrieve(subscription);
    expect(begun).toMatchObject({
      status: 'active',
      customer,
      metadata: { purchase: 'the first' },
      latest_invoice: session.invoice,
    });
    expect(itemOf(begun)).toMatchObject({
      current_period_start: begun.created,
      price: { unit_amount: 299_00, recurring: { interval: 'month' } },
      tax_rates: [{ percentage: 20 }],
    });
    const invoice = await stripe.invoices.retrieve(String(session.invoice));
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      subtotal: 648_00,
      total: 777_60,
      amount_paid: 777_60,
      amount_remaining: 0,
      total_taxes: [{ amount: 129_60, taxable_amount: 648_00 }],
      customer_name: 'The Counting House',
      parent: { subscription_details: { subscription, metadata: { purchase: 'the first' } } },
    });
    expect(invoice.lines.data.map(({ description, amount }) => [description, amount])).toEqual([
      ['1 × Professional (at €299.00 / month)', 299_00],
      ['Setup fee', 349_00],
    ]);
    expect(started.sandbox.acts.charges()).toMatchObject([{ amount: 777_60, status: 'succeeded' }]);
  });

  it('that began on the 31st is paid on the last day of each month for fourteen months', async () => {
    const { acts, year, stripe, ...started } = await startOn('01-31');
    const { subscription, customer } = await buySubscription(started);
    const ends: string[] = [];
    for (let month = 0; month < 14; month += 1) {
      const { current_period_end: end } = itemOf(await stripe.subscriptions.retrieve(subscription));
      ends.push(day(end));
      acts.advance({ seconds: end - acts.time() });
    }
    const last = (at: string, on: number): string => day(Date.UTC(on, Number(at), 0) / 1000);
    expect(ends).toEqual([
      ...['2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'].map((at) => last(at, year)),
      ...['1', '2', '3'].map((at) => last(at, year + 1)),
    ]);
    const invoices = await stripe.invoices.list({ customer }).autoPagingToArray({ limit: 100 });
    expect(invoices).toHaveLength(15);
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(15);
    expect(invoices.slice(0, 14).map(({ status, total }) => [status, total])).toEqual(
      Array.from({ length: 14 }, () => ['paid', 358_80]),
    );
    expect(invoices[0]?.lines.data[0]?.period).toMatchObject({
      start: unix(`${ends.at(-1)}T10:00:00Z`),
    });
  });

  it('has missed nothing when the clock is moved on by a year at once', async () => {
    const { acts, stripe, ...started } = await startOn('01-31');
    const first = await buySubscription(started);
    const second = await buySubscription(started);
    const before = acts.events().length;
    acts.advance({ months: 12 });
    const events = acts.events().slice(0, -before).toReversed();
    const times = events.map(({ created }) => created);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const { customer } of [first, second]) {
      const { data } = await stripe.invoices.list({ customer, limit: 100 });
      expect(data).toHaveLength(13);
    }
    const renewal = typesOf(events.slice(0, 8));
    expect(renewal).toEqual([
      'invoice.created',
      'invoice.finalized',
      'customer.subscription.updated',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
  });

  it('ends at its period end when it was cancelled, and not when it was resumed', async () => {
    const { acts, stripe, ...started } = await startOn('03-10');
    const { subscription, customer } = await buySubscription(started);
    const { id: portal } = await stripe.billingPortal.sessions.create({ customer });
    const end = itemOf(await stripe.subscriptions.retrieve(subscription)).current_period_end;
    acts.cancelSubscription(portal, subscription);
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
      status: 'active',
      cancel_at: end,
      cancel_at_period_end: true,
      canceled_at: acts.time(),
    });
    const [updated] = acts.events();
    expect(updated?.data.previous_attributes).toMatchObject({
      cancel_at: null,
      cancel_at_period_end: false,
    });
    acts.resumeSubscription(portal, subscription);
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
    });
    acts.advance({ months: 1 });
    acts.cancelSubscription(portal, subscription);
    acts.advance({ months: 2 });
    const ended = await stripe.subscriptions.retrieve(subscription);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: ended.cancel_at });
    const { data: invoices } = await stripe.invoices.list({ customer });
    expect(invoices).toHaveLength(2);
    expect(acts.events()[0]).toMatchObject({
      type: 'customer.subscription.deleted',
      created: ended.ended_at,
    });
  });

  it('is paid until a day of ours and ends on it', async () => {
    const { acts, stripe, ...started } = await startOn('01-31');
    const { subscription, customer } = await buySubscription(started);
    const from = itemOf(await stripe.subscriptions.retrieve(subscription)).current_period_end;
    const cancel_at = unix(`${day(from).slice(0, 4)}-03-31T10:00:00Z`);
    await stripe.subscriptions.update(subscription, { cancel_at });
    acts.advance({ months: 3 });
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
      status: 'canceled',
      ended_at: cancel_at,
    });
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(2);
    await expect(stripe.subscriptions.cancel(subscription)).rejects.toMatchObject({
      statusCode: 404,
    });
    const late = stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    await expect(late).rejects.toThrow('canceled subscription');
  });

  it('ends at once when its customer is deleted', async () => {
    const started = await startSandbox();
    const { stripe } = started.payments;
    const { subscription, customer } = await buySubscription(started);
    await stripe.customers.del(customer);
    expect(await stripe.customers.retrieve(customer)).toEqual(
      expect.objectContaining({ id: customer, deleted: true }),
    );
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
    expect(typesOf(started.sandbox.acts.events().slice(0, 2))).toEqual([
      'customer.deleted',
      'customer.subscription.deleted',
    ]);
  });

  it('lives by the test clock of its customer and by no other', async () => {
    const started = await startSandbox();
    const { stripe } = started.payments;
    const frozen_time = unix('2030-01-31T10:00:00Z');
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time });
    const { id: customer } = await stripe.customers.create({ test_clock: clock.id });
    const { subscription } = await buySubscription(started, { customer });
    expect((await stripe.subscriptions.retrieve(subscription)).created).toBe(frozen_time);
    started.sandbox.acts.advance({ months: 2 });
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: frozen_time + 60 * DAY });
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(3);
    expect(day(itemOf(await stripe.subscriptions.retrieve(subscription)).current_period_end)).toBe(
      '2030-04-30',
    );
  });

  it('gives money back, and loses a dispute', async () => {
    const started = await startSandbox();
    const { acts } = started.sandbox;
    await buySubscription(started);
    const [charge] = acts.charges();
    if (!charge) throw new Error('Nothing was charged');
    acts.refund(charge.id, 100_00);
    expect(acts.charges()[0]).toMatchObject({ amount_refunded: 100_00, refunded: false });
    acts.refund(charge.id);
    expect(acts.charges()[0]).toMatchObject({ amount_refunded: 777_60, refunded: true });
    expect(acts.events()[0]).toMatchObject({
      type: 'charge.refunded',
      data: { previous_attributes: { amount_refunded: 100_00, refunded: false } },
    });
    const { id } = acts.dispute(charge.id);
    expect(acts.events()[0]).toMatchObject({
      type: 'charge.dispute.created',
      data: { object: { amount: 777_60, charge: charge.id, status: 'needs_response' } },
    });
    acts.closeDispute(id, 'lost');
    expect(acts.events()[0]).toMatchObject({ type: 'charge.dispute.closed' });
  });
});

describe('a checkout in the payment sandbox', () => {
  it('expires after a day, and then takes no money', async () => {
    const { sandbox, payments } = await startSandbox();
    const { session } = await openCheckout(payments);
    sandbox.acts.advance({ seconds: DAY - 60 });
    expect(sandbox.acts.checkout(session.id)?.status).toBe('open');
    sandbox.acts.advance({ seconds: 60 });
    expect(sandbox.acts.checkout(session.id)).toMatchObject({ status: 'expired', url: null });
    expect(sandbox.acts.events()[0]).toMatchObject({
      type: 'checkout.session.expired',
      created: session.expires_at,
    });
    expect(sandbox.acts.payCheckout(session.id, testCard())).toEqual({
      outcome: 'closed',
      return_url: 'http://shop.example/members?payment=canceled',
    });
    expect(sandbox.acts.charges()).toEqual([]);
  });

  it('is paid once, however often it is pressed', async () => {
    const started = await startSandbox();
    const { session } = await buySubscription(started);
    expect(started.sandbox.acts.payCheckout(session.id, testCard())).toEqual({
      outcome: 'closed',
      return_url: 'http://shop.example/members?payment=success',
    });
    expect(started.sandbox.acts.charges()).toHaveLength(1);
  });

  it('knows its lines, and nothing of a session that is not there', async () => {
    const { sandbox, payments } = await startSandbox();
    const { session } = await openCheckout(payments);
    expect(sandbox.acts.checkout(session.id)?.line_items?.data).toMatchObject([
      { description: 'Professional', amount_total: 358_80 },
      { description: 'Setup fee', amount_total: 418_80 },
    ]);
    expect(sandbox.acts.checkout('cs_nothing')).toBeNull();
  });
});
