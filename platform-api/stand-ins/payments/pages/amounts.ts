import type Stripe from 'stripe';

const CENTS = 100;

/**
 * An amount as people read it, in the American manner (specification §9). With its cents always, since
 * amounts stand below each other here.
 */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / CENTS);
}

/** What was taxed, and how much tax that makes, in cents. */
export interface Taxed {
  net: number;
  vat: number;
}

/** `VAT 20%`. The rate is worked out from the amounts, which every kind of object carries. */
export function vatLabel({ net, vat }: Taxed): string {
  return `VAT ${net > 0 ? Math.round((vat * 100) / net) : 0}%`;
}

/** The net sum and the VAT of an invoice. */
export function taxedOf(invoice: Stripe.Invoice): Taxed {
  const vat = (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return { net: invoice.total_excluding_tax ?? invoice.total - vat, vat };
}
