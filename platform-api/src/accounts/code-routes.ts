import Router from '@koa/router';
import { changeUser as changeUserCall } from '../../contract/accounts.ts';
import {
  recoverPassword,
  resendCode,
  resetPassword as resetPasswordCall,
  sendCode,
  verifyCode as verifyCodeCall,
} from '../../contract/auth.ts';
import { AppError } from '../errors.ts';
import type { MountCall } from '../http/mount-call.ts';
import { requireOwnPage } from '../http/cors.ts';
import { createSessionAnswer, placeOf, type AuthDeps } from './auth-routes.ts';
import { changeUser } from './change-user.ts';
import { presentUser } from './present-user.ts';
import { resetPassword } from './reset-password.ts';
import type { Target } from './user.ts';
import { verifyCode } from './verify-code.ts';

/** Codes and links: to sign in, to confirm an address, to change one, to set a new password. */
export function codeRoutes(mountCall: MountCall, deps: AuthDeps): Router {
  const { codes, limits, publicUrl } = deps;
  const router = new Router();
  const answerSession = createSessionAnswer(deps);

  /** Counted for everybody who is named, member or not, and never told of. */
  const mayBeSent = ({ email, phone }: Target): Promise<boolean> =>
    limits.hasRoom('code_target', email ?? phone ?? '');

  mountCall(router, sendCode, async ({ body }) => {
    if (await mayBeSent(body)) await codes.request('otp', body);
    return {};
  });

  mountCall(router, resendCode, async ({ body: { type, ...target } }) => {
    if (await mayBeSent(target)) await codes.request(type, target);
    return {};
  });

  mountCall(router, recoverPassword, async ({ body }) => {
    const { email } = body;
    const isFirst = await limits.hasRoom('recover_target_minute', email);
    if (isFirst && (await limits.hasRoom('recover_target', email))) {
      await codes.request('recovery', body);
    }
    return {};
  });

  mountCall(router, verifyCodeCall, async ({ ctx, body, address }) => {
    if (body.session === 'cookie') requireOwnPage(ctx, publicUrl);
    const { user, session } = await verifyCode(deps, body, placeOf(ctx, address));
    if (!session) return { user: presentUser(user) };
    return answerSession(ctx, { user, ...session }, body.session);
  });

  mountCall(router, resetPasswordCall, async ({ body }) => {
    await resetPassword(deps, body);
    return {};
  });

  mountCall(router, changeUserCall, async ({ identity: { user, session_id }, body }) => {
    // The call takes no API keys (contract), so there is a session.
    if (session_id === null) throw new AppError('session_ended');
    return presentUser(await changeUser(deps, { user_id: user.id, session_id }, body));
  });

  return router;
}
