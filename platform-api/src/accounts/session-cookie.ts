import type { Context } from 'koa';
import { SESSION_LIFE_SECONDS } from '../../contract/limits.ts';
import { requireOwnPage } from '../http/cors.ts';

/** The refresh token of our own pages, where no script can read it (API rules, Sessions). */
export interface SessionCookie {
  /** @throws `csrf_rejected` when the request with the cookie was not made by a page of ours */
  read(ctx: Context): string | undefined;
  /** @throws `csrf_rejected` */
  write(ctx: Context, refreshToken: string): void;
  clear(ctx: Context): void;
}

export function createSessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:');
  // The prefix makes browsers refuse a cookie of this name from any other host of the same site.
  const name = secure ? '__Host-refresh_token' : 'refresh_token';

  function set(ctx: Context, value: string | null): void {
    // The connection to us may be plain behind a proxy; the one to the browser is what counts.
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
    read(ctx) {
      const token = ctx.cookies.get(name);
      if (token !== undefined) requireOwnPage(ctx, publicUrl);
      return token;
    },
    write(ctx, refreshToken) {
      requireOwnPage(ctx, publicUrl);
      set(ctx, refreshToken);
    },
    clear(ctx) {
      if (ctx.cookies.get(name) !== undefined) set(ctx, null);
    },
  };
}
