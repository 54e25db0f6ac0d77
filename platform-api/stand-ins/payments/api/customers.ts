import { checkVAT, countries } from 'jsvat';
import type Stripe from 'stripe';
import { z } from 'zod';
import { taxIdsOf, type Ledger } from '../ledger.ts';
import {
  fullAddress,
  newCustomer,
  newPortalConfiguration,
  newPortalSession,
  newTaxId,
} from '../objects/customer.ts';
import { portalAddress } from '../pages/addresses.ts';
import { newId } from '../stripe-object.ts';
import { endpoint } from './endpoint.ts';
import { InvalidRequest, ResourceMissing } from './errors.ts';
import { pageOf } from './lists.ts';
import {
  country,
  email,
  flag,
  list,
  mergeMetadata,
  metadata,
  paging,
  text,
  webUrl,
} from './params.ts';

const CUSTOMERS = '/v1/customers';
const CONFIGURATIONS = '/v1/billing_portal/configurations';
const TAX_IDS = `${CUSTOMERS}/:customer/tax_ids`;

const customerParams = z.strictObject({
  address: z
    .strictObject({
      city: text.optional(),
      country: country.optional(),
      line1: text.optional(),
      postal_code: text.optional(),
    })
    .optional(),
  email: email.optional(),
  invoice_settings: z
    .strictObject({
      custom_fields: list(z.strictObject({ name: text.max(40), value: text.max(140) })),
    })
    .optional(),
  metadata: metadata.optional(),
  name: text.optional(),
  phone: text.max(20).optional(),
  preferred_locales: list(text).optional(),
});

const on = flag.refine((value) => value, 'The stand-in’s portal always has this feature.');
const off = flag.refine((value) => !value, 'The stand-in’s portal never has this feature.');

const portalFeatures = z.strictObject({
  customer_update: z.strictObject({ allowed_updates: list(text), enabled: on }).optional(),
  invoice_history: z.strictObject({ enabled: on }).optional(),
  payment_method_update: z.strictObject({ enabled: on }).optional(),
  subscription_cancel: z.strictObject({ enabled: off }).optional(),
});

/** Customers, their tax ids and their portal sessions. */
export const customerEndpoints = [
  endpoint('POST', CUSTOMERS, customerParams, (ledger, params) => {
    const customer = newCustomer(ledger.time(), {});
    const made = ledger.put('customer', { ...customer, ...changesOf(customer, params) });
    ledger.record('customer.created', made);
    return made;
  }),
  endpoint('GET', `${CUSTOMERS}/:id`, z.strictObject({}), (ledger, _, { id = '' }) =>
    ledger.facts.deletedCustomers.includes(id)
      ? { id, object: 'customer', deleted: true }
      : ledger.get('customer', id),
  ),
  endpoint('POST', `${CUSTOMERS}/:id`, customerParams, (ledger, params, { id = '' }) => {
    const before = ledger.get('customer', id);
    return ledger.change('customer', id, changesOf(before, params), 'customer.updated');
  }),
  endpoint(
    'POST',
    TAX_IDS,
    z.strictObject({ type: text, value: text }),
    (ledger, params, { customer = '' }) =>
      addTaxId(ledger, ledger.get('customer', customer).id, params),
  ),
  endpoint('GET', TAX_IDS, z.strictObject(paging), (ledger, params, { customer = '' }) => {
    const { id } = ledger.get('customer', customer);
    return pageOf(taxIdsOf(ledger, id), params, `${CUSTOMERS}/${id}/tax_ids`);
  }),
  endpoint(
    'DELETE',
    `${TAX_IDS}/:id`,
    z.strictObject({}),
    (ledger, _, { customer = '', id = '' }) => {
      const taxId = taxIdsOf(ledger, customer).find((one) => one.id === id);
      if (!taxId) throw ResourceMissing('tax_id', id);
      ledger.remove('tax_id', id);
      ledger.record('customer.tax_id.deleted', taxId);
      return { id, object: 'tax_id', deleted: true };
    },
  ),
  endpoint(
    'GET',
    CONFIGURATIONS,
    z.strictObject({ ...paging, active: flag.optional() }),
    (ledger, params) => pageOf(ledger.all('billing_portal.configuration'), params, CONFIGURATIONS),
  ),
  endpoint(
    'POST',
    CONFIGURATIONS,
    z.strictObject({ features: portalFeatures, metadata: metadata.optional() }),
    (ledger, params) =>
      ledger.put(
        'billing_portal.configuration',
        newPortalConfiguration(ledger.time(), mergeMetadata({}, params.metadata)),
      ),
  ),
  endpoint(
    'POST',
    '/v1/billing_portal/sessions',
    z.strictObject({
      configuration: text.optional(),
      customer: text,
      return_url: webUrl.optional(),
    }),
    (ledger, params) => {
      const customer = ledger.get('customer', params.customer, 'customer');
      const { configuration = newId('bpc') } = params;
      if (params.configuration !== undefined) {
        ledger.get('billing_portal.configuration', configuration, 'configuration');
      }
      if (!ledger.facts.isPortalConfigured) {
        throw InvalidRequest(
          'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
        );
      }
      const id = newId('bps');
      const session = newPortalSession(ledger.time(), {
        id,
        configuration,
        customer: customer.id,
        url: portalAddress(ledger.base, id),
        return_url: params.return_url ?? null,
      });
      return ledger.put('billing_portal.session', session);
    },
  ),
];

function changesOf(
  before: Stripe.Customer,
  {
    address,
    invoice_settings: settings,
    metadata: given,
    ...others
  }: z.output<typeof customerParams>,
): Partial<Stripe.Customer> {
  const sent = Object.fromEntries(
    Object.entries(others).filter(([, value]) => value !== undefined),
  ) as Partial<Stripe.Customer>;
  return {
    ...sent,
    ...(address && { address: fullAddress({ ...before.address, ...address }) }),
    ...(settings && {
      invoice_settings: {
        ...before.invoice_settings,
        custom_fields: settings.custom_fields.length > 0 ? settings.custom_fields : null,
      },
    }),
    metadata: mergeMetadata(before.metadata, given),
  };
}

/** @throws Rejection `tax_id_invalid` for a number of the wrong form */
function addTaxId(
  ledger: Ledger,
  customer: string,
  { type, value: given }: { type: string; value: string },
): Stripe.TaxId {
  const value = given.replace(/[\s.]/g, '').toUpperCase();
  if (!/^[a-z]{2}_[a-z]{2,10}$/.test(type)) throw InvalidRequest(`Invalid type: ${type}`, 'type');
  if (!isWellFormed(type, value)) {
    throw InvalidRequest(`Invalid value for ${type}.`, 'value', 'tax_id_invalid');
  }
  const code = (type.startsWith('eu') ? value : type).slice(0, 2).toUpperCase();
  const taxId = ledger.put(
    'tax_id',
    // Greek numbers start with EL, the language's name for the country.
    newTaxId(ledger.time(), { customer, type, value, country: code === 'EL' ? 'GR' : code }),
  );
  ledger.record('customer.tax_id.created', taxId);
  return taxId;
}

/** Countries whose numbers look like `eu_vat` and are of another type. */
const OUTSIDE_EU = ['GB', 'CH', 'NO', 'RU', 'RS', 'AD', 'BR'];

/** European numbers are checked by their form, others only for letters and digits. */
function isWellFormed(type: string, value: string): boolean {
  const isFormOf = (isIncluded: (code: string) => boolean): boolean =>
    checkVAT(
      value,
      countries.filter(({ codes: [code = ''] }) => isIncluded(code)),
    ).isValidFormat;
  if (type === 'eu_vat') {
    return /^[A-Z]{2}/.test(value) && isFormOf((code) => !OUTSIDE_EU.includes(code));
  }
  if (type === 'gb_vat') return value.startsWith('GB') && isFormOf((code) => code === 'GB');
  return /^[A-Z0-9/-]{4,20}$/.test(value);
}
