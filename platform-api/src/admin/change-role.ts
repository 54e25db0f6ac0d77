import type { Knex } from 'knex';
import type { UserRole } from '../../contract/limits.ts';
import { requireAnotherAdmin } from '../accounts/admins.ts';
import { lockMember } from '../accounts/lock-member.ts';
import { roleOf } from '../accounts/role-of.ts';
import type { User } from '../accounts/user.ts';
import { AppError } from '../errors.ts';
import { audit, type Actor } from './audit-entry.ts';
import { findCustomer } from './find-customer.ts';
import { requireStillAdmin } from './still-admin.ts';

/**
 * Makes somebody an admin, or no longer one; it counts from the next request on. A role that they have
 * already is no change.
 *
 * @returns whether anything changed
 * @throws `forbidden`, `not_found`, `last_admin`, `email_unconfirmed`
 */
export async function changeRole(
  db: Knex,
  actor: Actor,
  { user_id, role }: { user_id: string; role: UserRole },
): Promise<boolean> {
  return db.transaction(async (trx) => {
    await requireStillAdmin(trx, actor);
    await lockMember(trx, user_id);
    const user = await findCustomer(trx, user_id);
    const before = await roleOf(trx, user_id);
    if (role === before) return false;
    if (role === 'user') await requireAnotherAdmin(trx, user_id);
    else if (!isProven(user)) throw new AppError('email_unconfirmed');
    await trx('user_roles').insert({ user_id, role }).onConflict('user_id').merge();
    await audit(trx, actor, {
      action: 'change_role',
      user_id,
      before: { role: before },
      after: { role },
    });
    return true;
  });
}

/**
 * Whether what the desk knows somebody by is theirs: anybody can sign up with another's address. Where there
 * is an address that is what counts; a phone number only where there is none.
 */
const isProven = ({ email, email_confirmed_at, phone_confirmed_at }: User): boolean =>
  (email === null ? phone_confirmed_at : email_confirmed_at) !== null;
