import type { Knex } from 'knex';
import type { UserRole } from '../../contract/limits.ts';

/** Somebody's role. A user without a row has the default one (specification §3, §4). */
export async function roleOf(db: Knex, userId: string): Promise<UserRole> {
  const row = await db('user_roles').where({ user_id: userId }).first('role');
  return row?.role ?? 'user';
}
