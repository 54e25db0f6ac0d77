import type { Knex } from 'knex';

/** Listening sessions, and the listening hours of each station that are computed from them. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('listening_sessions', (table) => {
    station(table);
    table.uuid('session_id').notNullable();
    // UTC. A session has a row for each hour in which it was heard.
    table.timestamp('hour', { precision: 0 }).notNullable();
    table.primary(['station_id', 'session_id', 'hour']);
    player(table);
    table.timestamp('began_at', { precision: 3 }).notNullable();
    // Seconds since the session began, until the end of this hour as far as they are known. It only grows.
    table.integer('total').notNullable();
    // Counts as listening until then. It only grows. Null: its replica knows.
    table.timestamp('live_until', { precision: 3 });
    table.boolean('has_ended').notNullable().defaultTo(false);
    // Also for the sweep of old rows.
    table.index(['hour', 'station_id']);
    table.check('total >= 0', {}, 'listening_sessions_total');
    table.check('extract(epoch from hour)::bigint % 3600 = 0', {}, 'listening_sessions_hour');
  });
  // Rows of the present hour are updated every few seconds. Free space in each page keeps the indexes out of that.
  await knex.raw('alter table listening_sessions set (fillfactor = 70)');

  await knex.schema.createTable('listening_hours', (table) => {
    station(table);
    // UTC.
    table.timestamp('hour', { precision: 0 }).notNullable();
    player(table);
    table.primary(['station_id', 'hour', 'player', 'country']);
    table.integer('seconds').notNullable();
    // Counted sessions that began in this hour.
    table.integer('sessions').notNullable();
    table.index(['hour']);
  });

  await knex.schema.createTable('listening_peaks', (table) => {
    station(table);
    table.timestamp('hour', { precision: 0 }).notNullable();
    table.primary(['station_id', 'hour']);
    // The most listeners at the same moment. It only grows.
    table.integer('listeners').notNullable();
    table.index(['hour']);
  });

  // Open connections to our streams, by the replica that has them.
  await knex.schema.createTable('listening_now', (table) => {
    table.uuid('replica_id').notNullable();
    station(table);
    table.primary(['station_id', 'replica_id']);
    table.integer('listeners').notNullable();
    table.timestamp('seen_at', { precision: 3 }).notNullable();
  });
}

const station = (table: Knex.CreateTableBuilder) =>
  table.uuid('station_id').notNullable().references('radio_stations.id').onDelete('CASCADE');

function player(table: Knex.CreateTableBuilder): void {
  table.text('player').notNullable();
  // ISO 3166-1 alpha-2; empty: not known.
  table.text('country').notNullable();
}

export async function down(knex: Knex): Promise<void> {
  for (const table of [
    'listening_now',
    'listening_peaks',
    'listening_hours',
    'listening_sessions',
  ]) {
    await knex.schema.dropTable(table);
  }
}
