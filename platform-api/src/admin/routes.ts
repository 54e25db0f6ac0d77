import Router from '@koa/router';
import type { Knex } from 'knex';
import * as calls from '../../contract/admin.ts';
import type { MountCall } from '../http/mount-call.ts';
import { readAudit } from '../audit/audit.ts';
import { readStats } from './figures.ts';
import { listTroubles } from './watch/troubles.ts';

/** Statistics, the audit log, and stations in trouble. */
export function adminRoutes(mountCall: MountCall, db: Knex): Router {
  const router = new Router();

  mountCall(router, calls.getStats, () => readStats(db));
  mountCall(router, calls.listAudit, ({ query }) => readAudit(db, query));
  mountCall(router, calls.listTroubles, ({ query }) => listTroubles(db, query));

  return router;
}
