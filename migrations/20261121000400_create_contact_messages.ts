import type { Knex } from 'knex';

/** What visitors wrote in the contact form. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('contact_messages', (table) => {
    table.uuid('id').primary();
    table.text('name').notNullable();
    table.text('email').notNullable();
    table.text('company');
    table.text('subject').notNullable();
    table.text('message').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.index(['created_at']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('contact_messages');
}
