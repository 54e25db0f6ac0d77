import type { Knex } from 'knex';

/** The thread of messages between a customer and the team. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('customer_messages', (table) => {
    table.uuid('id').primary();
    // The customer of the thread.
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.boolean('is_from_team').notNullable();
    // The admin who wrote it. Null: the customer, or the admin’s account is deleted.
    table.uuid('author_id').references('users.id').onDelete('SET NULL').index();
    table.text('body').notNullable();
    // clock_timestamp(): a transaction may have waited for a later one.
    table.timestamp('created_at').notNullable().defaultTo(knex.raw('clock_timestamp()'));
    // By the other side.
    table.timestamp('read_at');
    // Null: no mail has told the other side yet.
    table.timestamp('mailed_at');
    table.index(['user_id', 'created_at', 'id']);
  });
  await knex.raw(`
    create index customer_messages_waiting on customer_messages (user_id)
    where not is_from_team and read_at is null
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('customer_messages');
}
