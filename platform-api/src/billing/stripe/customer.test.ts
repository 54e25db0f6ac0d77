import { expect, test } from 'vitest';
import { taxIdOf } from './customer.ts';

const company = (country: string, vat_number?: string) => ({
  name: 'The Counting House',
  telephone: '+44 20 7946 0000',
  address: '12 Lamp Street',
  postal_code: 'E1 6AN',
  city: 'London',
  country,
  ...(vat_number !== undefined && { vat_number }),
});

test.each([
  ['Germany', 'de 136 695 976', 'eu_vat', 'DE136695976'],
  ['Germany', '136695976', 'eu_vat', 'DE136695976'],
  ['Austria', 'U12345678', 'eu_vat', 'ATU12345678'],
  ['Greece', '123456789', 'eu_vat', 'EL123456789'],
  ['GB', '123456789', 'gb_vat', 'GB123456789'],
  ['england', 'GB123456789', 'gb_vat', 'GB123456789'],
  ['Norway', 'NO123456789', 'no_vat', '123456789MVA'],
  ['Switzerland', 'CHE-123.456.788 TVA', 'ch_vat', 'CHE-123.456.788 TVA'],
  ['Switzerland', 'CHE123456788', 'ch_vat', 'CHE-123.456.788 MWST'],
])('a VAT number of %s written %s is %s %s at Stripe', (country, number, type, value) => {
  expect(taxIdOf(company(country, number))).toEqual({ type, value });
});

test.each([
  ['Germany', undefined],
  ['Germany', ''],
  ['Japan', '1234567890123'],
  ['Narnia', '12345'],
])('%s has no tax id type at Stripe for %s', (country, number) => {
  expect(taxIdOf(company(country, number))).toBeNull();
});
