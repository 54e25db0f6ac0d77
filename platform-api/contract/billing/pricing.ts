import { z } from 'zod';
import {
  CURRENCY,
  firstPayment,
  PACKAGE_NAMES,
  packageNamed,
  VAT_COUNTRIES,
  VAT_PERCENT,
  type PackageName,
} from './prices.ts';

/** The first payment (specification §9). Amounts are in cents. */
export const Quote = z
  .object({
    package_name: z.enum(PACKAGE_NAMES).meta({ example: 'Professional' }),
    setup_fee: z.int().meta({ example: 349_00 }),
    first_month: z.int().meta({ example: 299_00 }),
    vat_rate: z.int().meta({ description: 'In percent.', example: 20 }),
    vat_amount: z.int().meta({ example: 129_60 }),
    total: z.int().meta({ example: 777_60 }),
    currency: z.literal(CURRENCY),
    vat_number_valid: z.boolean().nullable().meta({
      description:
        'Whether the VAT number matches the format of its country; null if none was given.',
      example: null,
    }),
  })
  .meta({ id: 'Quote' });
export type Quote = z.infer<typeof Quote>;

/** Whether VAT always applies in a country: the United Kingdom by any of its names (specification §9). */
export function isVatCountry(country: string): boolean {
  return VAT_COUNTRIES.includes(country.trim().toLowerCase());
}

/**
 * Calculates the first payment for a package: setup fee, first month and VAT. VAT is 20% in the United
 * Kingdom, and for customers without a VAT number; otherwise 0% (specification §9). An invalid number
 * counts as no number.
 *
 * @param order.isVatNumberValid null if no number was given
 */
export function quoteFor(order: {
  packageName: PackageName;
  country: string;
  isVatNumberValid: boolean | null;
}): Quote {
  const offer = packageNamed(order.packageName);
  const { name, setup_fee, monthly_fee } = offer;
  const isTaxed = isVatCountry(order.country) || order.isVatNumberValid !== true;
  const vat_rate = isTaxed ? VAT_PERCENT : 0;
  const vat_amount = Math.round((firstPayment(offer) * vat_rate) / 100);
  return {
    package_name: name,
    setup_fee,
    first_month: monthly_fee,
    vat_rate,
    vat_amount,
    total: firstPayment(offer) + vat_amount,
    currency: CURRENCY,
    vat_number_valid: order.isVatNumberValid,
  };
}

/** The VAT that a valid VAT number takes off the first payment; null where VAT always applies. */
export function vatSaving(order: {
  packageName: PackageName;
  country: string;
}): { cents: number; currency: typeof CURRENCY } | null {
  if (isVatCountry(order.country)) return null;
  const { vat_amount: cents, currency } = quoteFor({ ...order, isVatNumberValid: null });
  return { cents, currency };
}
