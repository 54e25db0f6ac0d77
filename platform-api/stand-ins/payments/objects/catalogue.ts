import Stripe from 'stripe';
import { newId, shaped } from '../stripe-object.ts';

export function newProduct(created: number, given: { id: string; name: string }): Stripe.Product {
  return shaped<Stripe.Product>({
    active: true,
    created,
    default_price: null,
    description: null,
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

/** A price, for one checkout session unless it has a lookup key. Amounts are in cents. */
export function newPrice(
  created: number,
  given: {
    currency: string;
    product: string;
    unit_amount: number;
    isMonthly: boolean;
    lookup_key?: string;
  },
): Stripe.Price {
  const { currency, product, unit_amount, isMonthly, lookup_key = null } = given;
  return shaped<Stripe.Price>({
    active: lookup_key !== null,
    billing_scheme: 'per_unit',
    created,
    currency,
    custom_unit_amount: null,
    id: newId('price'),
    livemode: false,
    lookup_key,
    metadata: {},
    nickname: null,
    object: 'price',
    product,
    recurring: isMonthly
      ? {
          interval: 'month',
          interval_count: 1,
          meter: null,
          usage_type: 'licensed',
          trial_period_days: null,
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: isMonthly ? 'recurring' : 'one_time',
    unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(unit_amount),
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
