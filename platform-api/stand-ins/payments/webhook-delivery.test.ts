import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  openCheckout,
  startPaymentsStandIn,
  testCard,
  WEBHOOK_SECRET,
} from '../../test/payments-stand-in.ts';
import { serve } from '../../test/server.ts';

interface Received {
  event: Stripe.Event;
  body: string;
  signature: string;
}

/** A webhook that records its requests. */
async function startWebhook(answers: (received: Received[]) => number = () => 200) {
  const received: Received[] = [];
  async function keep(req: IncomingMessage): Promise<void> {
    const body = await text(req);
    const signature = String(req.headers['stripe-signature']);
    received.push({ event: JSON.parse(body) as Stripe.Event, body, signature });
  }
  const { url } = await serve((req, res) => {
    void keep(req).then(() => res.writeHead(answers(received)).end());
  });
  return { url: `${url}/v1/webhooks/stripe`, received };
}

const typesOf = (received: Received[]): string[] => received.map(({ event }) => event.type);
const idsOf = (received: Received[]): string[] => received.map(({ event }) => event.id);

describe('webhook events of the payments stand-in', () => {
  it('are signed, and the library verifies them', async () => {
    const { url, received } = await startWebhook();
    const { standIn, payments } = await startPaymentsStandIn({ webhookUrl: url });
    const { webhooks } = payments.stripe;
    const { session } = await openCheckout(payments);
    standIn.acts.payCheckout(session.id, testCard());
    await standIn.settled();
    expect(received.length).toBeGreaterThan(10);
    for (const { body, signature } of received) {
      expect(webhooks.constructEvent(body, signature, WEBHOOK_SECRET)).toMatchObject({
        object: 'event',
        livemode: false,
        api_version: '2026-10-28.endive',
        pending_webhooks: 1,
      });
      expect(() => webhooks.constructEvent(`${body} `, signature, WEBHOOK_SECRET)).toThrow(
        'signature',
      );
      expect(() => webhooks.constructEvent(body, signature, 'whsec_other')).toThrow('signature');
    }
    expect(standIn.acts.events().every((event) => event.pending_webhooks === 0)).toBe(true);
  });

  it('report every step of a payment in order', async () => {
    const { url, received } = await startWebhook();
    const { standIn, payments } = await startPaymentsStandIn();
    const { session } = await openCheckout(payments);
    standIn.sendEventsTo(url);
    standIn.acts.payCheckout(session.id, testCard());
    expect(received).toEqual([]);
    await standIn.settled();
    expect(typesOf(received)).toEqual([
      'charge.succeeded',
      'invoice.created',
      'invoice.finalized',
      'customer.subscription.created',
      'invoice.updated',
      'invoice.paid',
      'invoice.payment_succeeded',
      'customer.updated',
      'checkout.session.completed',
    ]);
  });

  it('name the request that caused them', async () => {
    const { url, received } = await startWebhook();
    const { standIn, payments } = await startPaymentsStandIn({ webhookUrl: url });
    const made = await payments.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'one' });
    await standIn.settled();
    expect(received.map(({ event }) => event)).toMatchObject([
      {
        type: 'customer.created',
        request: { id: made.lastResponse.requestId, idempotency_key: 'one' },
        data: { object: { id: made.id } },
      },
    ]);
    // A replayed answer causes no second event.
    await payments.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'one' });
    await standIn.settled();
    expect(received).toHaveLength(1);
  });

  it('are retried until the receiver answers 2xx', async () => {
    const { url, received } = await startWebhook((all) => (all.length < 2 ? 500 : 200));
    const { standIn, payments } = await startPaymentsStandIn({ webhookUrl: url });
    await payments.stripe.customers.create({ name: 'Ada' });
    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(2);
    expect(new Set(idsOf(received)).size).toBe(1);
    await expect.poll(() => standIn.acts.events()[0]?.pending_webhooks).toBe(0);
  });

  it('are kept when no receiver answers, and can be resent', async () => {
    const { url, received } = await startWebhook();
    const { standIn, payments } = await startPaymentsStandIn({
      webhookUrl: 'http://127.0.0.1:9/closed',
    });
    const { id } = await payments.stripe.customers.create({ name: 'Ada' });
    await standIn.settled();
    expect(standIn.acts.events()[0]?.pending_webhooks).toBe(1);
    standIn.sendEventsTo(url);
    standIn.acts.resend();
    await standIn.settled();
    expect(received[0]?.event.data.object).toMatchObject({ id });
    standIn.acts.resend();
    await standIn.settled();
    expect(received).toHaveLength(1);
  });

  it('can be held back, duplicated, reversed, shuffled, delayed and lost', async () => {
    const { url, received } = await startWebhook();
    const { standIn, payments } = await startPaymentsStandIn({ webhookUrl: url });
    const names = ['Ada', 'Bob', 'Cy', 'Dot', 'Eve', 'Fay'];
    const make = async () => {
      for (const name of names) await payments.stripe.customers.create({ name });
      await standIn.settled();
    };
    const seen = () =>
      received.splice(0).map(({ event }) => (event.data.object as Stripe.Customer).name);

    standIn.faults.deliver({ hold: true, order: 'reverse', copies: 2 });
    await make();
    expect(received).toEqual([]);
    standIn.faults.release();
    await standIn.settled();
    expect(seen()).toEqual(names.toReversed().flatMap((name) => [name, name]));

    standIn.faults.deliver({ hold: true, order: 'shuffled', copies: 3 });
    await make();
    standIn.faults.release();
    await standIn.settled();
    const shuffled = seen();
    expect(shuffled.toSorted()).toEqual(names.flatMap((name) => [name, name, name]));
    expect(shuffled).not.toEqual(shuffled.toSorted());

    standIn.faults.deliver({ lose: true });
    await make();
    standIn.faults.clear();
    standIn.acts.resend();
    await standIn.settled();
    expect(received).toEqual([]);

    standIn.faults.deliver({ delayMs: 5 });
    await make();
    expect(seen()).toEqual(names);
  });
});
