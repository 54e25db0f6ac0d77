import { checkVAT, countries } from 'jsvat';
import type Stripe from 'stripe';
import { z } from 'zod';
import { idOf, type Ledger } from '../ledger.ts';
import { newTaxId } from '../objects/customer.ts';
import { InvalidRequest, ResourceMissing } from '../refusals.ts';
import { list, page, text } from './fields.ts';
import { pageOf } from './lists.ts';
import { route } from './route.ts';

const TAX_IDS = '/v1/customers/:customer/tax_ids';
const expand = list(text).optional();

export const taxIdRoutes = [
  route(
    'POST',
    TAX_IDS,
    z.strictObject({ expand, type: text, value: text }),
    (ledger, params, { customer = '' }) =>
      addTaxId(ledger, ledger.get('customer', customer).id, params),
  ),
  route(
    'GET',
    TAX_IDS,
    z.strictObject({ ...page, expand }),
    (ledger, params, { customer = '' }) => {
      const { id } = ledger.get('customer', customer);
      return pageOf(taxIdsOf(ledger, id), params, `/v1/customers/${id}/tax_ids`);
    },
  ),
  route(
    'GET',
    `${TAX_IDS}/:id`,
    z.strictObject({ expand }),
    (ledger, _, { customer = '', id = '' }) => taxIdOf(ledger, customer, id),
  ),
  route('DELETE', `${TAX_IDS}/:id`, z.strictObject({}), (ledger, _, { customer = '', id = '' }) => {
    const taxId = taxIdOf(ledger, customer, id);
    ledger.remove('tax_id', id);
    ledger.record('customer.tax_id.deleted', taxId);
    return { id, object: 'tax_id', deleted: true };
  }),
];

export function taxIdsOf(ledger: Ledger, customer: string): Stripe.TaxId[] {
  return ledger.all('tax_id').filter((taxId) => idOf(taxId.customer) === customer);
}

function taxIdOf(ledger: Ledger, customer: string, id: string): Stripe.TaxId {
  ledger.get('customer', customer);
  const found = taxIdsOf(ledger, customer).find((taxId) => taxId.id === id);
  if (!found) throw ResourceMissing('tax_id', id);
  return found;
}

/** @throws Refusal (`tax_id_invalid`) for a number that none of its kind looks like */
export function addTaxId(
  ledger: Ledger,
  customer: string,
  { type, value: given }: { type: string; value: string },
): Stripe.TaxId {
  const value = given.replace(/[\s.]/g, '').toUpperCase();
  if (!/^[a-z]{2}_[a-z]{2,10}$/.test(type)) throw InvalidRequest(`Invalid type: ${type}`, 'type');
  if (!isWellFormed(type, value)) {
    throw InvalidRequest(`Invalid value for ${type}.`, 'value', 'tax_id_invalid');
  }
  const taxId = newTaxId(ledger.time(customer), {
    customer,
    type,
    value,
    country: countryOf(type, value),
  });
  ledger.put('tax_id', taxId);
  ledger.record('customer.tax_id.created', taxId);
  return taxId;
}

/** Countries whose numbers are of another type than `eu_vat` though they look alike. */
const OUTSIDE_EU = ['GB', 'CH', 'NO', 'RU', 'RS', 'AD', 'BR'];

/** The forms are known for Europe's; of others only that they are letters and digits. */
function isWellFormed(type: string, value: string): boolean {
  const isOf = (codes: readonly string[], outside: boolean): boolean =>
    checkVAT(
      value,
      countries.filter(({ codes: [code = ''] }) => codes.includes(code) !== outside),
    ).isValidFormat;
  if (type === 'eu_vat') return /^[A-Z]{2}/.test(value) && isOf(OUTSIDE_EU, true);
  if (type === 'gb_vat') return value.startsWith('GB') && isOf(['GB'], false);
  return /^[A-Z0-9/-]{4,20}$/.test(value);
}

function countryOf(type: string, value: string): string {
  const code = type.startsWith('eu') ? value.slice(0, 2) : type.slice(0, 2).toUpperCase();
  // Greek numbers begin with the language's name for the country.
  return code === 'EL' ? 'GR' : code;
}
