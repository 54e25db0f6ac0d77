import type Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import { createPayments, type Payments, type PaymentsConfig } from '../src/billing/payments.ts';
import type { Card } from '../stand-ins/payments/acts.ts';
import { createSandbox } from '../stand-ins/payments/create-sandbox.ts';
import type { Sandbox } from '../stand-ins/payments/sandbox.ts';
import { createLogger } from '../src/log.ts';

/** What signs the sandbox's events in tests. */
export const WEBHOOK_SECRET = 'whsec_of_the_tests';
const SECRET_KEY = 'sk_test_of_the_tests';

/** What is slow is given up soon: the sandbox is on this machine. */
const TIMEOUT_MS = 1_500;

/**
 * A payment sandbox that ends with the test, and the official library that speaks to it.
 *
 * @param given.webhookUrl where events go; absent: nowhere, until `sandbox.sendEventsTo`
 * @param given.configured false: nobody has set up the customer portal
 */
export async function startSandbox(
  given: { webhookUrl?: string; payments?: Partial<PaymentsConfig>; configured?: boolean } = {},
): Promise<{ sandbox: Sandbox; payments: Payments }> {
  const sandbox = await createSandbox({
    port: 0,
    file: null,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: given.webhookUrl ?? null,
    now: Date.now,
    log: createLogger('silent'),
  });
  onTestFinished(() => sandbox.close());
  if (given.configured === false) sandbox.acts.unconfigurePortal();
  return { sandbox, payments: paymentsAt(sandbox, given.payments) };
}

/** The official library as another process has it that speaks to the same sandbox. */
export function paymentsAt(
  { url }: Pick<Sandbox, 'url'>,
  given?: Partial<PaymentsConfig>,
): Payments {
  return createPayments({
    secretKey: SECRET_KEY,
    webhookSecrets: [WEBHOOK_SECRET],
    apiBase: url,
    timeoutMs: TIMEOUT_MS,
    ...given,
  });
}

/** One of Stripe's test cards as it is typed: by default the one that pays. */
export function testCard(number = '4242 4242 4242 4242', given: Partial<Card> = {}): Card {
  return { number, expiry: '12 / 34', cvc: '123', name: 'Ada Lovelace', ...given };
}

/** A café in London that is about to pay for Professional: the checkout, and who it is for. */
export async function openCheckout(
  { stripe }: Payments,
  given: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<{ session: Stripe.Checkout.Session; customer: string; rate: Stripe.TaxRate }> {
  const customer =
    given.customer ??
    (
      await stripe.customers.create({
        email: 'ada@counting-house.example',
        name: 'The Counting House',
        address: { line1: '12 Lamp Street', postal_code: 'E1 6AN', city: 'London', country: 'GB' },
      })
    ).id;
  const rate = await stripe.taxRates.create({
    display_name: 'VAT',
    inclusive: false,
    percentage: 20,
    country: 'GB',
  });
  const line = (name: string, unit_amount: number, recurring?: { interval: 'month' }) => ({
    price_data: {
      currency: 'eur',
      product_data: { name },
      unit_amount,
      ...(recurring && { recurring }),
    },
    quantity: 1,
    tax_rates: [rate.id],
  });
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    success_url: 'http://shop.example/members?payment=success',
    cancel_url: 'http://shop.example/members?payment=canceled',
    line_items: [line('Professional', 299_00, { interval: 'month' }), line('Setup fee', 349_00)],
    subscription_data: { metadata: { purchase: 'the first' } },
    ...given,
  });
  return { session, customer, rate };
}

/** The same, paid. */
export async function buySubscription(
  { sandbox, payments }: { sandbox: Sandbox; payments: Payments },
  given: { card?: Card; customer?: string } = {},
): Promise<{ session: Stripe.Checkout.Session; subscription: string; customer: string }> {
  const opened = await openCheckout(payments, given.customer ? { customer: given.customer } : {});
  const paid = sandbox.acts.payCheckout(opened.session.id, given.card ?? testCard());
  if (paid.outcome !== 'paid') throw new Error(`It was not paid but ${paid.outcome}`);
  const session = await payments.stripe.checkout.sessions.retrieve(opened.session.id);
  if (typeof session.subscription !== 'string') throw new Error('It made no subscription');
  return { session, subscription: session.subscription, customer: opened.customer };
}
