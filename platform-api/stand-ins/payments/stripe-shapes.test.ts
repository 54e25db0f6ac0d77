import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  buySubscription,
  openCheckout,
  startPaymentsStandIn,
  testCard,
} from '../../test/payments-stand-in.ts';

type Shape = { [key: string]: unknown };

/** Stripe's published examples, by the name of the object. */
const EXAMPLES = JSON.parse(
  readFileSync(new URL('stripe-examples.json', import.meta.url), 'utf8'),
) as Record<string, Shape>;

/** Optional keys that the examples leave out. */
const OPTIONAL: Readonly<Record<string, string[]>> = {
  'invoice_payment.payment': ['payment_intent'],
  'line_item.pricing': ['price_details'],
  'event.data': ['previous_attributes'],
};

/** Objects with free keys, or with a shape of their own. */
const FREE = /(^|\.)metadata$|^event\.data\.(object|previous_attributes)$/;

/** The differences between the keys of an answer and the example: `path: + extra` or `path: - missing`. */
function differences(path: string, answer: unknown, example: unknown): string[] {
  if (FREE.test(path)) return [];
  if (Array.isArray(answer) && Array.isArray(example)) {
    return answer.flatMap((one: unknown) => differences(path, one, example[0]));
  }
  if (!isShape(answer) || !isShape(example)) return [];
  // A nested object with a type has its own example.
  const place = nameOf(answer) ?? path;
  const known = EXAMPLES[place] ?? example;
  const optional = OPTIONAL[place] ?? [];
  const more = Object.keys(answer).filter((key) => !(key in known) && !optional.includes(key));
  const fewer = Object.keys(known).filter((key) => !(key in answer));
  // An empty example says nothing about its keys.
  const isShown = Object.keys(known).length > 0;
  return [
    ...(isShown ? more.map((key) => `${place}: + ${key}`) : []),
    ...fewer.map((key) => `${place}: - ${key}`),
    ...Object.keys(answer).flatMap((key) =>
      differences(`${place}.${key}`, answer[key], known[key]),
    ),
  ];
}

/** Stripe's name for the object's type; null: it has none. */
function nameOf({ object, deleted }: Shape): string | null {
  if (typeof object !== 'string' || object === 'list') return null;
  return deleted === true ? `deleted_${object}` : object;
}

function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An answer as JSON: the library turns some texts into decimals. */
const plain = (answer: object): Shape => JSON.parse(JSON.stringify(answer)) as Shape;

/** One of each object that the stand-in returns or sends. */
async function everyObject(): Promise<object[]> {
  const started = await startPaymentsStandIn();
  const { acts } = started.standIn;
  const { stripe } = started.payments;
  const { session, subscription, customer } = await buySubscription(started);
  const vat = { type: 'eu_vat', value: 'DE136695976' } as const;
  const taxId = await stripe.customers.createTaxId(customer, vat);
  acts.advance({ months: 1 });
  const { session: other } = await openCheckout(started.payments, { customer });
  acts.payCheckout(other.id, testCard('4000000000000002'));
  acts.payCheckout(other.id, testCard());
  const id = acts.charges()[0]?.id ?? '';
  return [
    acts.refund(id, 100),
    acts.dispute(id),
    session,
    taxId,
    await stripe.customers.retrieve(customer),
    await stripe.subscriptions.retrieve(subscription),
    await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    }),
    await stripe.billingPortal.sessions.create({ customer }),
    await stripe.products.create({ name: 'Starter' }),
    await stripe.charges.retrieve(id),
    ...(acts.checkout(session.id)?.line_items?.data ?? []),
    ...(acts.checkout(session.id)?.line_items?.data.map(({ price }) => price ?? {}) ?? []),
    ...(await stripe.invoices.list({ customer })).data,
    ...(await stripe.invoicePayments.list({})).data,
    ...(await stripe.taxRates.list()).data,
    ...acts.charges(),
    ...acts.events(),
    ...acts.events().map(({ data }) => data.object),
    await stripe.customers.deleteTaxId(customer, taxId.id),
  ];
}

describe('the answers of the payments stand-in', () => {
  it("have exactly the keys of Stripe's published examples", async () => {
    const answers = (await everyObject()).map(plain);
    const compared = answers.map((answer) => {
      const name = nameOf(answer) ?? '';
      return { name, found: differences(name, answer, EXAMPLES[name]) };
    });
    expect(compared.filter(({ found }) => found.length > 0)).toEqual([]);
    const unseen = new Set(Object.keys(EXAMPLES));
    for (const { name } of compared) unseen.delete(name);
    // These two are only parts of others.
    expect([...unseen].toSorted()).toEqual(['line_item', 'subscription_item']);
  });

  it('are compared by a function that finds missing and extra keys', () => {
    const rate = EXAMPLES['tax_rate'] as Shape;
    const { country: _, ...fewer } = rate;
    expect(differences('tax_rate', { ...fewer, colour: 'red' }, rate)).toEqual([
      'tax_rate: + colour',
      'tax_rate: - country',
    ]);
  });
});
