import type { Knex } from 'knex';
import { raw, UniqueViolationError } from 'objection';
import type { z } from 'zod';
import type { verifyCode as verifyCodeCall } from '../../contract/accounts/auth.ts';
import { AppError } from '../errors.ts';
import { limitedAddress } from '../http/client-address.ts';
import { endApiKeys } from './api-keys.ts';
import { moveLogin } from './move-login.ts';
import type { SentCode } from './code-jobs.ts';
import type { Codes } from './codes.ts';
import { removeSecondFactors, type SecondFactors } from './second-factor.ts';
import { endSessions, startSession, type Place } from './sessions.ts';
import { isEmail, User } from './user.ts';

/** A new session for the client. */
type StartedSession = Awaited<ReturnType<typeof startSession>>;

/** Where a code is used. */
interface UsedAt extends Place {
  /** The user whose open session the request carries. */
  session_user_id: string | undefined;
}

/**
 * Applies a code or link and uses it up, in one transaction. Type `otp` signs in. The first proof of an address
 * from outside the account's sessions ends all other logins: the account may have been made by a stranger with another
 * person's address.
 * @returns `needs_new_password` when the other logins have ended
 * @throws `spent_token`; `sign_in_first` for a change of address from outside the account's sessions; what
 *   `SecondFactors.prove` throws: the code is then still good
 */
export async function verifyCode(
  deps: { db: Knex; codes: Codes; secondFactors: SecondFactors },
  given: z.output<typeof verifyCodeCall.body>,
  { session_user_id, ...place }: UsedAt,
): Promise<{ user: User; session: StartedSession | null; needs_new_password: boolean }> {
  const { db, codes } = deps;
  const from = limitedAddress(place.address);
  const code =
    'token' in given
      ? await codes.matchLink(given.type, given.token)
      : await codes.matchCode(given.type, given, { code: given.code, from });
  if (code.type === 'otp') {
    await deps.secondFactors.prove({ id: code.user_id }, given.second_factor, { from });
  }
  try {
    return await db.transaction(async (trx) => {
      const found = await User.query(trx).findById(code.user_id).forUpdate();
      if (!found) throw new AppError('spent_token');
      await codes.useUp(trx, code);
      const isOwner = session_user_id === found.id;
      const isChange = code.type === 'email_change' || code.type === 'phone_change';
      if (isChange && !isOwner) throw new AppError('sign_in_first');
      const needs_new_password = !isOwner && isFirstProof(found, code);
      if (needs_new_password) await endOtherLogins(trx, found);
      const user = await confirm(trx, found, code);
      const byMail = isEmail(code.target);
      const session = code.type === 'otp' ? await startSession(trx, user, place, byMail) : null;
      return { user, session, needs_new_password };
    });
  } catch (error) {
    // Another account has taken the number meanwhile, so the code is of no use any more.
    if (error instanceof UniqueViolationError) throw new AppError('spent_token');
    throw error;
  }
}

/**
 * Whether the code proves an address that was never proven.
 * @throws `spent_token` when another address of the account is proven: its owner has the account
 */
function isFirstProof(user: User, { target }: SentCode): boolean {
  if (target === user.email) return user.email_confirmed_at === null;
  if (target !== user.phone || user.phone_confirmed_at !== null) return false;
  if (user.email_confirmed_at !== null) throw new AppError('spent_token');
  return true;
}

/**
 * Ends sessions, password, second factors, API keys, pending changes and, where there is an email address, the phone number
 * (account pre-hijacking: Sudhodanan and Paverd, USENIX Security 2022). Lock the user's row before.
 */
export async function endOtherLogins(trx: Knex, user: User): Promise<void> {
  const { id, email } = user;
  const noPhone = { phone: null, phone_confirmed_at: null };
  await user
    .$query(trx)
    .patch({ password_hash: null, new_email: null, ...(email !== null && noPhone) });
  await endSessions(trx, id);
  await endApiKeys(trx, id);
  await removeSecondFactors(trx, id);
  await trx('one_time_codes').where({ user_id: id }).delete();
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
