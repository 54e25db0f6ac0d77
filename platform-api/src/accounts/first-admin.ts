import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { type Passwords, setPassword } from './passwords.ts';
import { addProfile } from './profile.ts';
import { lockAdmins, User, setRole } from './user.ts';
import { endOtherLogins } from './verify-code.ts';

/**
 * Creates the admin named by ADMIN_EMAIL, or promotes the existing account, at each start: the operator
 * can always get in again. A confirmed account keeps its password. An unconfirmed one gets the
 * configured password, because a stranger may have signed up with the address.
 */
export async function ensureAdmin(
  db: Knex,
  admin: { email: string; password: string },
  passwords: Passwords,
): Promise<void> {
  const email = admin.email.toLowerCase();
  const found = await User.query(db).findOne({ email });
  const isProven = found !== undefined && found.email_confirmed_at !== null;
  const password_hash = isProven ? null : await passwords.hash(admin.password);
  await db.transaction(async (trx) => {
    await lockAdmins(trx);
    const user_id = found?.id ?? uuidv7();
    if (!found) {
      await trx('users').insert({ id: user_id, email, password_hash });
      await addProfile(trx, { id: user_id, email }, { first_name: 'Admin' });
    } else if (password_hash !== null) {
      await endOtherLogins(trx, found);
      await setPassword(trx, found, password_hash);
    }
    await trx('users')
      .where({ id: user_id })
      .update({
        email_confirmed_at: trx.raw('coalesce(email_confirmed_at, now())'),
      });
    await setRole(trx, user_id, 'admin');
  });
}
