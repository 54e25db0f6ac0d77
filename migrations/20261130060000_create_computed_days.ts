import type { Knex } from 'knex';

/** What each station airs today, as it was computed: a process that starts need not compute it again. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('computed_days', (table) => {
    table.uuid('station_id').primary().references('radio_stations.id').onDelete('CASCADE');
    table.date('day').notNullable();
    // What it was computed from: other inputs make it void.
    table.text('inputs').notNullable();
    // The airings of the day and the hours before, as JSON, compressed.
    table.binary('content').notNullable();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('computed_days');
}
