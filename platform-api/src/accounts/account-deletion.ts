import type { Knex } from 'knex';
import { Model } from 'objection';
import { endSessions } from './sessions.ts';
import { requireAnotherAdmin, User } from './user.ts';

/** A deleted account, or one being deleted. Only the id and the times are kept for good. */
export class AccountDeletion extends Model {
  static override tableName = 'departures';
  static override idColumn = 'user_id';

  declare user_id: string;
  /** The member, or the admin who deleted the account. */
  declare requested_by: string;
  declare requested_at: Date;
  /** The recipient of the last mail; null once it is sent. */
  declare email: string | null;
  /** Stripe's id of the member; null once billing has ended. */
  declare customer_id: string | null;
  /** The purchase that was open at that time; null once it is refunded or known to be unpaid. */
  declare open_purchase_id: string | null;
  declare done_at: Date | null;
}

/**
 * Whether the deletion of this account has begun. Under a lock of the user's row the answer stays
 * valid until the lock is released.
 */
export async function isDeleted(db: Knex, userId: string): Promise<boolean> {
  return (await AccountDeletion.query(db).findById(userId).select('user_id')) !== undefined;
}

/**
 * Removes every way to sign in: sessions, API keys, passkeys, codes, password; and webhooks. E-mail address and phone number
 * are free for another account at once.
 *
 * @returns the user as they were; undefined when the account no longer exists
 * @throws `last_admin`
 */
export async function closeAccount(trx: Knex, userId: string): Promise<User | undefined> {
  await requireAnotherAdmin(trx, userId);
  const user = await User.query(trx)
    .findById(userId)
    .whereNull('departed_at')
    // A new account may take the address at once, so this waits for readers and writers of the row.
    .forUpdate();
  if (!user) return undefined;
  await endSessions(trx, userId);
  const tables = ['api_keys', 'passkeys', 'one_time_codes', 'user_roles', 'webhook_endpoints'];
  for (const table of tables) {
    await trx(table).where({ user_id: userId }).delete();
  }
  await trx('users').where({ id: userId }).update({
    email: null,
    phone: null,
    new_email: null,
    password_hash: null,
    departed_at: trx.fn.now(),
  });
  return user;
}
