import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { SUPPORT_VIEW_PREFIX, SUPPORT_VIEW_SECONDS } from '../../contract/accounts/values.ts';
import { AppError } from '../errors.ts';
import { hashToken } from './refresh-token.ts';

/** Views that are open, as the alias `v`: while they last, and their admin is signed in and still has the role. */
export const OPEN_VIEWS = `support_views v
  join sessions s on s.id = v.session_id
  join user_roles r on r.user_id = s.user_id and r.role in ('support', 'admin')
  where v.expires_at > now()`;

/**
 * Lets an admin read what a member sees, until the admin's session ends. Only the token's hash is stored.
 * @throws `session_ended`
 */
export async function openSupportView(
  trx: Knex,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ view_token: string; expires_at: Date }> {
  const session = await trx('sessions').where({ id: sessionId }).forShare().first('id');
  if (!session) throw new AppError('session_ended');
  const view_token = SUPPORT_VIEW_PREFIX + randomBytes(32).toString('base64url');
  const [view]: { expires_at: Date }[] = await trx('support_views').insert(
    {
      id: uuidv7(),
      token_hash: hashToken(view_token),
      user_id: userId,
      session_id: sessionId,
      expires_at: trx.raw('now() + make_interval(secs => ?)', [SUPPORT_VIEW_SECONDS]),
    },
    ['expires_at'],
  );
  if (!view) throw new Error('The view was not written.');
  return { view_token, ...view };
}

/** Ends the views that an admin's session has of a member. */
export async function endSupportViews(
  db: Knex,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await db('support_views').where({ user_id: userId, session_id: sessionId }).delete();
}
