import type Stripe from 'stripe';
import { z } from 'zod';
import type { CheckoutContents, Ledger } from '../ledger.ts';
import { expireCheckout } from '../lifecycle/subscriptions.ts';
import { sumOf, withTax, type TaxedAmount } from '../lifecycle/tax.ts';
import { newPrice } from '../objects/catalogue.ts';
import { newCheckoutSession, newLineItem, NO_CUSTOM_TEXT } from '../objects/checkout-session.ts';
import { checkoutAddress } from '../pages/addresses.ts';
import { newId } from '../stripe-object.ts';
import { endpoint } from './endpoint.ts';
import { InvalidRequest } from './errors.ts';
import { only, pageOf } from './lists.ts';
import {
  currency,
  integer,
  list,
  mergeMetadata,
  metadata,
  paging,
  text,
  webUrl,
} from './params.ts';

const SESSIONS = '/v1/checkout/sessions';
const DAY_SECONDS = 24 * 60 * 60;

const lineParams = z.strictObject({
  price_data: z.strictObject({
    currency,
    product: text,
    unit_amount: integer,
    recurring: z.strictObject({ interval: z.literal('month') }).optional(),
  }),
  quantity: integer.refine((value) => value > 0, 'Quantity must be at least 1.'),
  tax_rates: list(text).optional(),
});

const checkoutParams = z.strictObject({
  cancel_url: webUrl.optional(),
  client_reference_id: z.string().max(200).optional(),
  custom_text: z
    .strictObject({ submit: z.strictObject({ message: z.string().max(1_200) }).optional() })
    .optional(),
  customer: text,
  line_items: list(lineParams),
  metadata: metadata.optional(),
  mode: z.literal('subscription'),
  subscription_data: z.strictObject({ metadata: metadata.optional() }).optional(),
  success_url: webUrl,
});
type CheckoutParams = z.output<typeof checkoutParams>;

/** Checkout sessions. */
export const checkoutEndpoints = [
  endpoint('POST', SESSIONS, checkoutParams, createSession),
  endpoint(
    'GET',
    SESSIONS,
    z.strictObject({
      ...paging,
      customer: text.optional(),
      status: z.enum(['complete', 'expired', 'open']).optional(),
    }),
    (ledger, params) =>
      pageOf(
        ledger
          .all('checkout.session')
          .filter(only('customer', params.customer))
          .filter(only('status', params.status)),
        params,
        SESSIONS,
      ),
  ),
  endpoint('GET', `${SESSIONS}/:id`, z.strictObject({}), (ledger, _, { id = '' }) =>
    ledger.get('checkout.session', id),
  ),
  endpoint('POST', `${SESSIONS}/:id/expire`, z.strictObject({}), (ledger, _, { id = '' }) => {
    const { status } = ledger.get('checkout.session', id);
    if (status !== 'open') {
      throw InvalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${status}.`,
      );
    }
    return expireCheckout(ledger, id);
  }),
];

function createSession(ledger: Ledger, params: CheckoutParams): Stripe.Checkout.Session {
  const customer = ledger.get('customer', params.customer, 'customer');
  const amounts: TaxedAmount[] = [];
  const lines = params.line_items.map((line, place): CheckoutContents['lines'][number] => {
    const { price_data: data, quantity, tax_rates = [] } = line;
    const at = `line_items[${place}]`;
    const product = ledger.get('product', data.product, `${at}[price_data][product]`);
    const rates = tax_rates.map((id) => ledger.get('tax_rate', id, `${at}[tax_rates]`));
    const amount = withTax(data.unit_amount * quantity, rates);
    amounts.push(amount);
    const price = newPrice(ledger.time(), { ...data, isMonthly: data.recurring !== undefined });
    const item = newLineItem({ description: product.name, price, quantity, amount });
    return { item, tax_rates };
  });
  refuseMixedLines(lines);
  const sum = sumOf(amounts);
  const id = newId('cs_test', 58);
  ledger.facts.contents[id] = {
    lines,
    metadata: mergeMetadata({}, params.subscription_data?.metadata),
    payment_intent: null,
  };
  const time = ledger.time();
  return ledger.put(
    'checkout.session',
    newCheckoutSession(time, {
      id,
      expires_at: time + DAY_SECONDS,
      cancel_url: params.cancel_url ?? null,
      client_reference_id: params.client_reference_id ?? null,
      success_url: params.success_url,
      custom_text: { ...NO_CUSTOM_TEXT, submit: params.custom_text?.submit ?? null },
      metadata: mergeMetadata({}, params.metadata),
      currency: lines[0]?.item.currency ?? null,
      amount_subtotal: sum.subtotal,
      amount_total: sum.total,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: sum.tax },
      customer: customer.id,
      customer_details: {
        address: null,
        email: customer.email,
        name: null,
        phone: null,
        tax_exempt: customer.tax_exempt ?? 'none',
        tax_ids: null,
        business_name: null,
        individual_name: null,
      },
      url: checkoutAddress(ledger.base, id),
    }),
  );
}

function refuseMixedLines(lines: CheckoutContents['lines']): void {
  if (!lines.some(({ item }) => item.price?.recurring)) {
    throw InvalidRequest(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    );
  }
  if (new Set(lines.map(({ item }) => item.currency)).size > 1) {
    throw InvalidRequest(
      'All prices on a Checkout Session must have the same currency.',
      'line_items',
    );
  }
}
