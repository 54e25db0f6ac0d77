import type { Knex } from 'knex';
import { Model, raw } from 'objection';

/**
 * A member as the payment provider knows them. Whoever changes what a member buys or has bought holds
 * this row, so that a purchase that is begun and one that is being paid never pass each other.
 */
export class BillingAccount extends Model {
  static override tableName = 'billing_accounts';
  static override idColumn = 'user_id';

  declare user_id: string;
  declare customer_id: string | null;
  declare last_ticket: number;
  declare applied_ticket: number;
  declare synced_at: Date | null;
  declare created_at: Date;
}

/**
 * Takes hold of the account until the transaction ends, and makes it first where there is none. The user's
 * row before it, as everybody does, so that nobody leaves meanwhile.
 * @returns undefined: they have left
 */
export async function holdAccount(trx: Knex, userId: string): Promise<BillingAccount | undefined> {
  await trx.raw(
    `insert into billing_accounts (user_id)
     select id from users where id = ? and departed_at is null for key share
     on conflict do nothing`,
    [userId],
  );
  return BillingAccount.query(trx).findById(userId).forUpdate();
}

/**
 * Draws the number under which the provider is asked. A higher one was drawn, and so asked, later.
 * @returns undefined: the provider knows nobody of the kind
 */
export async function drawTicket(
  db: Knex,
  userId: string,
): Promise<{ ticket: number; customer_id: string } | undefined> {
  const drawn = await BillingAccount.query(db)
    .where({ user_id: userId })
    .whereNotNull('customer_id')
    .patch({ last_ticket: raw('last_ticket + 1') })
    .returning(['last_ticket', 'customer_id'])
    .first();
  if (!drawn?.customer_id) return undefined;
  return { ticket: drawn.last_ticket, customer_id: drawn.customer_id };
}
