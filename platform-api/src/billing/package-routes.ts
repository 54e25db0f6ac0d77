import Router from '@koa/router';
import { PACKAGES } from '../../contract/limits.ts';
import { listPackages } from '../../contract/packages.ts';
import type { MountCall } from '../http/mount-call.ts';

/** The catalogue. */
export function packageRoutes(mountCall: MountCall): Router {
  const router = new Router();

  mountCall(router, listPackages, ({ ctx }) => {
    ctx.set('Cache-Control', 'public, max-age=300');
    return { data: [...PACKAGES] };
  });

  return router;
}
