import type { Knex } from 'knex';
import { Model, raw } from 'objection';
import { endSessions } from './sessions.ts';
import { lockUser, requireAnotherAdmin, User } from './user.ts';
import type { Table } from '../table.ts';

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

declare module 'knex/types/tables.js' {
  interface Tables {
    departures: Table<AccountDeletion>;
  }
}

/** Notes that the deletion of an account begins. */
export async function noteDeletion(
  trx: Knex,
  row: Pick<
    AccountDeletion,
    'user_id' | 'requested_by' | 'email' | 'customer_id' | 'open_purchase_id'
  >,
): Promise<void> {
  await AccountDeletion.query(trx).insert(row);
}

/** Deletions that began so many hours ago and are not done. */
export const openDeletions = async (db: Knex, hours: number): Promise<AccountDeletion[]> =>
  AccountDeletion.query(db)
    .whereNull('done_at')
    .whereRaw('requested_at < now() - make_interval(hours => ?)', [hours]);

export const readDeletion = async (db: Knex, userId: string): Promise<AccountDeletion> =>
  AccountDeletion.query(db).findById(userId).throwIfNotFound();

/** Deletes a user, and all rows that depend on it. @returns false: it was done before */
export async function completeDeletion(trx: Knex, userId: string): Promise<boolean> {
  const done = await AccountDeletion.query(trx)
    .findById(userId)
    .whereNull('done_at')
    .patch({ done_at: raw('now()'), email: null, customer_id: null, open_purchase_id: null });
  if (done > 0) await User.query(trx).deleteById(userId);
  return done > 0;
}

/**
 * Whether the deletion of this account has begun. Under a lock of the user's row the answer stays
 * valid until the lock is released.
 */
export async function isDeleted(db: Knex, userId: string): Promise<boolean> {
  return (await AccountDeletion.query(db).findById(userId).select('user_id')) !== undefined;
}

/**
 * Removes every way to sign in: sessions, API keys, passkeys, codes, password. Email address and phone number
 * are free for another account at once.
 *
 * @returns the user as they were; undefined when the account no longer exists
 * @throws `last_admin`
 */
export async function closeAccount(trx: Knex, userId: string): Promise<User | undefined> {
  await requireAnotherAdmin(trx, userId);
  // A new account may take the address at once, so this waits for readers and writers of the row.
  const user = await lockUser(trx, userId);
  if (!user) return undefined;
  await endSessions(trx, userId);
  const tables = ['api_keys', 'passkeys', 'one_time_codes', 'user_roles'];
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
