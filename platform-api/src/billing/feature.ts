// Billing: packages, checkout, subscriptions and invoices. Only this feature talks to Stripe.
import type { Feature } from '../feature.ts';
import type { BillingServices } from './billing-deps.ts';
import { chargeTasks } from './charges.ts';
import { reconcileTasks } from './reconcile.ts';
import { packageChanges, type PackageChanges } from './package-change.ts';
import { billingRoutes } from './routes.ts';
import { createCatalogue } from './stripe/catalogue.ts';
import { createSync } from './sync.ts';
import { createVatRegister, recheckVatTask } from './vat-register.ts';
import { webhookRoutes, webhookTasks } from './webhooks.ts';

export function billingFeature(
  services: BillingServices,
): Feature & { packageChanges: PackageChanges } {
  const { payments } = services;
  const shop = payments && { ...payments, catalogue: createCatalogue(payments.stripe) };
  const vatRegister = createVatRegister(services);
  const deps = { ...services, payments: shop, sync: createSync(services), vatRegister };
  return {
    routers: (mountCall) => [billingRoutes(mountCall, deps), webhookRoutes(mountCall, deps)],
    tasks: [
      ...webhookTasks(deps),
      ...chargeTasks(deps),
      ...reconcileTasks(deps),
      recheckVatTask(deps),
    ],
    packageChanges: packageChanges(deps),
  };
}
