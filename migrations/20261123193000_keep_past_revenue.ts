import type { Knex } from 'knex';

/** The revenue of deleted customers, without a person: amounts by month and country. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('past_revenue', (table) => {
    table.bigIncrements('id');
    // As the admin dashboard counts them: an order, or a payment less what was refunded.
    table.text('kind').notNullable().checkIn(['order', 'payment']);
    table.integer('amount').notNullable();
    table.text('currency').notNullable();
    table.date('month').notNullable();
    table.text('country');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('past_revenue');
}
