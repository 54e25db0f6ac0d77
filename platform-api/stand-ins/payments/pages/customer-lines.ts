import type Stripe from 'stripe';

/** Whom an invoice is for: name, address and VAT number, a line each. */
export function customerLines(invoice: Stripe.Invoice): string[] {
  const { customer_name, customer_email, customer_address: address, customer_tax_ids } = invoice;
  const town = [address?.postal_code, address?.city].filter(Boolean).join(' ');
  const country = address?.country ? countryName(address.country) : null;
  const numbers = (customer_tax_ids ?? []).map(({ value }) => value && `VAT number ${value}`);
  return [
    customer_name ?? customer_email,
    address?.line1,
    address?.line2,
    town,
    address?.state,
    country,
    ...numbers,
  ].filter((line): line is string => Boolean(line));
}

const COUNTRIES = new Intl.DisplayNames('en-GB', { type: 'region', fallback: 'code' });

/** `Germany`, of `DE`. Stripe takes whatever it was given, so what is no code stays as it is. */
const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : code;
