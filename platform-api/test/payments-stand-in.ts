import type Stripe from 'stripe';
import { onTestFinished } from 'vitest';
import {
  createPayments,
  type Payments,
  type PaymentsConfig,
} from '../src/billing/stripe/payments.ts';
import { isFromThisMachine } from '../src/http/client-address.ts';
import { createLogger } from '../src/process/log.ts';
import type { Card } from '../stand-ins/payments/acts.ts';
import { startPayments, type PaymentsStandIn } from '../stand-ins/payments/start-payments.ts';

/** Signs the stand-in's events in tests. */
export const WEBHOOK_SECRET = 'whsec_of_the_tests';
const SECRET_KEY = 'sk_test_of_the_tests';

/** Timeouts are short, in ms: the stand-in is on this machine. */
const TIMEOUT_MS = 1_500;

/**
 * Starts a payments stand-in that stops after the test, and a client of the official library that calls it.
 *
 * @param given.webhookUrl where events go. Default: nowhere, until `standIn.sendEventsTo`
 * @param given.configured false: the customer portal was never set up
 */
export async function startPaymentsStandIn(
  given: { webhookUrl?: string; payments?: Partial<PaymentsConfig>; configured?: boolean } = {},
): Promise<{ standIn: PaymentsStandIn; payments: Payments }> {
  const standIn = await startPayments({
    port: 0,
    file: null,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrl: given.webhookUrl ?? null,
    admits: isFromThisMachine,
    now: Date.now,
    log: createLogger('silent'),
  });
  onTestFinished(() => standIn.close());
  if (given.configured === false) standIn.acts.unconfigurePortal();
  return { standIn, payments: paymentsAt(standIn, given.payments) };
}

/** The official library in another process that calls the same stand-in. */
export function paymentsAt(
  { url }: Pick<PaymentsStandIn, 'url'>,
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

/** One of Stripe's test cards, filled in. Default: the one that pays. */
export function testCard(number = '4242 4242 4242 4242', given: Partial<Card> = {}): Card {
  return { number, expiry: '12 / 34', cvc: '123', name: 'Ada Lovelace', ...given };
}

/** Opens a checkout of Professional for a café in London. */
export async function openCheckout(
  { stripe }: Payments,
  given: { customer?: string } = {},
): Promise<{ session: Stripe.Checkout.Session; customer: string }> {
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
  async function line(name: string, unit_amount: number, recurring?: { interval: 'month' }) {
    const { id: product } = await stripe.products.create({ name });
    const price_data = { currency: 'eur', product, unit_amount, ...(recurring && { recurring }) };
    return { price_data, quantity: 1, tax_rates: [rate.id] };
  }
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    success_url: 'http://shop.example/members?payment=success',
    cancel_url: 'http://shop.example/members?payment=canceled',
    line_items: [
      await line('Professional', 299_00, { interval: 'month' }),
      await line('Setup fee', 349_00),
    ],
    subscription_data: { metadata: { purchase: 'the first' } },
  });
  return { session, customer };
}

/** Opens such a checkout and pays it. */
export async function buySubscription(
  { standIn, payments }: { standIn: PaymentsStandIn; payments: Payments },
  given: { card?: Card; customer?: string } = {},
): Promise<{ session: Stripe.Checkout.Session; subscription: string; customer: string }> {
  const opened = await openCheckout(payments, given.customer ? { customer: given.customer } : {});
  const paid = standIn.acts.payCheckout(opened.session.id, given.card ?? testCard());
  if (paid.outcome !== 'paid') throw new Error(`The payment was ${paid.outcome}`);
  const session = await payments.stripe.checkout.sessions.retrieve(opened.session.id);
  if (typeof session.subscription !== 'string') throw new Error('There is no subscription');
  return { session, subscription: session.subscription, customer: opened.customer };
}
