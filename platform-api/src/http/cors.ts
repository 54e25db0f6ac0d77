import koaCors from '@koa/cors';
import type { Context, Middleware } from 'koa';
import { AppError } from '../errors.ts';
import { REPLAYED_HEADER } from './idempotency.ts';

/** Response headers that scripts of other origins may read. */
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

/** How long a browser may cache a preflight answer, in seconds. */
const PREFLIGHT_SECONDS = 86_400;

/**
 * Paths that any site may read: stations, packages, the player and its audio. `assets` is included because
 * a station's page in a sandboxed frame has the origin `null`, and browsers load modules with CORS.
 */
const PUBLIC_PATHS =
  /^\/(?:v1\/(?:stations|oembed|packages|health|ready)|sdk|assets|stream|hls|reserve|listening|storage|openapi\.json)(?:\/|$)/;

/**
 * CORS as two explicit rules. Public paths: any origin may read, without credentials. Everything else:
 * only the portal's origin. Runs outside the error handler, so that errors carry the headers too.
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
    // @koa/cors sends no header for an empty string, and adds Vary: Origin itself.
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

/**
 * Refuses a request that uses a cookie unless one of our own pages made it (CSRF). The browser proves
 * that by the Origin header, or by Sec-Fetch-Site where the portal is open under another name of this
 * host. A station's page on a subdomain is same-site but not same-origin, and is refused.
 * @throws `csrf_rejected`
 */
export function requireOwnPage(ctx: Context, publicUrl: string): void {
  const own = ctx.get('Origin') === publicUrl || ctx.get('Sec-Fetch-Site') === 'same-origin';
  if (!own || !ctx.is('application/json')) throw new AppError('csrf_rejected');
}
