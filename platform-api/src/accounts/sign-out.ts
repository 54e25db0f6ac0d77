import type { Knex } from 'knex';
import type { Context } from 'koa';
import type { z } from 'zod';
import type { signOut as signOutCall } from '../../contract/auth.ts';
import { AppError } from '../errors.ts';
import type { Identify } from '../http/mount-call.ts';
import type { SessionCookie } from './session-cookie.ts';
import { endSessions, findSession } from './sessions.ts';

/**
 * Ends this session, the others, or all. A session that has ended already has nothing left to end: that
 * is no error, so that signing out always works.
 * @throws `csrf_rejected`
 */
export async function signOut(
  deps: { db: Knex; sessionCookie: SessionCookie; identify: Identify },
  ctx: Context,
  { refresh_token, scope = 'local' }: z.output<typeof signOutCall.body>,
): Promise<void> {
  const { db, sessionCookie } = deps;
  const token = refresh_token ?? sessionCookie.read(ctx);
  const session =
    token === undefined ? await sessionOfBearer(deps.identify, ctx) : await findSession(db, token);
  if (session) await endSessions(db, session.user_id, which(scope, session.id));
  if (scope !== 'others') sessionCookie.clear(ctx);
}

function which(scope: 'local' | 'others' | 'global', id: string) {
  if (scope === 'global') return {};
  return scope === 'others' ? { except: id } : { only: id };
}

/** The session of the access token, if there is one and it still lives. */
async function sessionOfBearer(identify: Identify, ctx: Context) {
  try {
    const { session_id, user } = await identify(ctx);
    return session_id === null ? undefined : { id: session_id, user_id: user.id };
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return undefined;
    throw error;
  }
}
