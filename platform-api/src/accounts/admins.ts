import type { Knex } from 'knex';
import { AppError } from '../errors.ts';

/**
 * Lets one transaction at a time decide on who is an admin, until its end: of two who leave at once, or who
 * lower each other, the second sees what the first has done. Taken before the lock of any user's row.
 *
 * @returns the ids of all admins
 */
export async function lockAdmins(trx: Knex): Promise<string[]> {
  return trx('user_roles')
    .where({ role: 'admin' })
    .orderBy('user_id')
    .forUpdate()
    .pluck<string[]>('user_id');
}

/**
 * Sees to it that somebody who is about to be an admin no longer is not the last one.
 * @throws `last_admin`
 */
export async function requireAnotherAdmin(trx: Knex, userId: string): Promise<void> {
  const admins = await lockAdmins(trx);
  if (admins.includes(userId) && admins.length === 1) throw new AppError('last_admin');
}
