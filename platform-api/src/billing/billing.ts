// Billing: packages, checkout, subscriptions and invoices. Only this feature talks to Stripe.
import type Router from '@koa/router';
import type { MountCall } from '../http/mount-call.ts';
import type { Task } from '../jobs/job.ts';
import type { BillingServices } from './billing-deps.ts';
import { chargeTasks } from './charges.ts';
import { reconcileTasks } from './reconcile.ts';
import { packageChanges, type PackageChanges } from './package-change.ts';
import { billingRoutes } from './routes.ts';
import { createCatalogue } from './stripe/catalogue.ts';
import { createSync } from './sync.ts';
import { createVatRegister, recheckVatTask } from './vat-register.ts';
import { webhookRoutes, webhookTasks } from './webhooks.ts';

/** Billing as the app sees it. */
export interface Billing {
  routers(mountCall: MountCall): Router[];
  tasks: Task[];
  packageChanges: PackageChanges;
}

export function createBilling(services: BillingServices): Billing {
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
