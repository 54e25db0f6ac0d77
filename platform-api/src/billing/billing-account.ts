import type { Knex } from 'knex';
import { Model, raw } from 'objection';
import { HELD_USER } from '../accounts/user.ts';
import type { Table } from '../table.ts';

/**
 * A member's link to Stripe. Every change of a member's purchases and subscriptions takes this row lock, so a
 * new order and a payment never run at the same time.
 */
export class BillingAccount extends Model {
  static override tableName = 'billing_accounts';
  static override idColumn = 'user_id';

  declare user_id: string;
  /** Stripe's id. Null: the member has no Stripe customer yet. */
  declare customer_id: string | null;
  /** On invoices; null: none. */
  declare purchase_order: string | null;
  declare last_ticket: number;
  declare applied_ticket: number;
  declare synced_at: Date | null;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    billing_accounts: Table<BillingAccount>;
  }
}

/** The member's id at Stripe; null: there is no Stripe customer yet. */
export async function stripeCustomerIdOf(db: Knex, userId: string): Promise<string | null> {
  const account = await BillingAccount.query(db).findById(userId);
  return account?.customer_id ?? null;
}

/** The text that a member has on invoices; null: none. */
export async function purchaseOrderOf(db: Knex, userId: string): Promise<string | null> {
  const account = await BillingAccount.query(db).findById(userId);
  return account?.purchase_order ?? null;
}

/**
 * Locks the account's row until the transaction ends, and creates it if needed. The user's row is always locked
 * first, so that the user cannot be deleted meanwhile.
 * @returns undefined: the user has deleted the account
 */
export async function lockAccount(trx: Knex, userId: string): Promise<BillingAccount | undefined> {
  await trx.raw(
    `insert into billing_accounts (user_id)
     ${HELD_USER}
     on conflict do nothing`,
    { userId },
  );
  return BillingAccount.query(trx).findById(userId).forUpdate();
}

/**
 * Takes the next number for a read of Stripe: a higher number is a later read.
 * @returns undefined: the member has no Stripe customer
 */
export async function nextSyncTicket(
  db: Knex,
  userId: string,
): Promise<{ ticket: number; stripeCustomerId: string } | undefined> {
  const updated = await BillingAccount.query(db)
    .where({ user_id: userId })
    .whereNotNull('customer_id')
    .patch({ last_ticket: raw('last_ticket + 1') })
    .returning(['last_ticket', 'customer_id'])
    .first();
  if (!updated?.customer_id) return undefined;
  return { ticket: updated.last_ticket, stripeCustomerId: updated.customer_id };
}
