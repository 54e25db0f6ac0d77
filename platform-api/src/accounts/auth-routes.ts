import Router from '@koa/router';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { getUser } from '../../contract/accounts.ts';
import {
  createToken,
  signOut as signOutCall,
  signUp as signUpCall,
  type Session,
} from '../../contract/auth.ts';
import {
  endOtherSessions,
  endSession,
  listSessions as listSessionsCall,
} from '../../contract/sessions.ts';
import { ACCESS_TOKEN_SECONDS } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { Identify } from '../http/mount-call.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { requireOwnPage } from '../http/cors.ts';
import type { Logger } from '../log.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Codes } from './one-time-codes.ts';
import type { Passwords } from './passwords.ts';
import { presentUser, type UserRow } from './present-user.ts';
import type { SessionCookie } from './session-cookie.ts';
import {
  endSessions,
  listSessions,
  presentSession,
  refreshSession,
  type Place,
} from './sessions.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';

/** What the doors of this room need. */
export interface AuthDeps {
  db: Knex;
  passwords: Passwords;
  accessTokens: AccessTokens;
  sessionCookie: SessionCookie;
  limits: RateLimits;
  codes: Codes;
  identify: Identify;
  publicUrl: string;
  log: Logger;
}

/** Signing up, in and out, and the sessions that come of it. */
export function authRoutes(mountCall: MountCall, deps: AuthDeps): Router {
  const { db, sessionCookie, publicUrl } = deps;
  const router = new Router();
  const answerSession = createSessionAnswer(deps);

  mountCall(router, signUpCall, async ({ ctx, body, address }) => {
    if (body.session === 'cookie') requireOwnPage(ctx, publicUrl);
    const signedIn = await signUp(deps, body, placeOf(ctx, address));
    return answerSession(ctx, signedIn, body.session);
  });

  mountCall(router, createToken, async ({ ctx, body, address }) => {
    const place = placeOf(ctx, address);
    if (body.grant_type === 'password') {
      if (body.session === 'cookie') requireOwnPage(ctx, publicUrl);
      const signedIn = await signIn(deps, body, body.password, place);
      return answerSession(ctx, signedIn, body.session);
    }
    const { refresh_token } = body;
    if (refresh_token !== undefined) {
      return answerSession(ctx, await refreshSession(deps, refresh_token, place), 'body');
    }
    const kept = sessionCookie.read(ctx);
    if (kept === undefined) throw new AppError('invalid_token');
    return answerSession(ctx, await refreshSession(deps, kept, place), 'cookie');
  });

  mountCall(router, signOutCall, async ({ ctx, body }) => {
    await signOut(deps, ctx, body);
    return undefined;
  });

  mountCall(router, getUser, ({ identity }) => identity.user);

  mountCall(router, listSessionsCall, async ({ identity }) => ({
    data: (await listSessions(db, identity.user.id)).map((session) => ({
      ...presentSession(session),
      current: session.id === identity.session_id,
    })),
    has_more: false,
    next_cursor: null,
  }));

  mountCall(router, endOtherSessions, async ({ identity }) => {
    await endSessions(db, identity.user.id, { except: identity.session_id ?? '' });
    return undefined;
  });

  mountCall(router, endSession, async ({ identity, params }) => {
    if ((await endSessions(db, identity.user.id, { only: params.id })) === 0)
      throw new AppError('not_found');
    return undefined;
  });

  return router;
}

/** Where a request comes from, as the list of sessions shows it. */
export const placeOf = (ctx: Context, address: string): Place => ({
  user_agent: ctx.get('User-Agent'),
  address,
});

/** Somebody who has just proven who they are. */
export interface SignedIn {
  user: UserRow;
  session_id: string;
  refresh_token: string;
}

/** The one way to hand out a session: its refresh token goes into the body or into the cookie. */
export function createSessionAnswer(deps: {
  accessTokens: AccessTokens;
  sessionCookie: SessionCookie;
}) {
  const { accessTokens, sessionCookie } = deps;
  return function answerSession(
    ctx: Context,
    { user, session_id, refresh_token }: SignedIn,
    keep: 'body' | 'cookie' = 'body',
  ): Session {
    ctx.set('Cache-Control', 'no-store');
    if (keep === 'cookie') sessionCookie.write(ctx, refresh_token);
    return {
      access_token: accessTokens.issue({ user_id: user.id, session_id }),
      token_type: 'bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      ...(keep === 'body' && { refresh_token }),
      user: presentUser(user),
    };
  };
}
