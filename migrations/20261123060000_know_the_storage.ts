import type { Knex } from 'knex';

/** The id that the database and its storage share, and the objects in storage that no row refers to. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('installation', (table) => {
    // One row at most.
    table.boolean('is_only').primary().defaultTo(true);
    table.check('is_only', {}, 'installation_is_only');
    table.uuid('id').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
  await knex.schema.createTable('orphaned_objects', (table) => {
    table.text('storage_key').primary();
    table.timestamp('first_seen_at').notNullable();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('orphaned_objects');
  await knex.schema.dropTable('installation');
}
