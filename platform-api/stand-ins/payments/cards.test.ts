import { describe, expect, it } from 'vitest';
import { buySubscription, openCheckout, startSandbox, testCard } from '../../test/sandbox.ts';

const DAY = 24 * 60 * 60;

describe("Stripe's test cards in the payment sandbox", () => {
  it.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000069', 'Your card has expired.'],
    ['4111111111111111', expect.stringContaining('used a non test card')],
  ])('%s is declined, and another may be tried', async (number, message) => {
    const { sandbox, payments } = await startSandbox();
    const { session } = await openCheckout(payments);
    expect(sandbox.acts.payCheckout(session.id, testCard(number))).toEqual({
      outcome: 'declined',
      message,
    });
    expect(sandbox.acts.checkout(session.id)).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      subscription: null,
    });
    expect(
      sandbox.acts
        .events()
        .map(({ type }) => type)
        .slice(0, 2),
    ).toEqual(['payment_intent.payment_failed', 'charge.failed']);
    expect(sandbox.acts.payCheckout(session.id, testCard()).outcome).toBe('paid');
    const [paid, failed] = sandbox.acts.charges();
    expect(paid?.payment_intent).toBe(failed?.payment_intent);
  });

  it.each(['4000002500003155', '4000002760003184'])('%s asks its owner first', async (number) => {
    const { sandbox, payments } = await startSandbox();
    const { session } = await openCheckout(payments);
    expect(sandbox.acts.payCheckout(session.id, testCard(number))).toEqual({
      outcome: 'authentication_required',
    });
    expect(sandbox.acts.charges()).toEqual([]);
    expect(sandbox.acts.payCheckout(session.id, testCard(number), true).outcome).toBe('paid');
  });

  it('never keep a number', async () => {
    const { sandbox, payments } = await startSandbox();
    const { session } = await openCheckout(payments);
    sandbox.acts.payCheckout(session.id, testCard());
    expect(JSON.stringify([sandbox.acts.events(), sandbox.acts.charges()])).not.toContain(
      '4242424242',
    );
  });
});

describe('a renewal that fails in the payment sandbox', () => {
  it('is tried again after 3, 5 and 7 days; then the subscription ends', async () => {
    const started = await startSandbox();
    const { acts } = started.sandbox;
    const { stripe } = started.payments;
    const card = testCard('4000000000000341');
    const { subscription, customer } = await buySubscription(started, { card });
    acts.advance({ months: 1 });
    const state = async () => {
      const { status } = await stripe.subscriptions.retrieve(subscription);
      const [invoice] = (await stripe.invoices.list({ customer })).data;
      return [status, invoice?.status, invoice?.attempt_count];
    };
    expect(await state()).toEqual(['past_due', 'open', 1]);
    acts.advance({ seconds: 3 * DAY });
    expect(await state()).toEqual(['past_due', 'open', 2]);
    acts.advance({ seconds: 5 * DAY });
    expect(await state()).toEqual(['past_due', 'open', 3]);
    acts.advance({ seconds: 7 * DAY });
    expect(await state()).toEqual(['canceled', 'open', 4]);
    expect((await stripe.subscriptions.retrieve(subscription)).cancellation_details?.reason).toBe(
      'payment_failed',
    );
    const events = acts.events().toReversed();
    const failed = events.filter(({ type }) => type === 'invoice.payment_failed');
    const [first = 0] = failed.map(({ created }) => created);
    expect(failed.map(({ created }) => (created - first) / DAY)).toEqual([0, 3, 8, 15]);
    expect(events.at(-1)?.type).toBe('customer.subscription.deleted');
    acts.advance({ months: 3 });
    expect(await state()).toEqual(['canceled', 'open', 4]);
  });

  it('is mended by another card in the portal, at the next attempt', async () => {
    const started = await startSandbox();
    const { acts } = started.sandbox;
    const { stripe } = started.payments;
    const { subscription, customer } = await buySubscription(started);
    acts.breakCard(customer);
    acts.advance({ months: 1 });
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('past_due');
    const { id: portal } = await stripe.billingPortal.sessions.create({ customer });
    expect(acts.changeCard(portal, testCard('4000000000000002'))).toEqual({
      ok: false,
      message: 'Your card was declined.',
    });
    expect(acts.portal(portal)?.card).toBe('Visa •••• 4242');
    expect(acts.changeCard(portal, testCard('5555555555554444'))).toEqual({ ok: true });
    expect(acts.portal(portal)?.card).toBe('Mastercard •••• 4444');
    acts.advance({ seconds: 3 * DAY });
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active');
  });

  it('is mended at once by paying its invoice', async () => {
    const started = await startSandbox();
    const { acts } = started.sandbox;
    const { stripe } = started.payments;
    const { subscription, customer } = await buySubscription(started);
    acts.breakCard(customer);
    acts.advance({ months: 1 });
    const [invoice] = (await stripe.invoices.list({ customer })).data;
    const id = invoice?.id ?? '';
    expect(acts.payInvoice(id)).toEqual({ outcome: 'declined', message: 'Your card has expired.' });
    await expect(stripe.invoices.pay(id)).rejects.toMatchObject({
      statusCode: 402,
      code: 'expired_card',
    });
    expect(acts.payInvoice(id, testCard('4000002500003155')).outcome).toBe(
      'authentication_required',
    );
    expect(acts.payInvoice(id, testCard()).outcome).toBe('paid');
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active');
    expect((await stripe.invoices.retrieve(id)).status).toBe('paid');
    expect(acts.payInvoice(id, testCard()).outcome).toBe('closed');
    acts.advance({ months: 1 });
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active');
  });
});
