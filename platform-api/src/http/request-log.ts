import type { Context, Middleware } from 'koa';
import { v7 as uuidv7 } from 'uuid';
import type { Logger } from '../log.ts';

/** Other ids from callers are replaced, which prevents log injection. */
const REQUEST_ID = /^[\w-]{8,64}$/;

/**
 * Gives each request an id, returns it as X-Request-Id, and logs one line when the response has ended.
 * Only the path is logged, because queries may hold secrets.
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
 * Koa parses the path lazily. For some request targets (`//#@`, `//_@]/#`) the path is missing or Node's
 * parser throws; these get a bare 400, as Node answers invalid HTTP.
 */
function pathOf(ctx: Context): string | null {
  try {
    return ctx.path;
  } catch {
    return null;
  }
}
