import type { Knex } from 'knex';

/** Radio IDs and commercials that the operator sends for a customer; a logo is one, whoever has sent it. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('assets', (table) => {
    table.boolean('is_operators').notNullable().defaultTo(false);
    table.check(
      "not is_operators or kind in ('radio_id', 'commercial')",
      {},
      'assets_is_operators',
    );
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('assets', (table) => {
    table.dropColumn('is_operators');
  });
}
