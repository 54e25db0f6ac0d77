import Stripe from 'stripe';
import { newId } from '../ids.ts';
import { shaped } from './shaped.ts';

export function newProduct(
  created: number,
  given: Partial<Stripe.Product> & { name: string },
): Stripe.Product {
  return shaped<Stripe.Product>({
    active: true,
    created,
    default_price: null,
    description: null,
    id: newId('prod', 14),
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    object: 'product',
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    unit_label: null,
    updated: created,
    url: null,
    type: 'service',
    ...given,
  });
}

/** What makes a price: of a product, in cents, once or each interval. */
export interface PriceGiven {
  currency: string;
  product: string;
  unit_amount: number;
  recurring: { interval: Stripe.Price.Recurring.Interval; interval_count: number } | null;
  tax_behavior?: Stripe.Price.TaxBehavior | undefined;
  nickname?: string | null | undefined;
  lookup_key?: string | null | undefined;
  metadata?: Stripe.Metadata | undefined;
  active?: boolean | undefined;
}

export function newPrice(created: number, given: PriceGiven): Stripe.Price {
  const { recurring } = given;
  return shaped<Stripe.Price>({
    active: given.active ?? true,
    billing_scheme: 'per_unit',
    created,
    currency: given.currency,
    custom_unit_amount: null,
    id: newId('price'),
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: given.metadata ?? {},
    nickname: given.nickname ?? null,
    object: 'price',
    product: given.product,
    recurring: recurring && {
      ...recurring,
      meter: null,
      usage_type: 'licensed',
      trial_period_days: null,
    },
    tax_behavior: given.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: given.unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(given.unit_amount),
  });
}

export function newTaxRate(
  created: number,
  given: Partial<Stripe.TaxRate> & { display_name: string; inclusive: boolean; percentage: number },
): Stripe.TaxRate {
  return shaped<Stripe.TaxRate>({
    active: true,
    country: null,
    created,
    description: null,
    effective_percentage: null,
    flat_amount: null,
    id: newId('txr'),
    jurisdiction: null,
    jurisdiction_level: null,
    livemode: false,
    metadata: {},
    object: 'tax_rate',
    rate_type: 'percentage',
    state: null,
    tax_type: null,
    ...given,
  });
}
