import Router from '@koa/router';
import type { Knex } from 'knex';
import { getHealth, getReady } from '../../contract/health.ts';
import { countPendingMigrations } from '../db/migrate.ts';
import { AppError } from '../errors.ts';
import type { Door } from './doors.ts';

const OK = 'ok' as const;

/** Whether the process lives, and whether it should be sent requests. */
export function healthRoutes(
  door: Door,
  {
    db,
    storage,
    isStopping,
  }: { db: Knex; storage: { check(): Promise<void> }; isStopping: () => boolean },
): Router {
  const router = new Router();

  door(router, getHealth, ({ ctx }) => {
    ctx.set('Cache-Control', 'no-store');
    return { status: OK };
  });

  door(router, getReady, async ({ ctx }) => {
    if (isStopping()) throw new AppError('unavailable');
    if ((await countPendingMigrations(db)) > 0) throw new AppError('unavailable');
    await storage.check();
    ctx.set('Cache-Control', 'no-store');
    return { status: OK, checks: { database: OK, migrations: OK, storage: OK } };
  });

  return router;
}
