import type { Knex } from 'knex';
import { requireAnotherAdmin } from './admins.ts';
import { endSessions } from './sessions.ts';
import { User } from './user.ts';

/**
 * Shuts every way into an account for good: sessions, keys, codes, password. Its addresses are free for
 * anybody from then on, so that nobody is told that they once were somebody's.
 *
 * @returns the user as they were; undefined: there is nobody, or they have left already
 * @throws `last_admin`
 */
export async function closeAccount(trx: Knex, userId: string): Promise<User | undefined> {
  await requireAnotherAdmin(trx, userId);
  const user = await User.query(trx)
    .findById(userId)
    .whereNull('departed_at')
    // A new account may have the address at once, so this waits for whoever reads or writes it.
    .forUpdate();
  if (!user) return undefined;
  await endSessions(trx, userId);
  for (const table of ['api_keys', 'one_time_codes', 'user_roles']) {
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
