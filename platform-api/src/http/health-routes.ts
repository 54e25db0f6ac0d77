import Router from '@koa/router';
import type { Knex } from 'knex';
import { getHealth, getReady } from '../../contract/health.ts';
import { countPendingMigrations } from '../db/migrate.ts';
import { AppError } from '../errors.ts';
import type { MountCall } from './mount-call.ts';

const OK = 'ok' as const;

/** Whether the process lives, and whether it should be sent requests. */
export function healthRoutes(
  mountCall: MountCall,
  {
    db,
    storage,
    isStopping,
  }: { db: Knex; storage: { check(): Promise<void> }; isStopping: () => boolean },
): Router {
  const router = new Router();

  mountCall(router, getHealth, ({ ctx }) => {
    ctx.set('Cache-Control', 'no-store');
    return { status: OK };
  });

  mountCall(router, getReady, async ({ ctx }) => {
    if (isStopping()) throw new AppError('unavailable');
    if ((await countPendingMigrations(db)) > 0) throw new AppError('unavailable');
    await storage.check();
    ctx.set('Cache-Control', 'no-store');
    return { status: OK, checks: { database: OK, migrations: OK, storage: OK } };
  });

  return router;
}
