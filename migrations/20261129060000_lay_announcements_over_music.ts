import type { Knex } from 'knex';

/** An announcement may air at its very minute over the music. A release that does not know it lets it air between songs. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('schedule_insertions', (table) => {
    table.boolean('is_over_music').notNullable().defaultTo(false);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('schedule_insertions', (table) => {
    table.dropColumn('is_over_music');
  });
}
