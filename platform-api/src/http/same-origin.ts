import type { Context } from 'koa';
import { AppError } from '../errors.ts';

/**
 * Refuses a request that uses a cookie and was not made by one of our own pages (OWASP, CSRF
 * Prevention). The browser itself says who made it: by the Origin header, or by Sec-Fetch-Site where
 * our pages are open under another name of this host. A station's page on a sub-domain is the same
 * site but not the same origin, and is refused.
 * @throws `csrf_rejected`
 */
export function requireOwnPage(ctx: Context, publicUrl: string): void {
  const own = ctx.get('Origin') === publicUrl || ctx.get('Sec-Fetch-Site') === 'same-origin';
  if (!own || !ctx.is('application/json')) throw new AppError('csrf_rejected');
}
