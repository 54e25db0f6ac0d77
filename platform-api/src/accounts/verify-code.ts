import type { Knex } from 'knex';
import { raw, UniqueViolationError } from 'objection';
import type { z } from 'zod';
import type { verifyCode as verifyCodeCall } from '../../contract/auth.ts';
import { AppError } from '../errors.ts';
import { moveLogin } from './move-login.ts';
import type { SentCode } from './code-jobs.ts';
import type { Codes } from './codes.ts';
import { startSession, type Place } from './sessions.ts';
import { User } from './user.ts';

/** A new session for the client. */
type StartedSession = Awaited<ReturnType<typeof startSession>>;

/**
 * Applies a code or link and uses it up, in one transaction. Type `otp` signs in.
 * @throws `spent_token`
 */
export async function verifyCode(
  deps: { db: Knex; codes: Codes },
  given: z.output<typeof verifyCodeCall.body>,
  place: Place,
): Promise<{ user: User; session: StartedSession | null }> {
  const { db, codes } = deps;
  const code =
    'token' in given
      ? await codes.matchLink(given.type, given.token)
      : await codes.matchCode(given.type, given, given.code);
  try {
    return await db.transaction(async (trx) => {
      const found = await User.query(trx).findById(code.user_id).forUpdate();
      if (!found) throw new AppError('spent_token');
      await codes.useUp(trx, code);
      const user = await confirm(trx, found, code);
      const session = code.type === 'otp' ? await startSession(trx, user, place) : null;
      return { user, session };
    });
  } catch (error) {
    // Another account has taken the number meanwhile, so the code is of no use any more.
    if (error instanceof UniqueViolationError) throw new AppError('spent_token');
    throw error;
  }
}

/** @throws `spent_token` when the user's address has changed since the code was sent */
async function confirm(trx: Knex, user: User, { type, target }: SentCode): Promise<User> {
  if (type === 'phone_change') {
    return user.$query(trx).patchAndFetch({ phone: target, phone_confirmed_at: raw('now()') });
  }
  if (type === 'email_change') {
    if (user.new_email !== target) throw new AppError('spent_token');
    await moveLogin(trx, user, { email: target, refuse: () => new AppError('spent_token') });
    return user.$query(trx).patchAndFetch(EMAIL_CONFIRMED);
  }
  // A code for an address that the user has left confirms nothing and does not sign in.
  if (target === user.email) return user.$query(trx).patchAndFetch(EMAIL_CONFIRMED);
  if (target === user.phone) {
    return user
      .$query(trx)
      .patchAndFetch({ phone_confirmed_at: raw('coalesce(phone_confirmed_at, now())') });
  }
  throw new AppError('spent_token');
}

/** The patch that confirms an email address; an earlier confirmation keeps its time. */
export const EMAIL_CONFIRMED = { email_confirmed_at: raw('coalesce(email_confirmed_at, now())') };
