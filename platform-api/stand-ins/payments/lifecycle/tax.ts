import type Stripe from 'stripe';

/** An amount in cents and its taxes. */
export interface TaxedAmount {
  /** Without tax. */
  subtotal: number;
  tax: number;
  total: number;
  taxes: Stripe.InvoiceLineItem.Tax[];
}

/** Adds tax to an amount. Each line's tax is rounded to the cent, half up, as Stripe does by default. */
export function withTax(subtotal: number, rates: readonly Stripe.TaxRate[]): TaxedAmount {
  const taxes = rates.map((rate) => ({
    // A rate has at most four decimals: whole numbers multiply exactly.
    amount: Math.round((subtotal * Math.round(rate.percentage * 10_000)) / 1_000_000),
    tax_behavior: 'exclusive' as const,
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: 'not_available' as const,
    taxable_amount: subtotal,
    type: 'tax_rate_details' as const,
  }));
  const tax = taxes.reduce((sum, { amount }) => sum + amount, 0);
  return { subtotal, tax, total: subtotal + tax, taxes };
}

/** The sum of lines, with their taxes by rate. */
export function sumOf(lines: readonly TaxedAmount[]): TaxedAmount {
  const add = (key: 'subtotal' | 'tax' | 'total'): number =>
    lines.reduce((sum, line) => sum + line[key], 0);
  const byRate = new Map<string, Stripe.InvoiceLineItem.Tax>();
  for (const tax of lines.flatMap((line) => line.taxes)) {
    const rate = tax.tax_rate_details?.tax_rate ?? '';
    const sum = byRate.get(rate);
    byRate.set(rate, {
      ...tax,
      amount: tax.amount + (sum?.amount ?? 0),
      taxable_amount: (tax.taxable_amount ?? 0) + (sum?.taxable_amount ?? 0),
    });
  }
  const taxes = [...byRate.values()];
  return { subtotal: add('subtotal'), tax: add('tax'), total: add('total'), taxes };
}
