import { z } from 'zod';
import type { ErrorName } from '../errors.ts';
import { optionalLine, phoneNumber, requiredLine, time, webAddress } from '../fields.ts';
import { ASSET_KINDS } from '../assets/values.ts';
import { MAX_PURCHASE_ORDER_LENGTH, PACKAGE_QUOTE_MINUTES } from './values.ts';
import { CURRENCY, PACKAGE_NAMES } from './prices.ts';
import { Quote } from './pricing.ts';

export const packageName = z.enum(PACKAGE_NAMES).meta({ example: 'Professional' });

/** An unknown package is reported before any other invalid field. */
export function refuseUnknownPackage({
  package_name,
}: Record<string, unknown>): ErrorName | undefined {
  const isName = typeof package_name === 'string';
  return isName && !packageName.safeParse(package_name).success ? 'unknown_package' : undefined;
}

/** '' for none. */
export const purchaseOrder = z
  .string()
  .trim()
  .max(MAX_PURCHASE_ORDER_LENGTH, 'Please use fewer characters.')
  .meta({ example: 'PO-2026-118' });

export const vatNumber = optionalLine.meta({ example: 'DE136695976' });

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

export const INVOICE_STATUSES = ['draft', 'open', 'paid', 'uncollectible', 'void'] as const;

export const Invoice = z
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
