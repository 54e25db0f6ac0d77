import type { Context } from 'koa';
import { SESSION_LIFE_SECONDS } from '../../contract/accounts/values.ts';
import { requireOwnPage } from '../http/cors.ts';

export type SessionCookie = ReturnType<typeof createSessionCookie>;

/** Keeps the refresh token of our own pages in a cookie that no script can read. */
export function createSessionCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  // The prefix `__Host-` makes browsers refuse such a cookie from other hosts of the same site.
  const name = secure ? '__Host-refresh_token' : 'refresh_token';

  function set(ctx: Context, value: string | null): void {
    // Behind a proxy our connection may be plain http while the browser's is https.
    ctx.cookies.secure = secure;
    ctx.cookies.set(name, value, {
      httpOnly: true,
      secure,
      sameSite: 'strict',
      path: '/',
      overwrite: true,
      ...(value !== null && { maxAge: SESSION_LIFE_SECONDS * 1000 }),
    });
  }

  return {
    /** @throws `csrf_rejected` when another site's page has sent the cookie */
    read(ctx: Context): string | undefined {
      const token = ctx.cookies.get(name);
      if (token !== undefined) requireOwnPage(ctx, publicUrl);
      return token;
    },
    /** @throws `csrf_rejected` */
    write(ctx: Context, refreshToken: string): void {
      requireOwnPage(ctx, publicUrl);
      set(ctx, refreshToken);
    },
    clear(ctx: Context): void {
      if (ctx.cookies.get(name) !== undefined) set(ctx, null);
    },
  };
}
