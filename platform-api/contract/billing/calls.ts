import { z } from 'zod';
import { call } from '../call.ts';
import { requiredLine, time } from '../fields.ts';
import { FREE_CANCELLATION_HOURS, NOTICE_DAYS } from '../stations/values.ts';
import { MAX_INVOICES_SHOWN, MAX_WEBHOOK_BYTES } from './values.ts';
import { MAX_URL_LENGTH } from '../values.ts';
import { Quote } from './pricing.ts';
import {
  packageName,
  refuseUnknownPackage,
  purchaseOrder,
  vatNumber,
  CompanyDetails,
  OpenPurchase,
  Subscription,
  packageQuote,
  packageChange,
  Invoice,
} from './schemas.ts';

export const createQuote = call({
  id: 'createQuote',
  method: 'post',
  path: '/v1/quotes',
  access: 'public',
  summary: 'Calculate the first payment',
  description:
    'Setup fee, first month and VAT for a package and a country. An invalid VAT number counts as no ' +
    'number; `vat_number_valid` is then false.',
  body: z.strictObject({
    package_name: packageName,
    country: requiredLine('Country is required').meta({ example: 'Germany' }),
    vat_number: vatNumber,
  }),
  body_examples: {
    'a café in London': { package_name: 'Starter', country: 'United Kingdom' },
    'a company with a VAT number': {
      package_name: 'Professional',
      country: 'Germany',
      vat_number: 'DE136695976',
    },
  },
  refuse_first: refuseUnknownPackage,
  response: Quote,
  idempotent: 'resumes',
  limits: ['quote'],
  errors: ['unknown_package'],
});

/** The amounts that the member saw. They are only compared with the real ones. */
const Pricing = z.strictObject({
  setup_fee: z.int().meta({ example: 349_00 }),
  first_month: z.int().meta({ example: 299_00 }),
  vat_amount: z.int().meta({ example: 129_60 }),
  total: z.int().meta({ example: 777_60 }),
});

const EXAMPLE_COMPANY = {
  name: 'The Counting House',
  telephone: '+44 20 7946 0000',
  address: '12 Lamp Street',
  postal_code: 'E1 6AN',
  city: 'London',
  country: 'United Kingdom',
};

/** Where the payment page leads back to. The API compares its origin with those that are allowed. */
const returnUrl = z
  .url({ protocol: /^https?$/, error: 'Please enter a web address, such as https://example.com.' })
  .max(MAX_URL_LENGTH, 'Please use a shorter address.')
  .optional();

/** A page of the payment provider. */
const providersPage = z.object({
  url: z.url().meta({ example: 'https://checkout.stripe.com/c/pay/cs_123' }),
});

export const startCheckout = call({
  id: 'startCheckout',
  method: 'post',
  path: '/v1/me/checkout',
  access: 'member',
  scope: 'billing',
  summary: 'Buy a package',
  description:
    'Returns the address of the payment page. Repeated for the same order, it returns the same page. A ' +
    'different order replaces an unpaid one. `success_url` and `cancel_url` must be at this server, at the own ' +
    'domain of your station, or at an origin that the operator allows. Anything else gets 422 ' +
    '`validation_failed` with the allowed origins.',
  body: z.strictObject({
    package_name: packageName,
    company_details: CompanyDetails,
    pricing: Pricing,
    trial: z.boolean().optional().meta({
      description: 'Ends automatically after the first month, unless the member continues it.',
    }),
    success_url: returnUrl.meta({
      description: 'Where the payment page leads after the payment. Default: the member’s area.',
      example: 'https://radio.example.com/members?payment=success',
    }),
    cancel_url: returnUrl.meta({
      description: 'Where its way back leads. Default: the member’s area.',
      example: 'https://radio.example.com/members?payment=canceled',
    }),
  }),
  body_examples: {
    'a café in London': {
      package_name: 'Starter',
      company_details: EXAMPLE_COMPANY,
      pricing: { setup_fee: 299_00, first_month: 149_00, vat_amount: 89_60, total: 537_60 },
    },
    'a company with a VAT number': {
      package_name: 'Professional',
      company_details: {
        ...EXAMPLE_COMPANY,
        address: 'Lampenstraße 12',
        postal_code: '10115',
        city: 'Berlin',
        country: 'Germany',
        website: 'https://counting-house.example',
        vat_number: 'DE136695976',
      },
      pricing: { setup_fee: 349_00, first_month: 299_00, vat_amount: 0, total: 648_00 },
    },
    'with a page of your own afterwards': {
      package_name: 'Starter',
      company_details: EXAMPLE_COMPANY,
      pricing: { setup_fee: 299_00, first_month: 149_00, vat_amount: 89_60, total: 537_60 },
      success_url: 'https://agency.example/radio/paid',
      cancel_url: 'https://agency.example/radio/order',
    },
  },
  refuse_first: refuseUnknownPackage,
  response: providersPage,
  idempotent: 'resumes',
  limits: ['checkout'],
  errors: [
    'unknown_package',
    'price_changed',
    'order_replaced',
    'already_subscribed',
    'vat_number_invalid',
    'vat_number_unknown',
    'payment_provider_error',
    'stripe_not_configured',
  ],
});

export const getCheckout = call({
  id: 'getCheckout',
  method: 'get',
  path: '/v1/me/checkout',
  access: 'member',
  scope: 'billing',
  summary: 'Get the unpaid purchase',
  description:
    'The unpaid order, so that the member can continue with it. Null without an unpaid order.',
  response: z.object({ purchase: z.union([OpenPurchase, z.null()]) }),
  errors: [],
});

export const verifyCheckout = call({
  id: 'verifyCheckout',
  method: 'post',
  path: '/v1/me/checkout/verify',
  access: 'member',
  scope: 'billing',
  summary: 'Check whether the purchase is paid',
  description: 'Asks the payment provider for the current state.',
  body: z.strictObject({}),
  body_examples: { nothing: {} },
  response: z.object({
    success: z.boolean().meta({ example: false }),
    is_final: z.boolean().meta({
      description: 'False while a payment may still arrive: ask again.',
      example: false,
    }),
    message: z.string().meta({ example: 'Payment verification in progress. Please wait.' }),
  }),
  idempotent: 'resumes',
  limits: ['billing'],
  errors: ['billing_provider_error', 'stripe_not_configured'],
});

export const quotePackageChange = call({
  id: 'quotePackageChange',
  method: 'post',
  path: '/v1/me/billing/package/quote',
  access: 'member',
  scope: 'billing',
  summary: 'Quote a change of package',
  description:
    'A larger package starts at once, and the difference is charged. A smaller one starts with the next payment. ' +
    'Nothing is changed.',
  limits: ['billing'],
  ...packageQuote,
});

export const changePackage = call({
  id: 'changePackage',
  method: 'put',
  path: '/v1/me/billing/package',
  access: 'member',
  api_keys: false,
  summary: 'Change the package',
  description:
    'Needs a quote. The present package takes back a change that is planned or not paid for. Repeated, it does ' +
    'nothing.',
  limits: ['billing'],
  ...packageChange,
});

export const getBilling = call({
  id: 'getBilling',
  method: 'get',
  path: '/v1/me/billing',
  access: 'member',
  scope: 'billing',
  summary: 'Subscription and invoices',
  description: `The payment provider’s current data, with up to ${MAX_INVOICES_SHOWN} invoices, newest first.`,
  response: z.object({
    subscription: z.union([Subscription, z.null()]),
    invoices: z.array(Invoice),
    purchase_order: z.string().nullable().meta({
      description: 'The purchase-order number on the next invoices; null without one.',
      example: 'PO-2026-118',
    }),
  }),
  limits: ['billing'],
  errors: ['billing_provider_error', 'stripe_not_configured'],
});

export const cancelSubscription = call({
  id: 'cancelSubscription',
  method: 'post',
  path: '/v1/me/billing/cancel',
  access: 'member',
  api_keys: false,
  summary: 'Cancel the subscription',
  description:
    `It ends with the paid month or, if that is fewer than ${NOTICE_DAYS} days away, with the month after. ` +
    `Within the first ${FREE_CANCELLATION_HOURS} hours of a month it ends with that month.`,
  body: z.strictObject({
    ends_at: time.describe('The end that the member agreed to, from `if_cancelled`.'),
  }),
  body_examples: { 'the end from getBilling': { ends_at: '2026-12-22T09:30:00.000Z' } },
  response: z.object({ subscription: Subscription }),
  idempotent: 'resumes',
  limits: ['billing'],
  errors: ['subscription_changed', 'billing_provider_error', 'stripe_not_configured'],
});

export const resumeSubscription = call({
  id: 'resumeSubscription',
  method: 'post',
  path: '/v1/me/billing/resume',
  access: 'member',
  api_keys: false,
  summary: 'Take back a cancellation, or continue a trial',
  description: 'The subscription then renews each month.',
  body: z.strictObject({}),
  body_examples: { nothing: {} },
  response: z.object({ subscription: Subscription }),
  idempotent: 'resumes',
  limits: ['billing'],
  errors: ['subscription_changed', 'billing_provider_error', 'stripe_not_configured'],
});

export const changePurchaseOrder = call({
  id: 'changePurchaseOrder',
  method: 'put',
  path: '/v1/me/billing/purchase-order',
  access: 'member',
  scope: 'billing',
  summary: 'Change the purchase-order number on invoices',
  description: 'It is printed on invoices from then on. Invoices that exist stay as they are.',
  body: z.strictObject({ purchase_order: purchaseOrder }),
  body_examples: { 'a number': { purchase_order: 'PO-2026-118' }, none: { purchase_order: '' } },
  response: z.object({ purchase_order: z.string().nullable().meta({ example: 'PO-2026-118' }) }),
  limits: ['billing'],
  errors: ['no_billing_account', 'billing_provider_error', 'stripe_not_configured'],
});

export const downloadInvoice = call({
  id: 'downloadInvoice',
  method: 'get',
  path: '/v1/me/billing/invoices/{id}/download',
  access: 'member',
  scope: 'billing',
  summary: 'Get the download link of an invoice',
  params: z.object({
    id: z
      .string()
      .regex(/^in_[A-Za-z0-9]{8,64}$/)
      .meta({
        description: 'The invoice’s id, from `GET /v1/me/billing`.',
        example: 'in_1MtHbELkdIwHu7ixl4OzzPMv',
      }),
  }),
  response: z.object({
    download_url: z.url().meta({ example: 'https://pay.stripe.com/invoice/acct_1/live_1/pdf' }),
  }),
  limits: ['billing'],
  errors: ['invoice_not_found', 'billing_provider_error', 'stripe_not_configured'],
});

export const openBillingPortal = call({
  id: 'openBillingPortal',
  method: 'post',
  path: '/v1/me/billing/portal',
  access: 'member',
  api_keys: false,
  summary: 'Manage the subscription',
  description: 'Returns the address of the payment provider’s portal: card, address, invoices.',
  body: z.strictObject({}),
  body_examples: { nothing: {} },
  response: providersPage,
  idempotent: 'resumes',
  limits: ['billing'],
  errors: [
    'no_billing_account',
    'portal_not_configured',
    'billing_provider_error',
    'stripe_not_configured',
  ],
});

export const receiveStripeEvent = call({
  id: 'receiveStripeEvent',
  method: 'post',
  path: '/v1/webhooks/stripe',
  access: 'public',
  summary: 'Webhook of the payment provider',
  description:
    'Only for Stripe, which signs each event. A repeated event is stored once. The API then reads the ' +
    'current state from Stripe.',
  request_headers: z.object({
    'stripe-signature': z.string().meta({
      description: 'The time of signing, and the signatures of the body.',
      example: 't=1794700800,v1=5257a869e7ecebeda32affa62cdca3fa',
    }),
  }),
  raw_body: MAX_WEBHOOK_BYTES,
  body: z.looseObject({ id: z.string(), type: z.string() }),
  body_examples: {
    'an event': { id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy', object: 'event', type: 'invoice.paid' },
  },
  response: z.object({ received: z.literal(true) }),
  errors: ['invalid_signature', 'stale_signature', 'stripe_not_configured'],
});
