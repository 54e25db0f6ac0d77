import { z } from 'zod';
import { newProduct, newTaxRate } from '../objects/catalogue.ts';
import { newId } from '../stripe-object.ts';
import { endpoint } from './endpoint.ts';
import { InvalidRequest } from './errors.ts';
import { only, pageOf } from './lists.ts';
import { country, decimal, flag, mergeMetadata, metadata, paging, text } from './params.ts';

const TAX_RATES = '/v1/tax_rates';

/** Products and tax rates. */
export const catalogueEndpoints = [
  endpoint(
    'POST',
    '/v1/products',
    z.strictObject({ id: text.optional(), name: text.min(1) }),
    (ledger, { id = newId('prod', 14), name }) => {
      if (ledger.find('product', id)) {
        throw InvalidRequest('Product already exists.', 'id', 'resource_already_exists');
      }
      const product = ledger.put('product', newProduct(ledger.time(), { id, name }));
      ledger.record('product.created', product);
      return product;
    },
  ),
  endpoint(
    'POST',
    TAX_RATES,
    z.strictObject({
      country: country.optional(),
      display_name: text.min(1).max(50),
      inclusive: flag.refine((value) => !value, 'The stand-in knows exclusive rates only.'),
      metadata: metadata.optional(),
      percentage: decimal,
    }),
    (ledger, params) => {
      if (params.percentage > 100) {
        throw InvalidRequest('Percentage must be between 0 and 100.', 'percentage');
      }
      const rate = newTaxRate(ledger.time(), {
        ...params,
        effective_percentage: params.percentage,
        metadata: mergeMetadata({}, params.metadata),
      });
      ledger.put('tax_rate', rate);
      ledger.record('tax_rate.created', rate);
      return rate;
    },
  ),
  endpoint(
    'GET',
    TAX_RATES,
    z.strictObject({ ...paging, active: flag.optional() }),
    (ledger, params) =>
      pageOf(ledger.all('tax_rate').filter(only('active', params.active)), params, TAX_RATES),
  ),
];
