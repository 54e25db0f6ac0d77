import { z } from 'zod';
import { newPrice, newProduct, newTaxRate } from '../objects/catalogue.ts';
import { newId } from '../stripe-object.ts';
import { endpoint } from './endpoint.ts';
import { InvalidRequest } from './errors.ts';
import { only, pageOf } from './lists.ts';
import {
  country,
  currency,
  decimal,
  flag,
  integer,
  list,
  mergeMetadata,
  metadata,
  paging,
  text,
} from './params.ts';

const PRICES = '/v1/prices';
const TAX_RATES = '/v1/tax_rates';

/** Products, prices and tax rates. */
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
    PRICES,
    z.strictObject({
      currency,
      lookup_key: text.min(1).max(200),
      product: text,
      recurring: z.strictObject({ interval: z.literal('month') }),
      unit_amount: integer,
    }),
    (ledger, params) => {
      const { currency: money, lookup_key, unit_amount } = params;
      const { id: product } = ledger.get('product', params.product, 'product');
      const taken = ledger.all('price').find((price) => price.lookup_key === lookup_key);
      if (taken) {
        throw InvalidRequest(
          `A price (\`${taken.id}\`) already uses that lookup key.`,
          'lookup_key',
          'resource_already_exists',
        );
      }
      const price = newPrice(ledger.time(), {
        currency: money,
        lookup_key,
        product,
        unit_amount,
        isMonthly: true,
      });
      ledger.put('price', price);
      ledger.record('price.created', price);
      return price;
    },
  ),
  endpoint(
    'GET',
    PRICES,
    z.strictObject({ ...paging, active: flag.optional(), lookup_keys: list(text).optional() }),
    (ledger, params) =>
      pageOf(
        ledger
          .all('price')
          .filter(only('active', params.active))
          .filter(({ lookup_key }) => params.lookup_keys?.includes(lookup_key ?? '') ?? true),
        params,
        PRICES,
      ),
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
