import Router from '@koa/router';
import { PACKAGES } from '../../contract/limits.ts';
import { listPackages } from '../../contract/packages.ts';
import { answer } from '../http/answer.ts';

/** The catalogue. */
export function packageRoutes(): Router {
  const router = new Router({ prefix: '/v1/packages' });

  router.get('/', (ctx) => {
    ctx.set('Cache-Control', 'public, max-age=300');
    answer(ctx, listPackages, { data: [...PACKAGES] });
  });

  return router;
}
