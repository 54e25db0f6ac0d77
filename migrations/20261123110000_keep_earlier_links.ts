import type { Knex } from 'knex';

/**
 * Links that a newer one of the same user, type and address has replaced. They follow the newest one's row, whose
 * id changes with each new code, and end with it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('earlier_links', (table) => {
    table.uuid('id').primary();
    table
      .uuid('code_id')
      .notNullable()
      .references('one_time_codes.id')
      .onUpdate('CASCADE')
      .onDelete('CASCADE')
      .index();
    table.binary('link_hash').notNullable().unique();
    table.timestamp('expires_at').notNullable();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('earlier_links');
}
