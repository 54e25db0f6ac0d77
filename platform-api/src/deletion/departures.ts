import Router from '@koa/router';
import type { Knex } from 'knex';
import { exportFileName } from '../../contract/brand.ts';
import { deleteAccount, exportAccount as exportCall } from '../../contract/departures.ts';
import type { Storage } from '../assets/storage/storage.ts';
import type { Payments } from '../billing/payments.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { Task } from '../jobs/job.ts';
import type { Logger } from '../log.ts';
import { depart } from './depart.ts';
import { exportAccount } from './export-account.ts';
import { departureTasks } from './finish-departure.ts';

/** The departures room as the rest of the house sees it. */
export interface AccountDeletion {
  routers(mountCall: MountCall): Router[];
  tasks: Task[];
}

/** Puts the room together. */
export function createAccountDeletion(services: {
  db: Knex;
  /** Null: no key, so that nothing can be ended at the provider. */
  payments: Payments | null;
  storage: Storage;
  publicUrl: string;
  now: () => number;
  log: Logger;
}): AccountDeletion {
  return {
    routers: (mountCall) => [ownDeparture(mountCall, services)],
    tasks: departureTasks(services),
  };
}

/** What a member does in the account settings. */
function ownDeparture(
  mountCall: MountCall,
  services: { db: Knex; publicUrl: string; now: () => number },
): Router {
  const { db } = services;
  const router = new Router();

  mountCall(router, exportCall, async ({ ctx, identity }) => {
    const exported = await exportAccount(services, identity);
    ctx.attachment(exportFileName(exported.exported_at));
    return exported;
  });

  mountCall(router, deleteAccount, async ({ identity: { user } }) => {
    await db.transaction((trx) => depart(trx, { user_id: user.id, requested_by: user.id }));
    return {};
  });

  return router;
}
