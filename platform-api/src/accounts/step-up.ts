import Router from '@koa/router';
import type { Knex } from 'knex';
import type { Context } from 'koa';
import { stepUp } from '../../contract/sessions.ts';
import { STEP_UP_SECONDS } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import type { MountCall } from '../http/mount-call.ts';
import type { Identity } from '../http/mount-call.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Passwords } from './passwords.ts';
import { provePassword } from './prove-password.ts';
import { createSessionTokens, type SessionTokens, type SigningOptions } from './session-tokens.ts';

/** What shows that a password was given again, a moment ago. */
export const createStepUpTokens = (options: SigningOptions): SessionTokens =>
  createSessionTokens(options, { type: 'step-up+jwt', lifetime: STEP_UP_SECONDS });

/** Whether the password was given again in this very session; whoever has none can't. */
export function stepUpRoutes(
  mountCall: MountCall,
  deps: { db: Knex; passwords: Passwords; limits: RateLimits; stepUpTokens: SessionTokens },
): Router {
  const router = new Router();

  mountCall(router, stepUp, async ({ identity, body }) => {
    const { user, session_id } = identity;
    if (session_id === null) throw new AppError('forbidden');
    if (!(await provePassword(deps, user.id, body.password))) throw new AppError('step_up_refused');
    const step_up_token = deps.stepUpTokens.issue({ user_id: user.id, session_id });
    return { step_up_token, expires_in: STEP_UP_SECONDS };
  });

  return router;
}

/** Looks for the token in the header `Step-Up`. */
export function createProveStepUp(stepUpTokens: SessionTokens) {
  /** @throws `step_up_required` unless it was made in this very session */
  return async function proveStepUp(ctx: Context, { user, session_id }: Identity): Promise<void> {
    const told = await stepUpTokens.read(ctx.get('Step-Up')).catch((error: unknown) => {
      throw new AppError('step_up_required', { cause: error });
    });
    if (told.user_id !== user.id || told.session_id !== session_id)
      throw new AppError('step_up_required');
  };
}
