import { describe, expect, it } from 'vitest';
import { buySubscription, startSandbox } from '../../test/sandbox.ts';

describe('lists of the payment sandbox', () => {
  it('come in pages, the newest first, and the library turns them by itself', async () => {
    const { payments } = await startSandbox();
    const { stripe } = payments;
    const made: string[] = [];
    for (let count = 0; count < 25; count += 1) {
      made.unshift((await stripe.customers.create({ name: `Café ${count}` })).id);
    }
    const first = await stripe.customers.list({ limit: 3 });
    expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 3));
    expect(first.has_more).toBe(true);
    const all = await stripe.customers.list({ limit: 4 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(made);
    const back = await stripe.customers.list({ limit: 2, ending_before: made[5] ?? '' });
    expect(back.data.map(({ id }) => id)).toEqual(made.slice(3, 5));
    await expect(stripe.customers.list({ limit: 101 })).rejects.toThrow(
      'less than or equal to 100',
    );
    await expect(stripe.customers.list({ starting_after: 'cus_nobody' })).rejects.toThrow(
      'No such',
    );
  });

  it('hold only what was asked for', async () => {
    const started = await startSandbox();
    const { stripe } = started.payments;
    const ours = await buySubscription(started);
    const theirs = await buySubscription(started);
    const ids = async (list: Promise<{ data: { id: string }[] }>) =>
      (await list).data.map(({ id }) => id);
    expect(await ids(stripe.subscriptions.list({ customer: ours.customer }))).toEqual([
      ours.subscription,
    ]);
    expect(await ids(stripe.checkout.sessions.list({ subscription: theirs.subscription }))).toEqual(
      [theirs.session.id],
    );
    expect(await ids(stripe.customers.list({ email: 'nobody@counting-house.example' }))).toEqual(
      [],
    );
    await stripe.subscriptions.cancel(ours.subscription);
    const { customer } = ours;
    expect(await ids(stripe.subscriptions.list({ customer }))).toEqual([]);
    expect(await ids(stripe.subscriptions.list({ customer, status: 'all' }))).toHaveLength(1);
    expect(await ids(stripe.subscriptions.list({ customer, status: 'canceled' }))).toHaveLength(1);
    const { data: created } = await stripe.events.list({ type: 'customer.created' });
    expect(created.map((event) => event.type)).toEqual(['customer.created', 'customer.created']);
  });

  it('find the invoice that a payment paid', async () => {
    const started = await startSandbox();
    const { stripe } = started.payments;
    const { session } = await buySubscription(started);
    const [charge] = started.sandbox.acts.charges();
    const { data } = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: String(charge?.payment_intent) },
    });
    expect(data.map(({ invoice, status }) => ({ invoice, status }))).toEqual([
      { invoice: session.invoice, status: 'paid' },
    ]);
  });

  it('and answers show what lies behind their ids when they are asked to', async () => {
    const started = await startSandbox();
    const { stripe } = started.payments;
    const { session, subscription, customer } = await buySubscription(started);
    const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscription, {
      expand: ['latest_invoice.payments.data.payment.payment_intent', 'customer'],
    });
    if (invoice === null || typeof invoice === 'string') throw new Error('It was not expanded');
    expect(invoice.payments?.data[0]?.payment.payment_intent).toMatchObject({
      status: 'succeeded',
    });
    const retrieved = await stripe.customers.retrieve(customer, { expand: ['tax_ids'] });
    expect(retrieved).toMatchObject({ tax_ids: { data: [], has_more: false } });
    const whole = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['line_items.data.taxes', 'total_details.breakdown'],
    });
    expect(whole.line_items?.data.map(({ amount_tax }) => amount_tax)).toEqual([59_80, 69_80]);
    expect(whole.total_details?.breakdown?.taxes).toMatchObject([{ amount: 129_60 }]);
    const { data } = await stripe.subscriptions.list({ expand: ['data.customer'] });
    expect(data[0]?.customer).toMatchObject({ id: customer });
    const { data: items } = await stripe.subscriptionItems.list({ subscription });
    expect(items).toEqual(data[0]?.items.data);
    const { data: lines } = await stripe.invoices.listLineItems(String(session.invoice));
    expect(lines.map(({ amount }) => amount)).toEqual([299_00, 349_00]);
  });
});
