import type Router from '@koa/router';
import type { Knex } from 'knex';
import type { MountCall } from '../http/mount-call.ts';
import type { Task } from '../jobs/job.ts';
import type { Logger } from '../log.ts';
import { billingRoutes } from './billing-routes.ts';
import { chargeTasks } from './charges.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { packageRoutes } from './package-routes.ts';
import type { Payments } from './payments.ts';
import { reconcileTasks } from './reconcile.ts';
import { createSync } from './sync-billing.ts';
import { webhookRoutes, webhookTasks } from './webhook-routes.ts';

/** The billing room as the rest of the house sees it. */
export interface Billing {
  routers(mountCall: MountCall): Router[];
  tasks: Task[];
}

/** What the room stands on. */
export interface BillingServices {
  db: Knex;
  /** Null: no key, so that nothing can be bought or managed. */
  payments: Payments | null;
  publicUrl: string;
  /** A station that is not paid for stays on air this long. */
  graceDays: number;
  /** Where the operator is told what only people can mend. */
  contactEmail: string;
  now: () => number;
  log: Logger;
}

/** Puts the room together. */
export function createBilling(services: BillingServices): Billing {
  const deps = { ...services, sync: createSync(services) };
  return {
    routers: (mountCall) => [
      packageRoutes(mountCall),
      checkoutRoutes(mountCall, deps),
      billingRoutes(mountCall, deps),
      webhookRoutes(mountCall, deps),
    ],
    tasks: [...webhookTasks(deps), ...chargeTasks(deps), ...reconcileTasks(deps)],
  };
}
