import type { Knex } from 'knex';
import type { z } from 'zod';
import type { changeUser as changeUserCall } from '../../contract/accounts.ts';
import { AppError } from '../errors.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { isGoodPasswordOf, setPassword } from './new-password.ts';
import type { Codes } from './one-time-codes.ts';
import type { Passwords } from './passwords.ts';
import { provePassword } from './prove-password.ts';
import { endSessions } from './sessions.ts';
import { User } from './user.ts';

type Given = z.output<typeof changeUserCall.body>;

interface Deps {
  db: Knex;
  passwords: Passwords;
  limits: RateLimits;
  codes: Codes;
}

/**
 * Changes how somebody signs in. A new address or number only counts once a code from there comes back;
 * whether it belongs to somebody else already is never told. A new password ends all other sessions.
 * @throws `current_password_wrong`, `weak_password`, `rate_limited` after wrong passwords, `busy`
 */
export async function changeUser(
  deps: Deps,
  asker: { user_id: string; session_id: string },
  given: Given,
): Promise<User> {
  const { db, passwords, codes } = deps;
  const known = await provePassword(deps, asker.user_id, given.current_password);
  if (!known) throw new AppError('current_password_wrong');
  const { email, phone, password } = given;
  if (password !== undefined && !isGoodPasswordOf(known, password))
    throw new AppError('weak_password');
  // Slow, so before the transaction.
  const password_hash = password === undefined ? undefined : await passwords.hash(password);
  const mayBeSent = await countTargets(deps.limits, [email, phone]);

  return db.transaction(async (trx) => {
    const user = await User.query(trx).findById(known.id).forUpdate();
    // A reset that came in between has thrown out whoever knew the old password.
    if (user?.password_hash !== known.password_hash) throw new AppError('current_password_wrong');
    if (password_hash !== undefined) {
      await setPassword(trx, user, password_hash);
      await endSessions(trx, user.id, { except: asker.session_id });
    }
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

/** Those that may be sent something now. No answer tells of the others. */
async function countTargets(
  limits: RateLimits,
  targets: (string | undefined)[],
): Promise<Set<string>> {
  const withRoom = new Set<string>();
  for (const target of targets) {
    if (target !== undefined && (await limits.hasRoom('code_target', target))) {
      withRoom.add(target);
    }
  }
  return withRoom;
}
