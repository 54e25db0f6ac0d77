import type Stripe from 'stripe';
import { z } from 'zod';
import { newId } from '../ids.ts';
import type { Ledger } from '../ledger.ts';
import { newPortalConfiguration, newPortalSession, portalFeatures } from '../objects/portal.ts';
import { portalAddress } from '../pages/addresses.ts';
import { InvalidRequest } from '../refusals.ts';
import { flag, list, metadata, optionalText, page, text, unsettable, webUrl } from './fields.ts';
import { pageOf } from './lists.ts';
import { mergedMetadata } from './metadata.ts';
import { only } from './only.ts';
import { route } from './route.ts';

const CONFIGURATIONS = '/v1/billing_portal/configurations';
const expand = list(text).optional();
const enabled = z.strictObject({ enabled: flag }).optional();

const features = z.strictObject({
  customer_update: z
    .strictObject({
      enabled: flag,
      allowed_updates: list(
        z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id']),
      ).optional(),
    })
    .optional(),
  invoice_history: enabled,
  payment_method_update: enabled,
  subscription_cancel: z
    .strictObject({
      enabled: flag,
      mode: z.enum(['at_period_end']).optional(),
      proration_behavior: z.enum(['none']).optional(),
    })
    .optional(),
});

const configurationParams = z.strictObject({
  business_profile: z
    .strictObject({
      headline: optionalText.optional(),
      privacy_policy_url: webUrl.optional(),
      terms_of_service_url: webUrl.optional(),
    })
    .optional(),
  default_return_url: unsettable(webUrl).optional(),
  expand,
  features,
  metadata: metadata.optional(),
  name: optionalText.optional(),
});

export const portalRoutes = [
  route('POST', CONFIGURATIONS, configurationParams, (ledger, params) =>
    ledger.put(
      'billing_portal.configuration',
      newPortalConfiguration(ledger.time(), {
        ...changesOf(params),
        features: featuresOf(params.features),
        metadata: mergedMetadata({}, params.metadata),
      }),
    ),
  ),
  route(
    'GET',
    CONFIGURATIONS,
    z.strictObject({
      ...page,
      active: flag.optional(),
      expand,
      is_default: flag.optional(),
    }),
    (ledger, params) =>
      pageOf(
        ledger
          .all('billing_portal.configuration')
          .filter(only('active', params.active))
          .filter(only('is_default', params.is_default)),
        params,
        CONFIGURATIONS,
      ),
  ),
  route('GET', `${CONFIGURATIONS}/:id`, z.strictObject({ expand }), (ledger, _, { id = '' }) =>
    ledger.get('billing_portal.configuration', id),
  ),
  route(
    'POST',
    `${CONFIGURATIONS}/:id`,
    configurationParams.extend({ active: flag.optional(), features: features.optional() }),
    (ledger, params, { id = '' }) => {
      const before = ledger.get('billing_portal.configuration', id);
      return ledger.change('billing_portal.configuration', id, {
        ...changesOf(params),
        ...(params.active !== undefined && { active: params.active }),
        ...(params.features && { features: featuresOf(params.features) }),
        metadata: mergedMetadata(before.metadata, params.metadata),
        updated: ledger.time(),
      });
    },
  ),
  route(
    'POST',
    '/v1/billing_portal/sessions',
    z.strictObject({
      configuration: text.optional(),
      customer: text,
      expand,
      locale: z.string().max(10).optional(),
      return_url: webUrl.optional(),
    }),
    (ledger, params) => {
      const customer = ledger.get('customer', params.customer, 'customer');
      const configuration = configurationFor(ledger, params.configuration);
      const id = newId('bps');
      const session = newPortalSession(ledger.time(customer.id), {
        id,
        customer: customer.id,
        configuration: configuration.id,
        url: portalAddress(ledger.base, id),
        return_url: params.return_url ?? configuration.default_return_url,
        ...(params.locale !== undefined && { locale: params.locale }),
      });
      return ledger.put('billing_portal.session', session);
    },
  ),
];

function changesOf(
  params: Omit<z.output<typeof configurationParams>, 'features'>,
): Partial<Stripe.BillingPortal.Configuration> {
  const { business_profile: profile, default_return_url, name } = params;
  return {
    ...(profile && {
      business_profile: {
        headline: profile.headline ?? null,
        privacy_policy_url: profile.privacy_policy_url ?? null,
        terms_of_service_url: profile.terms_of_service_url ?? null,
      },
    }),
    ...(default_return_url !== undefined && { default_return_url }),
    ...(name !== undefined && { name }),
  };
}

/** What is not named is not offered. */
function featuresOf(given: z.output<typeof features>): Stripe.BillingPortal.Configuration.Features {
  const { customer_update: update } = given;
  return portalFeatures({
    customer_update: update && {
      enabled: update.enabled,
      allowed_updates: update.allowed_updates ?? [],
    },
    invoice_history: given.invoice_history?.enabled ?? false,
    payment_method_update: given.payment_method_update?.enabled ?? false,
    subscription_cancel: given.subscription_cancel?.enabled ?? false,
  });
}

/** The one that was named, or the account's own, or any that is active. */
function configurationFor(
  ledger: Ledger,
  id: string | undefined,
): Stripe.BillingPortal.Configuration {
  if (id !== undefined) return ledger.get('billing_portal.configuration', id, 'configuration');
  const active = ledger.all('billing_portal.configuration').filter((one) => one.active);
  const found = active.find((one) => one.is_default) ?? active.at(-1);
  if (!found) {
    throw InvalidRequest(
      'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    );
  }
  return found;
}
