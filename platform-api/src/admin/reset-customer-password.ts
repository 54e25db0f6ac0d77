import type { Knex } from 'knex';
import { lockMember } from '../accounts/lock-member.ts';
import { requestRecovery } from '../accounts/request-code.ts';
import { AppError } from '../errors.ts';
import { audit, type Actor } from './audit-entry.ts';
import { findCustomer } from './find-customer.ts';

/**
 * Sends a customer the letter that 'Forgot password' sends. Nobody but them gets its link.
 * @throws `not_found`, `no_email`
 */
export async function resetCustomerPassword(
  db: Knex,
  actor: Actor,
  user_id: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    // Nothing is queued for somebody who leaves at this moment.
    await lockMember(trx, user_id);
    const { email } = await findCustomer(trx, user_id);
    if (email === null) throw new AppError('no_email');
    await requestRecovery(trx, email);
    await audit(trx, actor, { action: 'reset_password', user_id });
  });
}
