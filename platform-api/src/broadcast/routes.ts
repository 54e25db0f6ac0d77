import Router from '@koa/router';
import type { Track } from '../../contract/stations.ts';
import { AppError } from '../errors.ts';
import { isSlot, type Broadcast } from './broadcast.ts';

/** A cover's name changes with its picture. A year is the longest that caches are asked for (RFC 9111). */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Sound, titles and covers of the stations that we play ourselves. */
export function broadcastRoutes(broadcast: Broadcast): Router {
  const router = new Router({ prefix: '/stream' });

  // GET answers HEAD too.
  router.get('/:slug', (ctx) => {
    broadcast.listen(slugOf(ctx.params), ctx.req, ctx.res);
    ctx.respond = false;
  });

  router.get('/:slug/tracks/:slot', (ctx) => {
    const slot = ctx.params['slot'] ?? '';
    const tracks = broadcast.tracks(slugOf(ctx.params));
    if (!isSlot(slot)) throw new AppError('not_found');
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Cache-Control', 'no-store');
    ctx.body = tracks[slot] satisfies Track;
  });

  router.get('/:slug/covers/:name', (ctx) => {
    const cover = broadcast.cover(slugOf(ctx.params), ctx.params['name'] ?? '');
    if (cover === null) throw new AppError('not_found');
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    ctx.set('Cache-Control', FOR_EVER);
    ctx.type = cover.contentType;
    ctx.body = cover.bytes;
  });

  return router;
}

const slugOf = (params: Partial<Record<string, string>>): string => params['slug'] ?? '';
