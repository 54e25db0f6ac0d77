import type { Knex } from 'knex';

/**
 * An announcement may air at some locations only, over the music that all of them share. A release that does not know it
 * lets it air everywhere.
 */
export async function up(knex: Knex): Promise<void> {
  for (const name of ['announcements', 'schedule_insertions']) {
    await knex.schema.alterTable(name, (table) => {
      // Null: everywhere.
      table.specificType('location_ids', 'uuid[]');
    });
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of ['announcements', 'schedule_insertions']) {
    await knex.schema.alterTable(name, (table) => {
      table.dropColumn('location_ids');
    });
  }
}
