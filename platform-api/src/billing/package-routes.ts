import Router from '@koa/router';
import { PACKAGES } from '../../contract/limits.ts';
import { listPackages } from '../../contract/packages.ts';
import type { Door } from '../http/doors.ts';

/** The catalogue. */
export function packageRoutes(door: Door): Router {
  const router = new Router();

  door(router, listPackages, ({ ctx }) => {
    ctx.set('Cache-Control', 'public, max-age=300');
    return { data: [...PACKAGES] };
  });

  return router;
}
