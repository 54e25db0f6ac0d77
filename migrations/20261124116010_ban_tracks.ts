import type { Knex } from 'knex';

/** Songs that a member wants to hear never again on their station. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('banned_tracks', (table) => {
    table.uuid('station_id').notNullable().references('radio_stations.id').onDelete('CASCADE');
    table
      .uuid('track_id')
      .notNullable()
      .references('library_tracks.id')
      .onDelete('CASCADE')
      .index();
    table.primary(['station_id', 'track_id']);
    table.timestamp('banned_at').notNullable().defaultTo(knex.fn.now());
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('banned_tracks');
}
