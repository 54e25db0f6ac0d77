import { z } from 'zod';
import { call } from './call.ts';
import type { ErrorName } from './errors.ts';
import { optionalLine, phoneNumber, requiredLine, time, webAddress } from './fields.ts';
import {
  ASSET_KINDS,
  FREE_CANCELLATION_HOURS,
  MAX_INVOICES_SHOWN,
  MAX_PURCHASE_ORDER_LENGTH,
  MAX_URL_LENGTH,
  MAX_WEBHOOK_BYTES,
  NOTICE_DAYS,
  PACKAGE_QUOTE_MINUTES,
} from './limits.ts';
import { CURRENCY, PACKAGE_NAMES } from './prices.ts';
import { Quote } from './pricing.ts';

const packageName = z.enum(PACKAGE_NAMES).meta({ example: 'Professional' });

/** An unknown package is reported before any other invalid field. */
function refuseUnknownPackage({ package_name }: Record<string, unknown>): ErrorName | undefined {
  const isName = typeof package_name === 'string';
  return isName && !packageName.safeParse(package_name).success ? 'unknown_package' : undefined;
}

/** '' for none. */
const purchaseOrder = z
  .string()
  .trim()
  .max(MAX_PURCHASE_ORDER_LENGTH, 'Please use fewer characters.')
  .meta({ example: 'PO-2026-118' });

const vatNumber = optionalLine.meta({ example: 'DE136695976' });

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

/** The buyer's company, as printed on invoices (specification §3, §5). */
export const CompanyDetails = z
  .strictObject({
    name: requiredLine('Company name is required').meta({ example: 'The Counting House' }),
    telephone: phoneNumber.min(1, 'Telephone is required'),
    address: requiredLine('Address is required').meta({ example: '12 Lamp Street' }),
    postal_code: requiredLine('Postal code is required').meta({ example: 'E1 6AN' }),
    city: requiredLine('City is required').meta({ example: 'London' }),
    country: requiredLine('Country is required').meta({ example: 'United Kingdom' }),
    website: webAddress.optional().meta({ example: 'https://counting-house.example' }),
    vat_number: vatNumber,
    purchase_order: purchaseOrder.optional(),
  })
  .meta({ id: 'CompanyDetails' });
export type CompanyDetails = z.output<typeof CompanyDetails>;

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

/** An unpaid purchase. */
export const OpenPurchase = z
  .object({
    package_name: packageName,
    company_details: CompanyDetails,
    quote: Quote,
    trial: z.boolean().meta({ example: false }),
    created_at: time,
  })
  .meta({ id: 'OpenPurchase' });
export type OpenPurchase = z.output<typeof OpenPurchase>;

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

/** Stripe's subscription states. */
export const SUBSCRIPTION_STATUSES = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'paused',
] as const;

const PaymentDue = z.object({
  amount: z.int().meta({ description: 'With VAT, in cents.', example: 358_80 }),
  date: time,
});

export const Subscription = z
  .object({
    next_payment_date: time.nullable(),
    amount: z.int().meta({ description: 'The next payment with VAT, in cents.', example: 358_80 }),
    currency: z.literal(CURRENCY),
    status: z.enum(SUBSCRIPTION_STATUSES),
    cancel_at: time.nullable().describe('When it ends, if it was cancelled.'),
    trial_ends_at: time
      .nullable()
      .describe('The end of a trial, unless it is continued with `/v1/me/billing/resume`.'),
    package_name: packageName.nullable().meta({
      description: 'The package until the next payment. Null: it was not bought here.',
      example: 'Professional',
    }),
    next_package_name: packageName.nullable().meta({
      description: 'The package from the next payment on. Null: it does not change.',
      example: null,
    }),
    unpaid_change: z.object({ package_name: packageName, payment_url: z.url() }).nullable().meta({
      description: 'A change of the package that takes effect once it is paid for.',
      example: null,
    }),
    off_air_at: time
      .nullable()
      .describe('When the station goes off air, unless a payment arrives first.'),
    if_cancelled: z
      .object({ ends_at: time, payment: PaymentDue.nullable() })
      .nullable()
      .meta({
        description:
          'The end of the subscription and the last payment, if it were cancelled now. Null once it is ' +
          'cancelled or has ended.',
        example: { ends_at: '2026-12-21T09:30:00.000Z', payment: null },
      }),
  })
  .meta({ id: 'Subscription' });
export type Subscription = z.output<typeof Subscription>;

/** The meaning of a change to another package. */
export const PackageChange = z
  .object({
    package_name: packageName,
    effective_at: time.nullable().describe('When it takes effect. Null: at once.'),
    amount_due: z.int().meta({
      description:
        'Charged at once, with VAT, in cents: the difference for the rest of the paid month.',
      example: 239_60,
    }),
    next_payment: PaymentDue.nullable().meta({
      description: 'Null: no payment is due.',
      example: { amount: 838_80, date: '2026-12-22T09:30:00.000Z' },
    }),
    quoted_at: time.describe('The time from which the difference is charged.'),
    over_limits: z
      .array(
        z.object({
          kind: z.enum(ASSET_KINDS),
          files: z.int().meta({ example: 5 }),
          allowed: z.int().meta({ example: 3 }),
        }),
      )
      .describe('The member’s files that are more than the package has.'),
  })
  .meta({ id: 'PackageChange' });
export type PackageChange = z.output<typeof PackageChange>;

const changeErrors = [
  'unknown_package',
  'package_not_changeable',
  'package_change_planned',
  'billing_provider_error',
  'stripe_not_configured',
] as const;

/** A quote of a package change, for the member and for an admin on their behalf. */
export const packageQuote = {
  body: z.strictObject({ package_name: packageName }),
  body_examples: { 'the largest package': { package_name: 'Enterprise' as const } },
  refuse_first: refuseUnknownPackage,
  response: PackageChange,
  idempotent: 'resumes',
  errors: changeErrors,
} as const;

/** A package change that was quoted. */
export const packageChange = {
  body: z.strictObject({
    package_name: packageName,
    amount_due: z.int().describe('The amount that was agreed to, from the quote.'),
    quoted_at: time.describe(`From the quote, which is good for ${PACKAGE_QUOTE_MINUTES} minutes.`),
  }),
  body_examples: {
    'the largest package': {
      package_name: 'Enterprise' as const,
      amount_due: 239_60,
      quoted_at: '2026-12-07T09:30:00.000Z',
    },
  },
  refuse_first: refuseUnknownPackage,
  response: z.object({
    subscription: Subscription,
    payment_url: z
      .url()
      .nullable()
      .meta({
        description:
          'Where to pay, when the stored card was declined or its bank wants a confirmation. The change then waits ' +
          'for the payment, 23 hours at most.',
        example: null,
      }),
  }),
  errors: [...changeErrors, 'subscription_changed'],
} as const;

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

export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

const Invoice = z
  .object({
    id: z.string().meta({ example: 'in_1MtHbELkdIwHu7ixl4OzzPMv' }),
    amount_paid: z.int().meta({ example: 358_80 }),
    currency: z.literal(CURRENCY),
    period_start: z.int().meta({ description: 'In Unix seconds.', example: 1_794_700_800 }),
    period_end: z.int().meta({ description: 'In Unix seconds.', example: 1_797_292_800 }),
    status: z.enum(INVOICE_STATUSES),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.output<typeof Invoice>;

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
