import type { Knex } from 'knex';

/** Whether tracks without an ISRC or a label may air, as the operator decides. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('library_settings', (table) => {
    // At most one row; without it, they may air.
    table.boolean('id').primary().defaultTo(true).checkIn(['true']);
    table.boolean('airs_incomplete_tracks').notNullable().defaultTo(true);
    // Of the setting, or of a track that was completed while incomplete ones are held back: schedules are renewed.
    table.timestamp('changed_at', { precision: 3 });
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('library_settings');
}
