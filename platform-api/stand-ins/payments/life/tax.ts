import type Stripe from 'stripe';

/** An amount in cents with what tax makes of it. */
export interface Taxed {
  /** Without exclusive taxes: unit amount × quantity. */
  subtotal: number;
  /** All taxes, inclusive ones too. */
  tax: number;
  /** Without any tax. */
  net: number;
  total: number;
  taxes: Stripe.InvoiceLineItem.Tax[];
}

/** What a line costs. Each line's tax is rounded to the cent, half up, as Stripe does by default. */
export function taxed(subtotal: number, rates: readonly Stripe.TaxRate[]): Taxed {
  const inclusive = rates.filter((rate) => rate.inclusive);
  const included = inclusive.reduce((sum, rate) => sum + hundredthsOfPercent(rate), 0);
  const net = Math.round((subtotal * 1_000_000) / (1_000_000 + included));
  const taxes = rates.map((rate) => ({
    amount: Math.round((net * hundredthsOfPercent(rate)) / 1_000_000),
    tax_behavior: rate.inclusive ? ('inclusive' as const) : ('exclusive' as const),
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: 'not_available' as const,
    taxable_amount: net,
    type: 'tax_rate_details' as const,
  }));
  const sum = (behaviour: string): number =>
    taxes.reduce((all, tax) => all + (tax.tax_behavior === behaviour ? tax.amount : 0), 0);
  const exclusive = sum('exclusive');
  const tax = exclusive + sum('inclusive');
  return { subtotal, tax, net, total: subtotal + exclusive, taxes };
}

/** A rate has at most four digits behind its point: whole numbers add and multiply exactly. */
function hundredthsOfPercent({ percentage }: Stripe.TaxRate): number {
  return Math.round(percentage * 10_000);
}

/** Lines together, as the foot of an invoice has them. */
export function sumOf(lines: readonly Taxed[]): Omit<Taxed, 'taxes'> {
  const add = (key: 'subtotal' | 'tax' | 'net' | 'total'): number =>
    lines.reduce((sum, line) => sum + line[key], 0);
  return { subtotal: add('subtotal'), tax: add('tax'), net: add('net'), total: add('total') };
}

/** The taxes of all lines, one for each rate. */
export function taxesByRate(lines: readonly Taxed[]): Stripe.InvoiceLineItem.Tax[] {
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
  return [...byRate.values()];
}
