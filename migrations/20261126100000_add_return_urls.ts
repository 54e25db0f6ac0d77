import type { Knex } from 'knex';

/** Where the payment page of a purchase leads back to; null: to the member's area. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('purchases', (table) => {
    table.text('success_url');
    table.text('cancel_url');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('purchases', (table) => {
    table.dropColumns('success_url', 'cancel_url');
  });
}
