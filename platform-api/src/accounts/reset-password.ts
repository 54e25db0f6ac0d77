import type { Knex } from 'knex';
import type { z } from 'zod';
import type { resetPassword as resetPasswordCall } from '../../contract/auth.ts';
import { AppError } from '../errors.ts';
import { isGoodPasswordOf, setPassword } from './new-password.ts';
import type { Codes } from './one-time-codes.ts';
import type { Passwords } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { User } from './user.ts';
import { EMAIL_CONFIRMED } from './verify-code.ts';

/**
 * Sets a new password by the link from the mail and signs out everybody, without signing in. A weak
 * choice does not use the link up.
 * @throws `spent_token`, `weak_password`, `busy`
 */
export async function resetPassword(
  deps: { db: Knex; passwords: Passwords; codes: Codes },
  { token, password }: z.output<typeof resetPasswordCall.body>,
): Promise<void> {
  const { db, passwords, codes } = deps;
  const link = await codes.matchLink('recovery', token);
  const known = await User.query(db).findById(link.user_id);
  if (!known) throw new AppError('spent_token');
  if (!isGoodPasswordOf(known, password)) throw new AppError('weak_password');
  // Slow, so before the transaction.
  const password_hash = await passwords.hash(password);
  await db.transaction(async (trx) => {
    const user = await User.query(trx).findById(link.user_id).forUpdate();
    if (!user || user.email !== link.target) throw new AppError('spent_token');
    await codes.useUp(trx, link);
    if (user.email_confirmed_at === null) await forgetOtherWaysIn(trx, user);
    await user.$query(trx).patch(EMAIL_CONFIRMED);
    await setPassword(trx, user, password_hash);
    await endSessions(trx, user.id);
  });
}

/**
 * Until now nobody has shown that the address is theirs, so whoever signed up with it may be somebody
 * else: a phone or an API key of theirs must not outlive the owner's coming (pre-hijacking, OWASP).
 */
async function forgetOtherWaysIn(trx: Knex, user: User): Promise<void> {
  await user.$query(trx).patch({ phone: null, phone_confirmed_at: null });
  await trx('api_keys').where({ user_id: user.id }).delete();
}
