import type { Knex } from 'knex';

/** An item that was put in by hand can be withdrawn before it airs. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('schedule_withdrawals', (table) => {
    table.uuid('insertion_id').primary().references('schedule_insertions.id').onDelete('CASCADE');
    table.uuid('station_id').notNullable().references('radio_stations.id').onDelete('CASCADE');
    // The item airs no more from ten seconds after this.
    table.timestamp('withdrawn_at', { precision: 3 }).notNullable();
    table.uuid('withdrawn_by').references('users.id').onDelete('SET NULL');
    table.index(['station_id', 'withdrawn_at']);
  });
  await knex.raw(`
    create trigger schedule_withdrawals_changed after insert on schedule_withdrawals
    for each row execute function notify_schedule_changed()
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('schedule_withdrawals');
}
