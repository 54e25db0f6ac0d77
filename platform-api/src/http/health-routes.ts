import Router from '@koa/router';
import type { Knex } from 'knex';
import { getHealth, getReady } from '../../contract/health.ts';
import { countPendingMigrations } from '../db/migrate.ts';
import { Unavailable } from '../errors.ts';
import { answer } from './answer.ts';

/** Whether the process lives, and whether it should be sent requests. */
export function healthRoutes(db: Knex, isStopping: () => boolean): Router {
  const router = new Router();

  router.get('/v1/health', (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    answer(ctx, getHealth, { status: 'ok' });
  });

  router.get('/v1/ready', async (ctx) => {
    if (isStopping()) throw Unavailable();
    if ((await countPendingMigrations(db)) > 0) throw Unavailable();
    ctx.set('Cache-Control', 'no-store');
    answer(ctx, getReady, { status: 'ok', checks: { database: 'ok', migrations: 'ok' } });
  });

  return router;
}
