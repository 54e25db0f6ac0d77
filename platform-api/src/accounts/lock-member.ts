import type { Knex } from 'knex';

/**
 * Lets one transaction at a time decide on what a member has, until its end. Taken before any row of
 * theirs: whoever ends the account holds the member first, too.
 * @returns false: there is no such member any more
 */
export async function lockMember(trx: Knex, userId: string): Promise<boolean> {
  const row = await trx('users')
    .where({ id: userId })
    .whereNull('departed_at')
    // Rows that refer to the member may still be written.
    .forNoKeyUpdate()
    .first('id');
  return row !== undefined;
}
