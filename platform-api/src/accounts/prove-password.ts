import type { Knex } from 'knex';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Passwords } from './passwords.ts';
import { User } from './user.ts';

/**
 * The user, where this is their password; undefined where it isn't, or where they have none. Counts the
 * try before it is known to be wrong, so that many at once find no gap, and gives it back.
 * @throws `rate_limited`, `busy`
 */
export async function provePassword(
  deps: { db: Knex; passwords: Passwords; limits: RateLimits },
  user_id: string,
  password: string,
): Promise<User | undefined> {
  const { db, passwords, limits } = deps;
  await limits.take('current_password', user_id);
  const user = await User.query(db).findById(user_id);
  if (!(await passwords.matches(password, user?.password_hash))) return undefined;
  await limits.giveBack('current_password', user_id);
  return user;
}
