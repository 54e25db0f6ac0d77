import type { Knex } from 'knex';

/** Songs that a member wants to hear more often, less often, or never again on their station. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('rated_tracks', (table) => {
    table.uuid('station_id').notNullable().references('radio_stations.id').onDelete('CASCADE');
    table
      .uuid('track_id')
      .notNullable()
      .references('library_tracks.id')
      .onDelete('CASCADE')
      .index();
    table.primary(['station_id', 'track_id']);
    table
      .text('rating')
      .notNullable()
      .defaultTo('never')
      .checkIn(['more', 'less', 'never'], 'rated_tracks_rating');
    table.timestamp('rated_at').notNullable().defaultTo(knex.fn.now());
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('rated_tracks');
}
