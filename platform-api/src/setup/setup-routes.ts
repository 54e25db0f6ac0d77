import Router from '@koa/router';
import type { Knex } from 'knex';
import { submitSetup as call } from '../../contract/setup.ts';
import { presentProfile } from '../accounts/profile.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { submitSetup } from './submit-setup.ts';

/** The setup form. */
export function setupRoutes(
  mountCall: MountCall,
  { db, limits }: { db: Knex; limits: RateLimits },
): Router {
  const router = new Router();

  mountCall(router, call, async ({ identity: { user }, body }) => {
    await limits.take('setup', user.id);
    return presentProfile(await submitSetup(db, user.id, body));
  });

  return router;
}
