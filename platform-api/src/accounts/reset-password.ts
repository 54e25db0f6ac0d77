import type { Knex } from 'knex';
import type { z } from 'zod';
import type { resetPassword as resetPasswordCall } from '../../contract/accounts/auth.ts';
import { AppError } from '../errors.ts';
import { endApiKeys } from './api-keys.ts';
import type { Codes } from './codes.ts';
import { isGoodPasswordOf, type Passwords, setPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';
import { User } from './user.ts';
import { EMAIL_CONFIRMED, endOtherLogins } from './verify-code.ts';

/**
 * Sets a new password by the link from the mail and ends all sessions and API keys. It does not sign in. A
 * refused password does not use the link up.
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
  if (!(await isGoodPasswordOf(known, password))) throw new AppError('weak_password');
  // Slow, so before the transaction.
  const password_hash = await passwords.hash(password);
  await db.transaction(async (trx) => {
    const user = await User.query(trx).findById(link.user_id).forUpdate();
    if (!user || user.email !== link.target) throw new AppError('spent_token');
    await codes.useUp(trx, link);
    if (user.email_confirmed_at === null) await endOtherLogins(trx, user);
    await user.$query(trx).patch(EMAIL_CONFIRMED);
    await setPassword(trx, user, password_hash);
    await endSessions(trx, user.id);
    await endApiKeys(trx, user.id);
  });
}
