import type { Knex } from 'knex';

/** Times in which a station is closed: silence or a message in place of its programme. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('station_pauses', (table) => {
    table.uuid('id').primary();
    table.uuid('station_id').notNullable().references('radio_stations.id').onDelete('CASCADE');
    table.timestamp('starts_at', { precision: 3 }).notNullable();
    // One that was removed before it began ends at its start.
    table.timestamp('ends_at', { precision: 3 }).notNullable();
    // The end in local time of the station, as listeners read it.
    table.text('until').notNullable();
    table.text('message');
    // The prepared sound of a spoken message; null: silence.
    table.jsonb('item');
    table.timestamp('changed_at', { precision: 3 }).notNullable();
    table.index(['station_id', 'ends_at']);
    table.check('ends_at >= starts_at', {}, 'station_pauses_order');
  });
  await knex.raw(`
    create trigger station_pauses_changed after insert or update on station_pauses
    for each row execute function notify_schedule_changed()
  `);
  await missed(knex, ['late', 'hour_full', 'not_heard', 'dropped', 'closed']);
}

export async function down(knex: Knex): Promise<void> {
  await knex('announcement_airings').where({ missed: 'closed' }).update({ missed: 'dropped' });
  await missed(knex, ['late', 'hour_full', 'not_heard', 'dropped']);
  await knex.schema.dropTable('station_pauses');
}

/** Sets why an announcement can have been missed. */
async function missed(knex: Knex, reasons: readonly string[]): Promise<void> {
  const list = reasons.map((reason) => `'${reason}'`).join(', ');
  await knex.raw('alter table announcement_airings drop constraint announcement_airings_missed');
  await knex.raw(
    `alter table announcement_airings add constraint announcement_airings_missed
     check (missed in (${list})) not valid`,
  );
}
