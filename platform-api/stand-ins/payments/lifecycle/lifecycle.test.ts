import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  buySubscription,
  openCheckout,
  startPaymentsStandIn,
  testCard,
} from '../../../test/payments-stand-in.ts';

const DAY = 24 * 60 * 60;
const day = (time = 0): string => new Date(time * 1000).toISOString().slice(0, 10);

/** A stand-in on the next such day of a year. */
async function startOn(monthDay: string) {
  const started = await startPaymentsStandIn();
  const { acts } = started.standIn;
  const year = new Date(acts.time() * 1000).getUTCFullYear() + 1;
  acts.advance({ seconds: Date.parse(`${year}-${monthDay}T10:00:00Z`) / 1000 - acts.time() });
  return { ...started, acts, year, stripe: started.payments.stripe };
}

const endOf = (subscription: Stripe.Subscription): number =>
  subscription.items.data[0]?.current_period_end ?? 0;

const statuses = (list: { status: string | null }[]) => list.map(({ status }) => status);

describe('a subscription of the payments stand-in', () => {
  it('starts with a paid invoice, correct to the cent', async () => {
    const started = await startPaymentsStandIn();
    const { session, subscription, customer } = await buySubscription(started);
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_subtotal: 648_00,
      amount_total: 777_60,
      customer,
      url: null,
    });
    const { stripe } = started.payments;
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
      status: 'active',
      metadata: { purchase: 'the first' },
      latest_invoice: session.invoice,
      items: { data: [{ price: { unit_amount: 299_00 }, tax_rates: [{ percentage: 20 }] }] },
    });
    const invoice = await stripe.invoices.retrieve(String(session.invoice));
    expect(invoice).toMatchObject({
      status: 'paid',
      billing_reason: 'subscription_create',
      total: 777_60,
      total_taxes: [{ amount: 129_60, taxable_amount: 648_00 }],
      customer_name: 'The Counting House',
      parent: { subscription_details: { subscription } },
    });
    expect(invoice.lines.data.map(({ description, amount }) => [description, amount])).toEqual([
      ['1 × Professional (at €299.00 / month)', 299_00],
      ['Setup fee', 349_00],
    ]);
    expect(started.standIn.acts.charges()).toMatchObject([{ amount: 777_60, status: 'succeeded' }]);
  });

  it('that started on the 31st renews on the last day of each month', async () => {
    const { acts, year, stripe, ...started } = await startOn('01-31');
    const { subscription, customer } = await buySubscription(started);
    acts.advance({ months: 12 });
    const { data } = await stripe.invoices.list({ customer, limit: 100 });
    const lastDays = Array.from({ length: 12 }, (_, month) =>
      day(Date.UTC(year, month + 2, 0) / 1000),
    );
    expect(
      data
        .toReversed()
        .slice(1)
        .map(({ created }) => day(created)),
    ).toEqual(lastDays);
    expect(new Set(data.map(({ total, status }) => `${total} ${status}`))).toEqual(
      new Set(['35880 paid', '77760 paid']),
    );
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active');
  });

  it('ends at the end of its period after a cancellation, unless it is resumed', async () => {
    const { acts, stripe, ...started } = await startOn('03-10');
    const { subscription, customer } = await buySubscription(started);
    const end = endOf(await stripe.subscriptions.retrieve(subscription));
    await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
      status: 'active',
      cancel_at: end,
      cancel_at_period_end: true,
      canceled_at: acts.time(),
    });
    expect(acts.events()[0]?.data.previous_attributes).toMatchObject({ cancel_at: null });
    await stripe.subscriptions.update(subscription, { cancel_at_period_end: false });
    acts.advance({ months: 1 });
    await stripe.subscriptions.update(subscription, { cancel_at_period_end: true });
    acts.advance({ months: 2 });
    const ended = await stripe.subscriptions.retrieve(subscription);
    expect(ended).toMatchObject({ status: 'canceled', ended_at: ended.cancel_at });
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(2);
    expect(acts.events()[0]).toMatchObject({
      type: 'customer.subscription.deleted',
      created: ended.ended_at,
    });
  });

  it('renews until its cancellation date and ends on it', async () => {
    const { acts, stripe, year, ...started } = await startOn('01-31');
    const { subscription, customer } = await buySubscription(started);
    const cancel_at = Date.parse(`${year}-03-31T10:00:00Z`) / 1000;
    await stripe.subscriptions.update(subscription, { cancel_at });
    acts.advance({ months: 3 });
    const ended = { status: 'canceled', ended_at: cancel_at };
    expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject(ended);
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(2);
  });

  it('is past due when a payment fails, and active again when another card has paid', async () => {
    const { acts, ...started } = await startOn('03-10');
    await buySubscription(started, { card: testCard('4000 0000 0000 0341') });
    acts.advance({ months: 1 });
    expect(statuses(acts.subscriptions())).toEqual(['past_due']);
    const [invoice] = acts.invoices();
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1 });
    expect(acts.payInvoice(invoice?.id ?? '').outcome).toBe('declined');
    expect(acts.payInvoice(invoice?.id ?? '', testCard()).outcome).toBe('paid');
    expect(statuses(acts.subscriptions())).toEqual(['active']);
    expect(statuses(acts.invoices())).toEqual(['paid', 'paid']);
  });

  it('ends after the last failed attempt', async () => {
    const { acts, ...started } = await startOn('03-10');
    const { customer } = await buySubscription(started);
    acts.breakCard(customer);
    acts.advance({ months: 1 });
    acts.advance({ seconds: 16 * DAY });
    expect(statuses(acts.subscriptions())).toEqual(['canceled']);
    expect(acts.subscriptions()[0]?.cancellation_details?.reason).toBe('payment_failed');
    expect(acts.charges().filter(({ paid }) => !paid)).toHaveLength(4);
  });

  it('ends when its customer is deleted', async () => {
    const started = await startPaymentsStandIn();
    const { subscription, customer } = await buySubscription(started);
    started.standIn.acts.deleteCustomer(customer);
    const { stripe } = started.payments;
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true });
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
  });

  it('has charges that can be refunded and disputed', async () => {
    const started = await startPaymentsStandIn();
    const { acts } = started.standIn;
    await buySubscription(started);
    const id = acts.charges()[0]?.id ?? '';
    acts.refund(id, 100_00);
    expect(acts.charges()[0]).toMatchObject({ amount_refunded: 100_00, refunded: false });
    expect(() => acts.refund(id, 700_00)).toThrow('greater than unrefunded amount');
    acts.refund(id);
    expect(acts.charges()[0]).toMatchObject({ amount_refunded: 777_60, refunded: true });
    expect(acts.events()[0]?.type).toBe('charge.refunded');
    acts.dispute(id);
    expect(acts.events()[0]).toMatchObject({
      type: 'charge.dispute.created',
      data: { object: { charge: id, status: 'needs_response' } },
    });
  });
});

describe('a checkout of the payments stand-in', () => {
  it('expires after a day and takes no money then', async () => {
    const { standIn, payments } = await startPaymentsStandIn();
    const { session } = await openCheckout(payments);
    standIn.acts.advance({ seconds: DAY - 60 });
    expect(standIn.acts.checkout(session.id)?.status).toBe('open');
    standIn.acts.advance({ seconds: 60 });
    expect(standIn.acts.checkout(session.id)).toMatchObject({ status: 'expired', url: null });
    expect(standIn.acts.payCheckout(session.id, testCard())).toEqual({
      outcome: 'closed',
      return_url: 'http://shop.example/members?payment=canceled',
    });
    expect(standIn.acts.charges()).toEqual([]);
  });

  it('is paid once, and only after a card was accepted', async () => {
    const { standIn, payments } = await startPaymentsStandIn();
    const { session } = await openCheckout(payments);
    const pay = (card = testCard()) => standIn.acts.payCheckout(session.id, card);
    expect(pay(testCard('4242 4242 4242 4241'))).toMatchObject({ field: 'number' });
    expect(pay(testCard(undefined, { expiry: '01 / 20' }))).toMatchObject({ field: 'expiry' });
    expect(pay(testCard(undefined, { cvc: '1' }))).toMatchObject({ field: 'cvc' });
    expect(pay(testCard('4000 0000 0000 0002')).outcome).toBe('declined');
    // A real number that no test uses.
    expect(pay(testCard('4539 1488 0343 6467'))).toMatchObject({
      message: expect.stringContaining('non test card'),
    });
    expect(pay().outcome).toBe('paid');
    expect(pay().outcome).toBe('closed');
    expect(standIn.acts.charges().filter(({ paid }) => paid)).toHaveLength(1);
  });
});
