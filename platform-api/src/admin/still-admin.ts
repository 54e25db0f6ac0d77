import type { Knex } from 'knex';
import { lockAdmins } from '../accounts/admins.ts';
import { AppError } from '../errors.ts';
import type { Actor } from './audit-entry.ts';

/**
 * Asks once more, now that roles stay as they are until the transaction's end, whether the actor is an admin:
 * of two who lower or delete each other at once only the first was one. Somebody at the terminal always is.
 *
 * @throws `forbidden`
 */
export async function requireStillAdmin(trx: Knex, { id }: Pick<Actor, 'id'>): Promise<void> {
  const admins = await lockAdmins(trx);
  if (id !== null && !admins.includes(id)) throw new AppError('forbidden');
}
