import Router from '@koa/router';
import type { Knex } from 'knex';
import * as calls from '../../contract/admin/operations.ts';
import { actorOf } from '../audit/audit.ts';
import { listUnprocessedEvents } from '../billing/stripe-webhook.ts';
import type { Feature } from '../feature.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { Readiness } from '../http/readiness.ts';
import { countJobs, listJobs } from '../jobs/queue.ts';
import { listUnstarted } from '../stations/start-programme.ts';
import { listFailedDeliveries } from '../webhooks/deliveries.ts';
import { drop, retry, retryStripeEvents, retryWebhooks } from './acts.ts';
import { readBacklog } from './backlog.ts';
import {
  announceWork,
  MODES_CHANNEL,
  readModes,
  switchMode,
  type ModeWatch,
} from './operating-modes.ts';

/** Lines of each list. */
const MOST = 50;

const JOB_ID = /^\d{1,18}$/;

interface Deps {
  db: Knex;
  readiness: Readiness;
  modes: ModeWatch;
}

/** Stand-by, maintenance and planned work, and what an operator does about failed jobs. */
export const operationsFeature = (services: Deps): Feature => ({
  routers: (mountCall) => [operationsRoutes(mountCall, services)],
  channels: { [MODES_CHANNEL]: () => void services.modes.reload() },
  onListening: () => void services.modes.reload(),
});

/** The page Operations of the admin area. */
function operationsRoutes(mountCall: MountCall, { db, readiness, modes }: Deps): Router {
  const router = new Router();

  mountCall(router, calls.getOperations, async () => ({
    modes: await readModes(db),
    parts: (await readiness.status()).parts,
    counts: await readBacklog(db),
    tasks: await countJobs(db),
    stations: await listUnstarted(db, MOST),
    failed_jobs: await listJobs(db, { state: 'failed', isMail: false, limit: MOST }),
    mails: await listJobs(db, { isMail: true, hasFailed: true, limit: MOST }),
    stripe_events: await listUnprocessedEvents(db, MOST),
    webhook_deliveries: await listFailedDeliveries(db, MOST),
  }));

  mountCall(router, calls.actOnFailed, async ({ identity, address, body: { act, ids } }) => {
    const actor = actorOf(identity, address);
    const jobs = ids.filter((id) => JOB_ID.test(id));
    switch (act) {
      case 'retry_job':
        return { done: (await retry(db, actor, jobs)).length };
      case 'remove_job':
        return { done: (await drop(db, actor, jobs)).length };
      case 'retry_webhook':
        return { done: await retryWebhooks(db, actor, ids) };
      case 'retry_stripe_event':
        return { done: await retryStripeEvents(db, actor, ids) };
    }
  });

  mountCall(router, calls.changeModes, async ({ identity, address, body }) => {
    const actor = actorOf(identity, address);
    const { maintenance, planned_work: work } = body;
    if (maintenance !== undefined) await switchMode(db, actor, 'maintenance', maintenance);
    if (work !== undefined) {
      const times = work && {
        starts_at: new Date(work.starts_at),
        ends_at: new Date(work.ends_at),
      };
      await announceWork(db, actor, work && times && { message: work.message, ...times });
    }
    // This replica, at once; the others are notified.
    await modes.reload();
    return modes.current();
  });

  return router;
}
