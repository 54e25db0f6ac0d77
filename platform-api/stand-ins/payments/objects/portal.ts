import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import { shaped } from './shaped.ts';

export function newPortalConfiguration(
  created: number,
  given: Partial<Stripe.BillingPortal.Configuration>,
): Stripe.BillingPortal.Configuration {
  return shaped<Stripe.BillingPortal.Configuration>({
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created,
    default_return_url: null,
    features: portalFeatures({}),
    id: newId('bpc'),
    is_default: false,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    object: 'billing_portal.configuration',
    updated: created,
    name: null,
    ...given,
  });
}

/** What the portal lets people do; those not named are as in the sandbox's own configuration. */
export function portalFeatures(enabled: {
  customer_update?: { enabled: boolean; allowed_updates: string[] } | undefined;
  invoice_history?: boolean | undefined;
  payment_method_update?: boolean | undefined;
  subscription_cancel?: boolean | undefined;
}): Stripe.BillingPortal.Configuration.Features {
  return shaped<Stripe.BillingPortal.Configuration.Features>({
    customer_update: shaped(enabled.customer_update ?? { allowed_updates: [], enabled: false }),
    invoice_history: { enabled: enabled.invoice_history ?? true },
    payment_method_update: {
      enabled: enabled.payment_method_update ?? true,
      payment_method_configuration: null,
    },
    subscription_cancel: {
      cancellation_reason:
        shaped<Stripe.BillingPortal.Configuration.Features.SubscriptionCancel.CancellationReason>({
          enabled: false,
          options: [],
        }),
      enabled: enabled.subscription_cancel ?? true,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_update: {
      default_allowed_updates: [],
      enabled: false,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
      billing_cycle_anchor: null,
    },
  });
}

export function newPortalSession(
  created: number,
  given: Partial<Stripe.BillingPortal.Session> & { id: string; customer: string; url: string },
): Stripe.BillingPortal.Session {
  return shaped<Stripe.BillingPortal.Session>({
    created,
    flow: null,
    livemode: false,
    locale: null,
    object: 'billing_portal.session',
    on_behalf_of: null,
    return_url: null,
    customer_account: null,
    ...given,
  });
}
