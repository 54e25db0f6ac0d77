import Router from '@koa/router';
import type { Knex } from 'knex';
import { listTroubles } from '../../contract/admin.ts';
import type { Door } from '../http/doors.ts';
import { findTroubles } from './watch/list-troubles.ts';

/** The stations on air with which something is wrong. */
export function watchRoutes(door: Door, db: Knex): Router {
  const router = new Router();
  door(router, listTroubles, ({ query }) => findTroubles(db, query));
  return router;
}
