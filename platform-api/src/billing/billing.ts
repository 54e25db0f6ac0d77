// Billing: packages, checkout, subscriptions and invoices. Only this feature talks to Stripe.
import type Router from '@koa/router';
import type { MountCall } from '../http/mount-call.ts';
import type { Task } from '../jobs/job.ts';
import type { BillingServices } from './billing-deps.ts';
import { chargeTasks } from './charges.ts';
import { reconcileTasks } from './reconcile.ts';
import { billingRoutes } from './routes.ts';
import { createSync } from './sync.ts';
import { webhookRoutes, webhookTasks } from './webhooks.ts';

/** Billing as the app sees it. */
export interface Billing {
  routers(mountCall: MountCall): Router[];
  tasks: Task[];
}

export function createBilling(services: BillingServices): Billing {
  const deps = { ...services, sync: createSync(services) };
  return {
    routers: (mountCall) => [billingRoutes(mountCall, deps), webhookRoutes(mountCall, deps)],
    tasks: [...webhookTasks(deps), ...chargeTasks(deps), ...reconcileTasks(deps)],
  };
}
