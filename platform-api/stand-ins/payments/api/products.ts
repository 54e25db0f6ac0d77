import type Stripe from 'stripe';
import { z } from 'zod';
import { newId } from '../ids.ts';
import type { Ledger } from '../ledger.ts';
import { newPrice, newProduct } from '../objects/catalogue.ts';
import { InvalidRequest, ParameterMissing } from '../refusals.ts';
import {
  currency,
  flag,
  integer,
  list,
  metadata,
  optionalText,
  page,
  text,
  webUrl,
} from './fields.ts';
import { pageOf } from './lists.ts';
import { mergedMetadata } from './metadata.ts';
import { only } from './only.ts';
import { route } from './route.ts';

const expand = list(text).optional();
const PRODUCTS = '/v1/products';
const PRICES = '/v1/prices';

/** A product that is made along with a price. */
export const productData = z.strictObject({
  name: text.min(1),
  description: text.optional(),
  images: list(webUrl).optional(),
  metadata: metadata.optional(),
  tax_code: text.optional(),
  unit_label: text.optional(),
});

export const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.optional(),
});

const priceParams = z.strictObject({
  active: flag.optional(),
  billing_scheme: z.enum(['per_unit']).optional(),
  currency,
  expand,
  lookup_key: text.optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
  product: text.optional(),
  product_data: productData.optional(),
  recurring: recurring.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  unit_amount: integer.optional(),
});

export const productRoutes = [
  route(
    'POST',
    PRODUCTS,
    productData.extend({
      id: text.optional(),
      active: flag.optional(),
      expand,
      shippable: flag.optional(),
      statement_descriptor: z.string().max(22).optional(),
      type: z.enum(['good', 'service']).optional(),
      url: webUrl.optional(),
    }),
    (ledger, params) => {
      if (params.id !== undefined && ledger.find('product', params.id)) {
        throw InvalidRequest('Product already exists.', 'id', 'resource_already_exists');
      }
      return makeProduct(ledger, { ...params, id: params.id ?? newId('prod', 14) });
    },
  ),
  route(
    'GET',
    PRODUCTS,
    z.strictObject({ ...page, active: flag.optional(), expand, ids: list(text).optional() }),
    (ledger, params) =>
      pageOf(
        ledger
          .all('product')
          .filter(only('active', params.active))
          .filter(({ id }) => params.ids === undefined || params.ids.includes(id)),
        params,
        PRODUCTS,
      ),
  ),
  route('GET', `${PRODUCTS}/:id`, z.strictObject({ expand }), (ledger, _, { id = '' }) =>
    ledger.get('product', id),
  ),
  route(
    'POST',
    `${PRODUCTS}/:id`,
    z.strictObject({
      active: flag.optional(),
      default_price: text.optional(),
      description: optionalText.optional(),
      expand,
      metadata: metadata.optional(),
      name: text.min(1).optional(),
    }),
    (ledger, { metadata: given, ...params }, { id = '' }) => {
      const before = ledger.get('product', id);
      const changes = Object.fromEntries(
        Object.entries(params).filter(([, value]) => value !== undefined),
      );
      const updated = ledger.time();
      const metadata = mergedMetadata(before.metadata, given);
      return ledger.change('product', id, { ...changes, metadata, updated }, 'product.updated');
    },
  ),
];

export const priceRoutes = [
  route('POST', PRICES, priceParams, createPrice),
  route(
    'GET',
    PRICES,
    z.strictObject({
      ...page,
      active: flag.optional(),
      currency: currency.optional(),
      expand,
      lookup_keys: list(text).optional(),
      product: text.optional(),
      type: z.enum(['one_time', 'recurring']).optional(),
    }),
    (ledger, params) =>
      pageOf(
        ledger
          .all('price')
          .filter(only('active', params.active))
          .filter(only('currency', params.currency))
          .filter(only('product', params.product))
          .filter(only('type', params.type))
          .filter(
            ({ lookup_key: key }) =>
              params.lookup_keys === undefined ||
              (key !== null && params.lookup_keys.includes(key)),
          ),
        params,
        PRICES,
      ),
  ),
  route('GET', `${PRICES}/:id`, z.strictObject({ expand }), (ledger, _, { id = '' }) =>
    ledger.get('price', id),
  ),
];

function createPrice(ledger: Ledger, params: z.output<typeof priceParams>): Stripe.Price {
  const { product: given, product_data: data, unit_amount, lookup_key } = params;
  if (unit_amount === undefined) throw ParameterMissing('unit_amount');
  if (unit_amount < 0) {
    throw InvalidRequest(
      'This value must be greater than or equal to 0.',
      'unit_amount',
      'parameter_invalid_integer',
    );
  }
  if (
    lookup_key !== undefined &&
    ledger.all('price').some((one) => one.lookup_key === lookup_key)
  ) {
    throw InvalidRequest(`A price already uses that lookup key.`, 'lookup_key');
  }
  if ((given === undefined) === (data === undefined)) throw ParameterMissing('product');
  const product =
    given === undefined
      ? makeProduct(ledger, { ...data, name: data?.name ?? '', id: newId('prod', 14) })
      : ledger.get('product', given, 'product');
  const price = ledger.put(
    'price',
    newPrice(ledger.time(), {
      ...params,
      unit_amount,
      product: product.id,
      metadata: mergedMetadata({}, params.metadata),
      recurring: params.recurring
        ? { ...params.recurring, interval_count: params.recurring.interval_count ?? 1 }
        : null,
    }),
  );
  ledger.record('price.created', price);
  return price;
}

/** Puts a product on the shelf. */
export function makeProduct(
  ledger: Ledger,
  given: z.output<typeof productData> & { id: string; active?: boolean | undefined },
): Stripe.Product {
  const { description, images, unit_label, tax_code, name, id, active } = given;
  const product = ledger.put(
    'product',
    newProduct(ledger.time(), {
      id,
      name,
      active: active ?? true,
      description: description ?? null,
      images: images ?? [],
      metadata: mergedMetadata({}, given.metadata),
      tax_code: tax_code ?? null,
      unit_label: unit_label ?? null,
    }),
  );
  ledger.record('product.created', product);
  return product;
}
