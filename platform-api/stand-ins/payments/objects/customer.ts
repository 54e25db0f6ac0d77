import type Stripe from 'stripe';
import { newId, randomText, shaped } from '../stripe-object.ts';

const NO_ADDRESS: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

/** An address with all fields; missing ones are null. */
export function fullAddress(given: {
  [Line in keyof Stripe.Address]?: string | null | undefined;
}) {
  return { ...NO_ADDRESS, ...definedOf(given) };
}

function definedOf<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // The undefined fields are filtered out.
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

export function newCustomer(created: number, given: Partial<Stripe.Customer>): Stripe.Customer {
  return shaped<Stripe.Customer>({
    address: null,
    balance: 0,
    created,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    id: newId('cus', 14),
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    object: 'customer',
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...given,
  });
}

export function newTaxId(
  created: number,
  given: { customer: string; type: string; value: string; country: string | null },
): Stripe.TaxId {
  const { customer, type, value, country } = given;
  return shaped<Stripe.TaxId>({
    country,
    created,
    customer,
    id: newId('txi'),
    livemode: false,
    object: 'tax_id',
    owner: { customer, type: 'customer', customer_account: null },
    type,
    value,
    verification: { status: 'pending', verified_address: null, verified_name: null },
    customer_account: null,
  });
}

/** A configuration of the customer portal, in which nobody can cancel or change a subscription. */
export function newPortalConfiguration(
  created: number,
  metadata: Stripe.Metadata,
): Stripe.BillingPortal.Configuration {
  return shaped<Stripe.BillingPortal.Configuration>({
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: ['address', 'email'], enabled: true },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: false,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: {
        duration: { interval_options: [], type: 'indefinite' },
        enabled: false,
      },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    id: newId('bpc'),
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata,
    name: null,
    object: 'billing_portal.configuration',
    updated: created,
  });
}

export function newPortalSession(
  created: number,
  given: {
    id: string;
    configuration: string;
    customer: string;
    url: string;
    return_url: string | null;
  },
): Stripe.BillingPortal.Session {
  return shaped<Stripe.BillingPortal.Session>({
    created,
    flow: null,
    livemode: false,
    locale: null,
    object: 'billing_portal.session',
    on_behalf_of: null,
    customer_account: null,
    ...given,
  });
}
