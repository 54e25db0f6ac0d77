import type Stripe from 'stripe';
import { newId, shaped } from '../stripe-object.ts';

export function newSubscriptionItem(given: {
  subscription: string;
  price: Stripe.Price;
  quantity: number;
  tax_rates: Stripe.TaxRate[];
  start: number;
  end: number;
}): Stripe.SubscriptionItem {
  const { subscription, price, quantity, tax_rates, start, end } = given;
  return shaped<Stripe.SubscriptionItem>({
    created: start,
    discounts: [],
    id: newId('si', 14),
    metadata: {},
    object: 'subscription_item',
    price,
    quantity,
    subscription,
    tax_rates,
    plan: planOf(price),
    current_period_end: end,
    current_period_start: start,
    billing_thresholds: null,
  });
}

/** The item with another price. */
export const withPrice = (
  item: Stripe.SubscriptionItem,
  price: Stripe.Price,
): Stripe.SubscriptionItem => ({ ...item, price, plan: planOf(price) });

/** The price in its older form, which Stripe still returns. */
function planOf(price: Stripe.Price): Stripe.Plan {
  const { active, created, currency, id, metadata, nickname, product, recurring, unit_amount } =
    price;
  return shaped<Stripe.Plan>({
    active,
    amount: unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created,
    currency,
    id,
    interval: recurring?.interval ?? 'month',
    interval_count: recurring?.interval_count ?? 1,
    livemode: false,
    metadata,
    meter: null,
    nickname,
    object: 'plan',
    product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  });
}

/** An active subscription that starts now. */
export function newSubscription(
  created: number,
  given: Partial<Stripe.Subscription> & {
    id: string;
    items: Stripe.ApiList<Stripe.SubscriptionItem>;
  },
): Stripe.Subscription {
  return shaped<Stripe.Subscription>({
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { enabled: false, liability: null, disabled_reason: null },
    billing_cycle_anchor: created,
    billing_cycle_anchor_config: null,
    cancel_at: null,
    canceled_at: null,
    cancellation_details: shaped<Stripe.Subscription.CancellationDetails>({
      comment: null,
      feedback: null,
      reason: null,
    }),
    collection_method: 'charge_automatically',
    created,
    currency: 'eur',
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      issuer: { type: 'self' },
      custom_fields: null,
      description: null,
      footer: null,
    },
    latest_invoice: null,
    livemode: false,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: created,
    status: 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: shaped<Stripe.Subscription.TrialSettings>({
      end_behavior: shaped<Stripe.Subscription.TrialSettings.EndBehavior>({
        missing_payment_method: 'create_invoice',
      }),
    }),
    trial_start: null,
    cancel_at_period_end: false,
    billing_thresholds: null,
    billing_mode: { type: 'flexible', flexible: {} },
    customer_account: null,
    managed_payments: null,
    billing_schedules: [],
    ...given,
  });
}
