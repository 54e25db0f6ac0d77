import type { Knex } from 'knex';

/** What members answered when they heard their stations before the first air. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('station_approvals', (table) => {
    table.uuid('station_id').primary().references('radio_stations.id').onDelete('CASCADE');
    // The newest revision of the schedule at the time.
    table.integer('revision').notNullable();
    // What the member wants to be changed; null: approved.
    table.text('changes');
    table.timestamp('answered_at', { precision: 3 }).notNullable();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('station_approvals');
}
