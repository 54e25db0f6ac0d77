import type { Knex } from 'knex';

/** The package that a subscription has from its next month, when a change to a smaller one is planned. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('subscriptions', (table) => table.text('next_package_name'));
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('subscriptions', (table) => table.dropColumn('next_package_name'));
}
