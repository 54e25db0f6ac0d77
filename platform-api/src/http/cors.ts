import koaCors from '@koa/cors';
import type { Middleware } from 'koa';
import { REPLAYED_HEADER } from './idempotency.ts';

/** What a script of another origin may read beside the body. */
export const EXPOSED_HEADERS = [
  'ETag',
  'Retry-After',
  'RateLimit',
  'X-Request-Id',
  REPLAYED_HEADER,
  'Date',
  'Age',
  'Icy-MetaInt',
  'Programme-Start',
];

/** How long a browser may remember a preflight's answer, in seconds. */
const PREFLIGHT_SECONDS = 86_400;

/**
 * What anybody's page may read: stations, the catalogue, the player and its sound. The scripts of our
 * pages (`assets`) too: a station's page in a sandboxed frame has the origin `null`, and modules are asked
 * for with CORS.
 */
const PUBLIC_PATHS =
  /^\/(?:v1\/(?:stations|oembed|packages|health|ready)|sdk|assets|stream|storage|openapi\.json)(?:\/|$)/;

/**
 * CORS as two explicit rules. Public paths: any origin, without credentials, reading only. All else:
 * the operator's own pages. Sits outside the error handler, so that errors carry the headers too.
 */
export function cors(publicUrl: string): Middleware {
  const forAnyone = koaCors({
    origin: '*',
    allowMethods: ['GET', 'HEAD'],
    allowHeaders: ['Last-Event-ID', 'If-None-Match', 'X-Request-Id', 'Icy-MetaData'],
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
  const forOurselves = koaCors({
    // @koa/cors takes an empty answer for 'no header', and adds Vary: Origin by itself.
    origin: (ctx) => (ctx.get('Origin') === publicUrl ? publicUrl : ''),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    credentials: true,
    exposeHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
  return function cors(ctx, next) {
    return PUBLIC_PATHS.test(ctx.path) ? forAnyone(ctx, next) : forOurselves(ctx, next);
  };
}
