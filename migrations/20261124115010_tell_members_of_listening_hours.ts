import type { Knex } from 'knex';

/** What happens when a package's listening hours are used up, and the letters about it. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('listening_letters', (table) => {
    table.uuid('station_id').notNullable().references('radio_stations.id').onDelete('CASCADE');
    // The first day of the month, UTC.
    table.date('month').notNullable();
    table.integer('percent').notNullable();
    table.primary(['station_id', 'month', 'percent']);
    table.timestamp('made_at').notNullable().defaultTo(knex.fn.now());
  });
  await knex.schema.alterTable('radio_stations', (table) => {
    table.text('listening_policy').notNullable().defaultTo('notify');
  });
  await knex.raw(
    `alter table radio_stations add constraint radio_stations_listening_policy
     check (listening_policy in ($$notify$$, $$offer_upgrade$$, $$stop_new$$)) not valid`,
  );
  await knex.raw('alter table radio_stations validate constraint radio_stations_listening_policy');
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('radio_stations', (table) => table.dropColumn('listening_policy'));
  await knex.schema.dropTable('listening_letters');
}
