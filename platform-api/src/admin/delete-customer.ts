import type { Knex } from 'knex';
import { depart } from '../deletion/depart.ts';
import { AppError } from '../errors.ts';
import { audit, type Actor } from './audit-entry.ts';
import { requireStillAdmin } from './still-admin.ts';

/**
 * Deletes a customer as they would themselves, from the settings of their account; another admin, too. What
 * can't be done at once is left to the departure's job. Of many at once one deletes them.
 *
 * @throws `cannot_delete_self`, `forbidden`; `not_found` where there is nobody, or nobody any more
 */
export async function deleteCustomer(
  db: Knex,
  actor: Actor & { id: string },
  user_id: string,
): Promise<void> {
  // Whoever deletes themselves does so where they read what it means for them.
  if (actor.id === user_id) throw new AppError('cannot_delete_self');
  await db.transaction(async (trx) => {
    await requireStillAdmin(trx, actor);
    if (!(await depart(trx, { user_id, requested_by: actor.id }))) throw new AppError('not_found');
    // Nothing is told of whom it was: what went is what nobody may keep.
    await audit(trx, actor, { action: 'delete_customer', user_id });
  });
}
