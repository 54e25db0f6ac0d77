import type Stripe from 'stripe';
import { z } from 'zod';
import { idOf, type Ledger } from '../ledger.ts';
import { endSubscription, hasEnded } from '../life/end-subscription.ts';
import { newCustomer, wholeAddress } from '../objects/customer.ts';
import { address, email, list, metadata, optionalText, page, text, unsettable } from './fields.ts';
import { pageOf } from './lists.ts';
import { mergedMetadata } from './metadata.ts';
import { only } from './only.ts';
import { route } from './route.ts';
import { addTaxId } from './tax-ids.ts';

const CUSTOMERS = '/v1/customers';
const expand = list(text).optional();

const customerParams = z.strictObject({
  address: unsettable(address).optional(),
  description: optionalText.optional(),
  email: unsettable(email).optional(),
  expand,
  invoice_settings: z
    .strictObject({
      default_payment_method: optionalText.optional(),
      footer: optionalText.optional(),
    })
    .optional(),
  metadata: metadata.optional(),
  name: optionalText.optional(),
  phone: optionalText.optional(),
  preferred_locales: list(text).optional(),
  tax_exempt: z.enum(['', 'none', 'exempt', 'reverse']).optional(),
});
type CustomerParams = z.output<typeof customerParams>;

export const customerRoutes = [
  route(
    'POST',
    CUSTOMERS,
    customerParams.extend({
      tax_id_data: list(z.strictObject({ type: text, value: text })).optional(),
      test_clock: text.optional(),
    }),
    (ledger, params) => {
      const { test_clock = null, tax_id_data: taxIds = [] } = params;
      if (test_clock !== null) ledger.get('test_helpers.test_clock', test_clock, 'test_clock');
      const customer = newCustomer(ledger.time(), { test_clock });
      ledger.put('customer', customer);
      const made = ledger.put('customer', { ...customer, ...changesOf(ledger, customer, params) });
      ledger.record('customer.created', made);
      for (const taxId of taxIds) addTaxId(ledger, made.id, taxId);
      return made;
    },
  ),
  route(
    'GET',
    CUSTOMERS,
    z.strictObject({ ...page, email: text.optional(), expand, test_clock: text.optional() }),
    (ledger, params) =>
      pageOf(
        ledger
          .all('customer')
          .filter(only('email', params.email))
          .filter(only('test_clock', params.test_clock)),
        params,
        CUSTOMERS,
      ),
  ),
  route('GET', `${CUSTOMERS}/:id`, z.strictObject({ expand }), (ledger, _, { id = '' }) =>
    ledger.facts.deletedCustomers.includes(id) ? deleted(id) : ledger.get('customer', id),
  ),
  route('POST', `${CUSTOMERS}/:id`, customerParams, (ledger, params, { id = '' }) => {
    const before = ledger.get('customer', id);
    return ledger.change('customer', id, changesOf(ledger, before, params), 'customer.updated');
  }),
  route('DELETE', `${CUSTOMERS}/:id`, z.strictObject({}), (ledger, _, { id = '' }) =>
    deleteCustomer(ledger, ledger.get('customer', id)),
  ),
];

function changesOf(
  ledger: Ledger,
  before: Stripe.Customer,
  params: CustomerParams,
): Partial<Stripe.Customer> {
  const { address: lines, invoice_settings: settings, metadata: given, tax_exempt } = params;
  const { description, email, name, phone, preferred_locales } = params;
  const method = settings?.default_payment_method;
  if (method) ledger.get('payment_method', method, 'invoice_settings[default_payment_method]');
  const changes: Partial<Stripe.Customer> = {
    ...(description !== undefined && { description }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name }),
    ...(phone !== undefined && { phone }),
    ...(preferred_locales && { preferred_locales }),
    ...(tax_exempt !== undefined && { tax_exempt: tax_exempt === '' ? 'none' : tax_exempt }),
    ...(lines !== undefined && {
      address: lines && wholeAddress({ ...before.address, ...lines }),
    }),
    ...(settings && { invoice_settings: { ...before.invoice_settings, ...settings } }),
  };
  return { ...changes, metadata: mergedMetadata(before.metadata, given) };
}

/** What the customer subscribes to ends with them (docs.stripe.com/api/customers/delete). */
function deleteCustomer(ledger: Ledger, customer: Stripe.Customer): Stripe.DeletedCustomer {
  const { id } = customer;
  for (const subscription of ledger.all('subscription')) {
    if (idOf(subscription.customer) === id && !hasEnded(subscription)) {
      endSubscription(ledger, subscription.id);
    }
  }
  ledger.remove('customer', id);
  ledger.facts.deletedCustomers.push(id);
  ledger.record('customer.deleted', customer);
  return deleted(id);
}

const deleted = (id: string): Stripe.DeletedCustomer => ({ id, object: 'customer', deleted: true });
