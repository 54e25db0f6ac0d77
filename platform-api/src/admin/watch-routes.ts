import Router from '@koa/router';
import type { Knex } from 'knex';
import { listTroubles } from '../../contract/admin.ts';
import type { MountCall } from '../http/mount-call.ts';
import { findTroubles } from './watch/list-troubles.ts';

/** The stations on air with which something is wrong. */
export function watchRoutes(mountCall: MountCall, db: Knex): Router {
  const router = new Router();
  mountCall(router, listTroubles, ({ query }) => findTroubles(db, query));
  return router;
}
