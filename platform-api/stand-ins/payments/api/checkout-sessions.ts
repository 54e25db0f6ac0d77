import type Stripe from 'stripe';
import { z } from 'zod';
import { newId } from '../ids.ts';
import type { Ledger } from '../ledger.ts';
import { expireCheckout } from '../life/expire-checkout.ts';
import { sumOf } from '../life/tax.ts';
import { newCheckoutSession } from '../objects/checkout-session.ts';
import { checkoutAddress } from '../pages/addresses.ts';
import { InvalidRequest, ParameterMissing } from '../refusals.ts';
import { checkoutListParams, checkoutParams, type CheckoutParams } from './checkout-params.ts';
import { keepLines, lineItemsOf } from './checkout-lines.ts';
import { list, page, text } from './fields.ts';
import { pageOf } from './lists.ts';
import { only } from './only.ts';
import { route } from './route.ts';
import { mergedMetadata } from './metadata.ts';

const HALF_AN_HOUR = 30 * 60;
const A_DAY = 24 * 60 * 60;

const SESSIONS = '/v1/checkout/sessions';

export const checkoutSessionRoutes = [
  route('POST', SESSIONS, checkoutParams, createSession),
  route('GET', SESSIONS, checkoutListParams, (ledger, params) =>
    pageOf(
      ledger
        .all('checkout.session')
        .filter(only('customer', params.customer))
        .filter(only('payment_intent', params.payment_intent))
        .filter(only('subscription', params.subscription))
        .filter(only('status', params.status)),
      params,
      SESSIONS,
    ),
  ),
  route(
    'GET',
    `${SESSIONS}/:id`,
    z.strictObject({ expand: list(text).optional() }),
    (ledger, _, { id = '' }) => ledger.get('checkout.session', id),
  ),
  route(
    'GET',
    `${SESSIONS}/:id/line_items`,
    z.strictObject({ ...page, expand: list(text).optional() }),
    (ledger, params, { id = '' }) =>
      lineItemsOf(ledger, ledger.get('checkout.session', id).id, params),
  ),
  route(
    'POST',
    `${SESSIONS}/:id/expire`,
    z.strictObject({ expand: list(text).optional() }),
    (ledger, _, { id = '' }) => {
      const session = ledger.get('checkout.session', id);
      if (session.status !== 'open') {
        throw InvalidRequest(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
        );
      }
      return expireCheckout(ledger, id);
    },
  ),
];

function createSession(ledger: Ledger, params: CheckoutParams): Stripe.Checkout.Session {
  refuseContradictions(params);
  const customer =
    params.customer === undefined ? null : ledger.get('customer', params.customer, 'customer');
  const time = ledger.time(customer?.id);
  const expires_at = params.expires_at ?? time + A_DAY;
  refuseExpiry(expires_at - time);
  const { subscription_data: data } = params;
  const default_tax_rates = data?.default_tax_rates ?? [];
  const { kept, amounts, prices } = keepLines(ledger, params.line_items ?? [], default_tax_rates);
  if (!prices.some((price) => price.recurring)) {
    throw InvalidRequest(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      'line_items',
    );
  }
  const [currency, ...others] = new Set(prices.map((price) => price.currency));
  if (others.length > 0 || (params.currency !== undefined && params.currency !== currency)) {
    throw InvalidRequest(
      'All prices on a Checkout Session must have the same currency.',
      'line_items',
    );
  }
  const sum = sumOf(amounts);
  const id = newId('cs_test', 58);
  ledger.facts.orders[id] = {
    lines: kept,
    subscription: {
      metadata: mergedMetadata({}, data?.metadata),
      description: data?.description ?? null,
      default_tax_rates,
    },
    payment_intent: null,
  };
  return ledger.put(
    'checkout.session',
    newCheckoutSession(time, {
      ...shownOf(params),
      id,
      expires_at,
      currency: currency ?? null,
      amount_subtotal: sum.subtotal,
      amount_total: sum.total,
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: sum.tax },
      customer: customer?.id ?? null,
      customer_details: customer && {
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

/** What stands in the session as it was sent. */
function shownOf(params: CheckoutParams): Partial<Stripe.Checkout.Session> {
  const { tax_id_collection: taxIds } = params;
  return {
    allow_promotion_codes: params.allow_promotion_codes ?? null,
    billing_address_collection: params.billing_address_collection ?? null,
    cancel_url: params.cancel_url ?? null,
    client_reference_id: params.client_reference_id ?? null,
    customer_creation: params.customer === undefined ? 'always' : null,
    customer_email: params.customer_email ?? null,
    locale: params.locale ?? null,
    metadata: mergedMetadata({}, params.metadata),
    payment_method_collection: params.payment_method_collection ?? 'always',
    phone_number_collection: params.phone_number_collection ?? { enabled: false },
    submit_type: params.submit_type ?? null,
    success_url: params.success_url ?? null,
    ...(taxIds && {
      tax_id_collection: { enabled: taxIds.enabled, required: taxIds.required ?? 'never' },
    }),
  };
}

function refuseContradictions(params: CheckoutParams): void {
  const { customer, customer_email, customer_update, tax_id_collection } = params;
  if (params.mode === undefined) throw ParameterMissing('mode');
  if (params.mode !== 'subscription') {
    throw InvalidRequest('The payment sandbox stands in for mode `subscription` only.', 'mode');
  }
  if (params.success_url === undefined) throw ParameterMissing('success_url');
  if (!params.line_items?.length) throw ParameterMissing('line_items');
  if (customer !== undefined && customer_email !== undefined) {
    throw InvalidRequest('You may only specify one of these parameters: customer, customer_email.');
  }
  if (customer === undefined && customer_update !== undefined) {
    throw InvalidRequest('`customer_update` can only be used with `customer`.', 'customer_update');
  }
  if (customer !== undefined && tax_id_collection?.enabled && customer_update?.name !== 'auto') {
    throw InvalidRequest(
      'Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.',
    );
  }
  if (params.automatic_tax?.enabled) {
    throw InvalidRequest(
      'The payment sandbox computes no automatic tax.',
      'automatic_tax[enabled]',
    );
  }
}

function refuseExpiry(seconds: number): void {
  if (seconds < HALF_AN_HOUR) {
    throw InvalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    );
  }
  if (seconds > A_DAY) {
    throw InvalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    );
  }
}
