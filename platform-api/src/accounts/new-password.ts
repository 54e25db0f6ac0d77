import type { Knex } from 'knex';
import { queueMail } from '../mail/send-mail.ts';
import { isGoodPassword } from './common-passwords.ts';
import type { User } from './user.ts';

/** Whether this is good enough as a password of theirs. */
export function isGoodPasswordOf(user: User, password: string): boolean {
  const { email, phone, user_metadata: told } = user;
  return isGoodPassword(password, [
    email,
    phone,
    told.first_name,
    told.last_name,
    told.company_name,
  ]);
}

/**
 * Sets a password and tells its owner. What was asked for under the old one counts no more: whoever knew
 * that could otherwise still take the account away by a change of address begun before.
 */
export async function setPassword(trx: Knex, user: User, password_hash: string): Promise<void> {
  await user.$query(trx).patch({ password_hash, new_email: null });
  await trx('one_time_codes').where({ user_id: user.id }).delete();
  if (user.email !== null) await queueMail(trx, { message: 'password-changed', to: user.email });
}
