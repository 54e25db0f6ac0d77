import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { openCheckout, startSandbox, testCard, WEBHOOK_SECRET } from '../../test/sandbox.ts';
import { serve } from '../../test/server.ts';

interface Received {
  event: Stripe.Event;
  body: string;
  signature: string;
}

/** A webhook that keeps what it is sent and answers as it is told. */
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

describe('events of the payment sandbox', () => {
  it('are signed, so that the library takes them and nothing else', async () => {
    const { url, received } = await startWebhook();
    const { sandbox, payments } = await startSandbox({ webhookUrl: url });
    const { webhooks } = payments.stripe;
    const { session } = await openCheckout(payments);
    sandbox.acts.payCheckout(session.id, testCard());
    await sandbox.settled();
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
    expect(sandbox.acts.events().every((event) => event.pending_webhooks === 0)).toBe(true);
  });

  it('tell of everything that paying does, in its order', async () => {
    const { url, received } = await startWebhook();
    const { sandbox, payments } = await startSandbox();
    const { session } = await openCheckout(payments);
    sandbox.sendEventsTo(url);
    sandbox.acts.payCheckout(session.id, testCard());
    expect(received).toEqual([]);
    await sandbox.settled();
    expect(typesOf(received)).toEqual([
      'charge.succeeded',
      'payment_intent.succeeded',
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
    const { sandbox, payments } = await startSandbox({ webhookUrl: url });
    const made = await payments.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'one' });
    await sandbox.settled();
    expect(received.map(({ event }) => event)).toMatchObject([
      {
        type: 'customer.created',
        request: { id: made.lastResponse.requestId, idempotency_key: 'one' },
        data: { object: { id: made.id } },
      },
    ]);
    // The same request again is no second event.
    await payments.stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'one' });
    await sandbox.settled();
    expect(received).toHaveLength(1);
  });

  it('come again until they are taken', async () => {
    const { url, received } = await startWebhook((all) => (all.length < 2 ? 500 : 200));
    const { sandbox, payments } = await startSandbox({ webhookUrl: url });
    await payments.stripe.customers.create({ name: 'Ada' });
    await expect.poll(() => received.length, { timeout: 15_000 }).toBe(2);
    expect(new Set(idsOf(received)).size).toBe(1);
    await expect.poll(() => sandbox.acts.events()[0]?.pending_webhooks).toBe(0);
  });

  it('are kept when nobody takes them, to be sent once more', async () => {
    const { url, received } = await startWebhook();
    const { sandbox, payments } = await startSandbox({ webhookUrl: 'http://127.0.0.1:9/nobody' });
    const { id } = await payments.stripe.customers.create({ name: 'Ada' });
    await sandbox.settled();
    expect(sandbox.acts.events()[0]?.pending_webhooks).toBe(1);
    sandbox.sendEventsTo(url);
    sandbox.acts.resend();
    await sandbox.settled();
    expect(received[0]?.event.data.object).toMatchObject({ id });
    sandbox.acts.resend();
    await sandbox.settled();
    expect(received).toHaveLength(1);
    sandbox.acts.resend(idsOf(received));
    await sandbox.settled();
    expect(received).toHaveLength(2);
  });

  it('can be held, doubled, turned round, shuffled and lost', async () => {
    const { url, received } = await startWebhook();
    const { sandbox, payments } = await startSandbox({ webhookUrl: url });
    const names = ['Ada', 'Bob', 'Cy', 'Dot', 'Eve', 'Fay'];
    const make = async () => {
      for (const name of names) await payments.stripe.customers.create({ name });
      await sandbox.settled();
    };
    const seen = () =>
      received.splice(0).map(({ event }) => (event.data.object as Stripe.Customer).name);

    sandbox.faults.deliver({ hold: true, order: 'reverse', copies: 2 });
    await make();
    expect(received).toEqual([]);
    sandbox.faults.release();
    await sandbox.settled();
    expect(seen()).toEqual(names.toReversed().flatMap((name) => [name, name]));

    sandbox.faults.deliver({ hold: true, order: 'shuffled', copies: 3 });
    await make();
    sandbox.faults.release();
    await sandbox.settled();
    const shuffled = seen();
    expect(shuffled.toSorted()).toEqual(names.flatMap((name) => [name, name, name]));
    expect(shuffled).not.toEqual(shuffled.toSorted());

    sandbox.faults.deliver({ lose: true });
    await make();
    sandbox.faults.clear();
    sandbox.acts.resend();
    await sandbox.settled();
    expect(received).toEqual([]);

    sandbox.faults.deliver({ delayMs: 5 });
    await make();
    expect(seen()).toEqual(names);
  });
});
