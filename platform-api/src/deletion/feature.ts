import Router from '@koa/router';
import type { Knex } from 'knex';
import * as calls from '../../contract/accounts/deletion.ts';
import { exportFileName } from '../../contract/site/brand.ts';
import type { Storage } from '../assets/storage/storage.ts';
import type { Payments } from '../billing/stripe/payments.ts';
import type { Feature } from '../feature.ts';
import type { MountCall } from '../http/mount-call.ts';
import { tasksWith } from '../jobs/job.ts';
import { createTrackFiles } from '../library/track-files.ts';
import type { Logger } from '../process/log.ts';
import { deleteAccount, FINISH_DELETION, RETRY_DELETIONS } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import { DELETE_OLD_DATA } from './retention.ts';

interface Deps {
  db: Knex;
  /** Null without a Stripe key: then billing can't be ended. */
  payments: Payments | null;
  storage: Storage;
  contactEmail: string;
  publicUrl: string;
  waitsForApproval: boolean;
  secrets: readonly string[];
  now: () => number;
  log: Logger;
}

/** Data export, account deletion, and the nightly end of old personal data. */
export const deletionFeature = (services: Deps): Feature => ({
  routers: (mountCall) => [deletionRoutes(mountCall, services)],
  tasks: tasksWith(services, FINISH_DELETION, RETRY_DELETIONS, DELETE_OLD_DATA),
});

function deletionRoutes(mountCall: MountCall, services: Deps): Router {
  const { db, now } = services;
  const files = createTrackFiles(services);
  const router = new Router();

  mountCall(router, calls.exportAccount, async ({ ctx, identity }) => {
    const exported_at = new Date(now());
    ctx.attachment(exportFileName(exported_at.toISOString()));
    return { exported_at, ...(await exportAccount({ ...services, files }, identity)) };
  });

  mountCall(router, calls.deleteAccount, async ({ identity: { user } }) => {
    await db.transaction((trx) => deleteAccount(trx, { userId: user.id, requestedBy: user.id }));
    return {};
  });

  return router;
}
