import type { Knex } from 'knex';

/** Songs that a member wants to hear more often or less often, beside those that never air. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.renameTable('banned_tracks', 'rated_tracks');
  await knex.schema.alterTable('rated_tracks', (table) => {
    table.text('rating').notNullable().defaultTo('never');
    table.renameColumn('banned_at', 'rated_at');
  });
  await knex.raw(
    `alter table rated_tracks add constraint rated_tracks_rating
     check (rating in ('more', 'less', 'never')) not valid`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex('rated_tracks').whereNot({ rating: 'never' }).delete();
  await knex.schema.alterTable('rated_tracks', (table) => {
    table.dropColumn('rating');
    table.renameColumn('rated_at', 'banned_at');
  });
  await knex.schema.renameTable('rated_tracks', 'banned_tracks');
}
