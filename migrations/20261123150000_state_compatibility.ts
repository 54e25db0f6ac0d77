import type { Knex } from 'knex';

/**
 * The oldest release that may run on this schema, named by its newest migration. A migration that an older release
 * cannot live with inserts or updates the row with its own name.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('schema_compatibility', (table) => {
    // One row at most; none: every release with this migration.
    table.boolean('is_only').primary().defaultTo(true);
    table.check('is_only', {}, 'schema_compatibility_is_only');
    table.text('schema_compatible_from').notNullable();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('schema_compatibility');
}
