import type { Knex } from 'knex';

/** The member's purchase-order number, as it stands on their invoices. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('billing_accounts', (table) => table.text('purchase_order'));
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('billing_accounts', (table) => table.dropColumn('purchase_order'));
}
