import Router from '@koa/router';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import type { z } from 'zod';
import * as calls from '../../contract/accounts/auth.ts';
import { ACCESS_TOKEN_SECONDS } from '../../contract/accounts/values.ts';
import { beginPasskeySignIn } from '../../contract/accounts/second-factor.ts';
import { AppError } from '../errors.ts';
import type { Identify, MountCall } from '../http/mount-call.ts';
import { hasRoomFor, type RateLimits } from '../http/rate-limits.ts';
import { requireOwnPage } from '../http/cors.ts';
import type { Logger } from '../process/log.ts';
import type { TextMessages } from '../mail/text-messages.ts';
import type { Codes } from './codes.ts';
import type { Passkeys } from './passkeys.ts';
import { isGoodPassword, type Passwords } from './passwords.ts';
import { resetPassword } from './reset-password.ts';
import type { SecondFactors } from './second-factor.ts';
import type { SessionCookie } from './session-cookie.ts';
import type { SessionTokens } from './session-tokens.ts';
import { refreshSession, type Place } from './sessions.ts';
import { sessionOf, signIn, signInWithPasskey, signOut } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import type { Target, UserRow } from './user.ts';
import { verifyCode } from './verify-code.ts';

/** Sign-up, sign-in, sign-out, one-time codes and password reset: the calls that need no session. */
export function authRoutes(
  mountCall: MountCall,
  deps: {
    db: Knex;
    passwords: Passwords;
    passkeys: Passkeys;
    secondFactors: SecondFactors;
    accessTokens: SessionTokens;
    sessionCookie: SessionCookie;
    limits: RateLimits;
    codes: Codes;
    texts: TextMessages;
    identify: Identify;
    publicUrl: string;
    log: Logger;
  },
): Router {
  const { accessTokens, sessionCookie, passkeys, codes, texts, limits, publicUrl } = deps;
  const router = new Router();

  /** Hands out a session: the refresh token goes into the body or into the cookie. */
  function answerSession(
    ctx: Context,
    { user, session_id, refresh_token }: SignedIn,
    keep: 'body' | 'cookie' = 'body',
  ): z.input<typeof calls.Session> {
    ctx.set('Cache-Control', 'no-store');
    if (keep === 'cookie') sessionCookie.write(ctx, refresh_token);
    return {
      access_token: accessTokens.issue({ user_id: user.id, session_id }),
      token_type: 'bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      ...(keep === 'body' && { refresh_token }),
      user,
    };
  }

  /**
   * Counts for every target, whether an account exists or not. A recipient's own limit never shows in the answer.
   * @throws `number_not_supported`, `rate_limited`
   */
  async function mayBeSent({ email, phone }: Target, from: string): Promise<boolean> {
    if (phone !== undefined) await texts.admit(phone, from);
    return hasRoomFor(limits, ['code_target'], email ?? phone ?? '', from);
  }

  mountCall(router, calls.signUp, async ({ ctx, body, address }) => {
    if (body.session === 'cookie') requireOwnPage(ctx, publicUrl);
    const signedIn = await signUp(deps, body, placeOf(ctx, address));
    return answerSession(ctx, signedIn, body.session);
  });

  mountCall(router, calls.createToken, async ({ ctx, body, address }) => {
    const place = placeOf(ctx, address);
    if (body.grant_type === 'password') {
      if (body.session === 'cookie') requireOwnPage(ctx, publicUrl);
      const signedIn = await signIn(deps, body, body, place);
      return answerSession(ctx, signedIn, body.session);
    }
    if (body.grant_type === 'passkey') {
      if (body.session === 'cookie') requireOwnPage(ctx, publicUrl);
      const signedIn = await signInWithPasskey(deps, body.passkey, place);
      return answerSession(ctx, signedIn, body.session);
    }
    const { refresh_token } = body;
    if (refresh_token !== undefined) {
      return answerSession(ctx, await refreshSession(deps, refresh_token, place), 'body');
    }
    const fromCookie = sessionCookie.read(ctx);
    if (fromCookie === undefined) throw new AppError('invalid_token');
    return answerSession(ctx, await refreshSession(deps, fromCookie, place), 'cookie');
  });

  mountCall(router, beginPasskeySignIn, () => passkeys.requestSignIn());

  mountCall(router, calls.signOut, async ({ ctx, body }) => {
    await signOut(deps, ctx, body);
    return undefined;
  });

  mountCall(router, calls.sendCode, async ({ body, address }) => {
    if (await mayBeSent(body, address)) await codes.request('otp', body);
    return {};
  });

  mountCall(router, calls.resendCode, async ({ body: { type, ...target }, address }) => {
    if (await mayBeSent(target, address)) await codes.request(type, target);
    return {};
  });

  mountCall(router, calls.checkPassword, async ({ body: { password } }) => ({
    is_good: await isGoodPassword(password, []),
  }));

  mountCall(router, calls.recoverPassword, async ({ body, address }) => {
    const names = ['recover_target_minute', 'recover_target'] as const;
    if (await hasRoomFor(limits, names, body.email, address)) {
      await codes.request('recovery', body);
    }
    return {};
  });

  mountCall(router, calls.verifyCode, async ({ ctx, body, address }) => {
    if (body.session === 'cookie') requireOwnPage(ctx, publicUrl);
    const session_user_id = (await sessionOf(deps, ctx))?.user_id;
    const usedAt = { ...placeOf(ctx, address), session_user_id };
    const { user, session, needs_new_password } = await verifyCode(deps, body, usedAt);
    return session
      ? answerSession(ctx, { user, ...session }, body.session)
      : { user, needs_new_password };
  });

  mountCall(router, calls.resetPassword, async ({ body }) => {
    await resetPassword(deps, body);
    return {};
  });

  return router;
}

/** A user who has just signed in, with their new session. */
interface SignedIn {
  user: UserRow;
  session_id: string;
  refresh_token: string;
}

/** Where a request comes from, as the list of sessions shows it. */
const placeOf = (ctx: Context, address: string): Place => ({
  user_agent: ctx.get('User-Agent'),
  address,
});
