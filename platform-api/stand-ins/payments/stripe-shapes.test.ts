import { readFileSync } from 'node:fs';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { buySubscription, openCheckout, startSandbox, testCard } from '../../test/sandbox.ts';
import { serve } from '../../test/server.ts';

type Shape = { [key: string]: unknown };

/** Stripe's published examples, by the name of the object. */
const EXAMPLES = JSON.parse(
  readFileSync(new URL('stripe-examples.json', import.meta.url), 'utf8'),
) as Record<string, Shape>;

/** Keys that Stripe's API reference documents as optional and whose examples leave them out. */
const OPTIONAL: Readonly<Record<string, string[]>> = {
  'invoice_payment.payment': ['payment_intent'],
  'line_item.pricing': ['price_details'],
  'event.data': ['previous_attributes'],
  'payment_intent.last_payment_error': ['charge', 'code', 'decline_code', 'message'],
};

/** What is free to hold any key, or is another object with a shape of its own. */
const FREE = /(^|\.)metadata$|^event\.data\.(object|previous_attributes)$/;

/** Where an answer's keys differ from the example's, as `path: + more, - fewer`. */
function differences(path: string, answer: unknown, example: unknown): string[] {
  if (FREE.test(path)) return [];
  if (Array.isArray(answer) && Array.isArray(example)) {
    return answer.flatMap((one: unknown) => differences(path, one, example[0]));
  }
  if (!isShape(answer) || !isShape(example)) return [];
  // An object within another is known by its own name.
  const place = nameOf(answer) ?? path;
  const known = EXAMPLES[place] ?? example;
  const optional = OPTIONAL[place] ?? [];
  const more = Object.keys(answer).filter((key) => !(key in known) && !optional.includes(key));
  const fewer = Object.keys(known).filter((key) => !(key in answer));
  // An example that is written {} shows nothing of what it may hold.
  const isShown = Object.keys(known).length > 0;
  return [
    ...(isShown ? more.map((key) => `${place}: + ${key}`) : []),
    ...fewer.map((key) => `${place}: - ${key}`),
    ...Object.keys(answer).flatMap((key) =>
      differences(`${place}.${key}`, answer[key], known[key]),
    ),
  ];
}

/** What an object is, by Stripe's name for it; null: none of its own. */
function nameOf({ object, deleted }: Shape): string | null {
  if (typeof object !== 'string' || object === 'list') return null;
  return deleted === true ? `deleted_${object}` : object;
}

function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An answer as it came over the wire: the library makes decimals of texts. */
const plain = (answer: object): Shape => JSON.parse(JSON.stringify(answer)) as Shape;

/** One of each object that the sandbox answers with, after a life with everything in it. */
async function everything(): Promise<object[]> {
  const started = await startSandbox();
  const { sandbox, payments } = started;
  const { stripe } = payments;
  const { session, subscription, customer } = await buySubscription(started);
  const taxId = await stripe.customers.createTaxId(customer, {
    type: 'eu_vat',
    value: 'DE136695976',
  });
  sandbox.acts.advance({ months: 1 });
  const { session: other } = await openCheckout(payments, { customer });
  sandbox.acts.payCheckout(other.id, testCard('4000000000000002'));
  sandbox.acts.payCheckout(other.id, testCard('4000002500003155'), true);
  const [charge] = sandbox.acts.charges();
  if (!charge) throw new Error('Nothing was charged');
  const refund = sandbox.acts.refund(charge.id, 100);
  const dispute = sandbox.acts.dispute(charge.id);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: 1_800_000_000 });
  const portal = await stripe.billingPortal.sessions.create({ customer });
  const { data: invoices } = await stripe.invoices.list({ customer });
  const { data: payments_ } = await stripe.invoicePayments.list({});
  const { data: products } = await stripe.products.list();
  const { data: prices } = await stripe.prices.list();
  const { data: rates } = await stripe.taxRates.list();
  const { data: configurations } = await stripe.billingPortal.configurations.list();
  const { data: lines } = await stripe.checkout.sessions.listLineItems(session.id);
  const method = sandbox.acts.charges()[0]?.payment_method;
  const stranger = await stripe.customers.create({});
  return [
    await stripe.customers.retrieve(customer),
    taxId,
    session,
    await stripe.subscriptions.retrieve(subscription),
    ...invoices,
    ...payments_,
    await stripe.paymentIntents.retrieve(String(charge.payment_intent)),
    await stripe.paymentMethods.retrieve(String(method)),
    await stripe.charges.retrieve(charge.id),
    refund,
    dispute,
    clock,
    portal,
    ...configurations,
    ...products,
    ...prices,
    ...rates,
    ...lines,
    ...sandbox.acts.charges(),
    await stripe.paymentIntents.retrieve(String(sandbox.acts.charges()[1]?.payment_intent)),
    ...(await stripe.events.list({ limit: 100 })).data,
    await stripe.customers.deleteTaxId(customer, taxId.id),
    await stripe.customers.del(stranger.id),
  ];
}

describe('the answers of the payment sandbox', () => {
  it("have the keys of Stripe's published examples, no more and no fewer", async () => {
    const answers = (await everything()).map(plain);
    const compared = answers.map((answer) => {
      const name = nameOf(answer) ?? '';
      return { name, found: differences(name, answer, EXAMPLES[name]) };
    });
    expect(compared.filter(({ found }) => found.length > 0)).toEqual([]);
    const unseen = new Set(Object.keys(EXAMPLES));
    for (const { name } of compared) unseen.delete(name);
    // These two are only ever seen within others.
    expect([...unseen].toSorted()).toEqual(['line_item', 'subscription_item']);
  });

  it('are told apart from a wrong shape by the comparison itself', () => {
    const rate = EXAMPLES['tax_rate'] as Shape;
    const { country: _, ...fewer } = rate;
    expect(differences('tax_rate', { ...fewer, colour: 'red' }, rate)).toEqual([
      'tax_rate: + colour',
      'tax_rate: - country',
    ]);
  });

  it('carry the same shapes in events as in answers', async () => {
    const events: Stripe.Event[] = [];
    const { url } = await serve((_req, res) => res.end());
    const started = await startSandbox({ webhookUrl: url });
    await buySubscription(started);
    events.push(...started.sandbox.acts.events());
    const found = events.flatMap((event) => {
      const object = plain(event.data.object);
      const name = nameOf(object) ?? '';
      return differences(name, object, EXAMPLES[name]);
    });
    expect(events.length).toBeGreaterThan(10);
    expect(found).toEqual([]);
  });
});
