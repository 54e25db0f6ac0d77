import type { Knex } from 'knex';
import type { z } from 'zod';
import type { changeUser as changeUserCall } from '../../contract/accounts/calls.ts';
import { AppError } from '../errors.ts';
import { hasRoomFor, type RateLimits } from '../http/rate-limits.ts';
import { endApiKeys } from './api-keys.ts';
import type { TextMessages } from '../mail/text-messages.ts';
import type { Codes } from './codes.ts';
import { isGoodPasswordOf, type Passwords, provePassword, setPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { User } from './user.ts';

type Given = z.output<typeof changeUserCall.body>;

interface Deps {
  db: Knex;
  passwords: Passwords;
  limits: RateLimits;
  codes: Codes;
  texts: TextMessages;
}

/**
 * Changes how a user signs in. A new address or number counts once it is confirmed by a code; the
 * answer never reveals whether another account has it. A new password ends all other sessions;
 * API keys end if the request says so.
 * @throws `current_password_wrong`, `weak_password`, `rate_limited` after wrong passwords, `busy`; for a new phone number
 *   also `confirm_email_first`, `number_not_supported` and `rate_limited`
 */
export async function changeUser(
  deps: Deps,
  asker: { userId: string; sessionId: string; address: string },
  given: Given,
): Promise<User> {
  const { db, passwords, codes } = deps;
  const known = await provePassword(deps, asker.userId, given.current_password);
  if (!known) throw new AppError('current_password_wrong');
  const { email, phone, password } = given;
  if (password !== undefined && !(await isGoodPasswordOf(known, password)))
    throw new AppError('weak_password');
  if (phone !== undefined && phone !== known.phone) {
    if (known.email_confirmed_at === null) throw new AppError('confirm_email_first');
    await deps.texts.admit(phone, asker.address);
    await deps.limits.take('text_new_number', known.id);
  }
  // Slow, so before the transaction.
  const password_hash = password === undefined ? undefined : await passwords.hash(password);
  const mayBeSent = await countTargets(deps.limits, asker.userId, [email, phone]);

  return db.transaction(async (trx) => {
    const user = await User.query(trx).findById(known.id).forUpdate();
    // The password was reset meanwhile: the old one no longer authorises anything.
    if (user?.password_hash !== known.password_hash) throw new AppError('current_password_wrong');
    if (password_hash !== undefined) {
      await setPassword(trx, user, password_hash);
      await endSessions(trx, user.id, { except: asker.sessionId });
    }
    if (given.end_api_keys) await endApiKeys(trx, user.id);
    const change = { user_id: user.id };
    if (email !== undefined && email !== user.email) {
      await user.$query(trx).patch({ new_email: email });
      if (mayBeSent.has(email)) {
        await codes.requestChange(trx, { ...change, type: 'email_change', target: email });
      }
    }
    if (phone !== undefined && phone !== user.phone && mayBeSent.has(phone)) {
      await codes.requestChange(trx, { ...change, type: 'phone_change', target: phone });
    }
    return user.$query(trx);
  });
}

/** The targets within their limit. The answer never reveals which ones are not. */
async function countTargets(
  limits: RateLimits,
  userId: string,
  targets: (string | undefined)[],
): Promise<Set<string>> {
  const withRoom = new Set<string>();
  for (const target of targets) {
    if (target !== undefined && (await hasRoomFor(limits, ['code_target'], target, userId))) {
      withRoom.add(target);
    }
  }
  return withRoom;
}
