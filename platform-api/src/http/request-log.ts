import type { Context, Middleware } from 'koa';
import { v7 as uuidv7 } from 'uuid';
import type { Logger } from '../log.ts';

/** A caller's own id is echoed only in this shape, so that it can't carry anything into a log. */
const REQUEST_ID = /^[\w-]{8,64}$/;

/**
 * Gives each request an id, echoes it as X-Request-Id, and writes one line when its answer is over.
 * Only the path is logged: queries may hold what nobody else should read.
 */
export function requestLog(log: Logger): Middleware {
  return async function requestLog(ctx, next) {
    const given = ctx.get('X-Request-Id');
    const requestId = REQUEST_ID.test(given) ? given : uuidv7();
    ctx.state['requestId'] = requestId;
    ctx.set('X-Request-Id', requestId);

    const began = performance.now();
    const { method } = ctx;
    const path = pathOf(ctx);
    ctx.res.once('close', () => {
      log.info(
        {
          request_id: requestId,
          method,
          path,
          status: ctx.res.statusCode,
          ms: Math.round(performance.now() - began),
        },
        'request',
      );
    });
    if (path) await next();
    else ctx.status = 400;
  };
}

/**
 * Koa looks for the path when it is first asked for, and for some targets (`//#@`, `//_@]/#`) there is
 * none or Node's parser throws. Nobody can answer those: they are refused as bare as Node itself refuses
 * what is no HTTP.
 */
function pathOf(ctx: Context): string | null {
  try {
    return ctx.path;
  } catch {
    return null;
  }
}
