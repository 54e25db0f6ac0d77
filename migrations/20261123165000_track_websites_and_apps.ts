import type { Knex } from 'knex';

/** The website and the apps that come with some packages: how far they are, and where they are. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('radio_stations', (table) => {
    table.text('website_state').notNullable().defaultTo('due');
    table.text('website_url');
    table.text('apps_state').notNullable().defaultTo('due');
    table.text('app_store_url');
    table.text('google_play_url');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('radio_stations', (table) =>
    table.dropColumns(
      'website_state',
      'website_url',
      'apps_state',
      'app_store_url',
      'google_play_url',
    ),
  );
}
