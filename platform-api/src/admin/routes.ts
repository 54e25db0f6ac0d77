import Router from '@koa/router';
import type { Knex } from 'knex';
import * as calls from '../../contract/admin/calls.ts';
import * as personalCalls from '../../contract/admin/personal-data.ts';
import * as hostCalls from '../../contract/admin/stream-hosts.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import { actorOf, readAudit } from '../audit/audit.ts';
import { readStats } from './figures.ts';
import { erasePersonalData, findPersonalData } from './personal-data.ts';
import { changeStreamHost, previewStreamHost } from './stream-hosts.ts';
import { listTroubles } from './watch/troubles.ts';

/** Statistics, the audit log, stations in trouble, the hosts of streams, and personal data by address. */
export function adminRoutes(
  mountCall: MountCall,
  deps: { db: Knex; guardedFetch: GuardedFetch; publicUrl: string },
): Router {
  const { db } = deps;
  const router = new Router();

  mountCall(router, calls.getStats, () => readStats(db));
  mountCall(router, calls.listAudit, ({ query }) => readAudit(db, query));
  mountCall(router, calls.listTroubles, ({ query }) => listTroubles(db, query));
  mountCall(router, hostCalls.previewStreamHost, ({ query }) => previewStreamHost(deps, query));
  mountCall(router, hostCalls.changeStreamHost, async ({ identity, address, body }) => ({
    stations: await changeStreamHost(deps, actorOf(identity, address), body),
  }));
  mountCall(router, personalCalls.findPersonalData, ({ body }) => findPersonalData(db, body.email));
  mountCall(router, personalCalls.erasePersonalData, ({ identity, address, body }) =>
    erasePersonalData(db, actorOf(identity, address), body.email),
  );

  return router;
}
