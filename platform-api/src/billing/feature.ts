// Billing: packages, checkout, subscriptions and invoices. Only this feature talks to Stripe.
import type { Feature } from '../feature.ts';
import { tasksWith } from '../jobs/job.ts';
import type { BillingServices } from './billing-deps.ts';
import { CHECK_CHARGE } from './refunds-and-disputes.ts';
import { RECONCILE_ACCOUNTS } from './reconcile-accounts.ts';
import { LOOK_AFTER_MEMBERS, SWEEP_BILLING, SYNC_MEMBER } from './reconcile.ts';
import { packageChanges, type PackageChanges } from './package-change.ts';
import { billingRoutes } from './routes.ts';
import { createCatalogue } from './stripe/catalogue.ts';
import { createSync } from './sync.ts';
import { createVatRegister, RECHECK_VAT } from './vat-register.ts';
import { SYNC_CUSTOMER, webhookRoutes } from './stripe-webhook.ts';

export function billingFeature(
  services: BillingServices,
): Feature & { packageChanges: PackageChanges } {
  const { payments } = services;
  const shop = payments && { ...payments, catalogue: createCatalogue(payments.stripe) };
  const vatRegister = createVatRegister(services);
  const deps = { ...services, payments: shop, sync: createSync(services), vatRegister };
  return {
    routers: (mountCall) => [billingRoutes(mountCall, deps), webhookRoutes(mountCall, deps)],
    tasks: tasksWith(
      deps,
      SYNC_CUSTOMER,
      CHECK_CHARGE,
      SYNC_MEMBER,
      LOOK_AFTER_MEMBERS,
      RECONCILE_ACCOUNTS,
      SWEEP_BILLING,
      RECHECK_VAT,
    ),
    packageChanges: packageChanges(deps),
  };
}
