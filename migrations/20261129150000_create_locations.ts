import type { Knex } from 'knex';

/** A time as the API writes it. */
const iso = (time: string): string =>
  `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Places of a business, the browsers that play there, what these report, and silences within opening hours. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('locations', (table) => {
    table.uuid('id').primary();
    table
      .uuid('station_id')
      .notNullable()
      .references('radio_stations.id')
      .onDelete('CASCADE')
      .index();
    table.text('name').notNullable();
    table.text('address').notNullable().defaultTo('');
    // Digits that the location player asks for before it is unpaired. Null: it asks for a confirmation only.
    table.text('leave_pin');
    // Of any change that its players are told.
    table.timestamp('changed_at', { precision: 3 }).notNullable().defaultTo(knex.fn.now());
    // Of its first player: from then on it should play.
    table.timestamp('paired_at', { precision: 3 });
    // The last moment at which one of its players is known to have played.
    table.timestamp('sound_at', { precision: 3 });
    // When to check next whether it is silent. Null: once a player reports sound.
    table.timestamp('watch_at', { precision: 3 }).index();
    table.timestamp('created_at', { precision: 3 }).notNullable().defaultTo(knex.fn.now());
  });
  // A change keeps the former hours: past days are measured by the hours of their time.
  await knex.schema.createTable('location_hours', (table) => {
    table.uuid('location_id').notNullable().references('locations.id').onDelete('CASCADE');
    table.timestamp('from_at', { precision: 3 }).notNullable();
    table.primary(['location_id', 'from_at']);
    table.text('zone').notNullable();
    // Null: always open.
    table.jsonb('opening_hours');
  });
  await knex.schema.createTable('location_players', (table) => {
    table.uuid('id').primary();
    table
      .uuid('station_id')
      .notNullable()
      .references('radio_stations.id')
      .onDelete('CASCADE')
      .index();
    // Null: it shows its pairing code.
    table.uuid('location_id').references('locations.id').onDelete('CASCADE').index();
    table.binary('key_hash').notNullable().unique();
    table.text('pairing_code');
    table.timestamp('code_expires_at', { precision: 3 });
    table.timestamp('paired_at', { precision: 3 });
    table.text('status');
    table.timestamp('status_since', { precision: 3 });
    table.timestamp('reported_at', { precision: 3 });
    table.integer('reserve_seconds').notNullable().defaultTo(0);
    table.timestamp('created_at', { precision: 3 }).notNullable().defaultTo(knex.fn.now());
    table.unique(['station_id', 'pairing_code']);
  });
  // A status of a player that is over. The present one is in the player's row.
  await knex.schema.createTable('player_statuses', (table) => {
    table.uuid('location_id').notNullable().references('locations.id').onDelete('CASCADE');
    table.uuid('player_id').notNullable();
    table.text('status').notNullable();
    table.timestamp('began_at', { precision: 3 }).notNullable();
    table.timestamp('ended_at', { precision: 3 }).notNullable();
    table.index(['location_id', 'ended_at']);
    table.index('ended_at');
  });
  await knex.schema.createTable('location_silences', (table) => {
    table.uuid('id').primary();
    table.uuid('location_id').notNullable().references('locations.id').onDelete('CASCADE');
    table.text('status').notNullable();
    table.timestamp('since', { precision: 3 }).notNullable();
    table.timestamp('told_at', { precision: 3 }).notNullable().defaultTo(knex.fn.now());
    table.timestamp('ended_at', { precision: 3 });
    // Its player was cut off and played its reserve meanwhile.
    table.boolean('was_on_reserve').notNullable().defaultTo(false);
    table.index(['location_id', 'since']);
  });
  await knex.raw(
    'create unique index location_silences_open on location_silences (location_id) where ended_at is null',
  );
  // One row. A pause of the watch, such as an hour without a database, must not count as silence.
  await knex.schema.createTable('location_watch', (table) => {
    table.integer('id').primary().checkIn(['1']);
    table.timestamp('ran_at', { precision: 3 }).notNullable();
    table.timestamp('resumed_at', { precision: 3 }).notNullable();
  });
  await knex.schema.createTable('location_alerts', (table) => {
    table.uuid('user_id').primary().references('users.id').onDelete('CASCADE');
    table.text('send_by').notNullable().checkIn(['email', 'text', 'none']);
  });
  // How much of their opening hours the locations of a station played in a month. Null: none was open.
  await knex.schema.createTable('location_letters', (table) => {
    table.uuid('station_id').notNullable().references('radio_stations.id').onDelete('CASCADE');
    table.date('month').notNullable();
    table.float('played_percent');
    table.primary(['station_id', 'month']);
  });
  await knex.raw(`
    create function queue_webhooks_of_location_silences() returns trigger language plpgsql as $$
    declare
      owner_id uuid;
      details jsonb;
    begin
      select s.user_id, jsonb_build_object(
        'location', jsonb_build_object('public_id', 'loc_' || replace(l.id::text, '-', ''), 'name', l.name),
        'since', ${iso('new.since')})
      into owner_id, details
      from locations l join radio_stations s on s.id = l.station_id where l.id = new.location_id;
      if tg_op = 'INSERT' then
        perform queue_webhooks('location.silent', owner_id, details || jsonb_build_object('status', new.status));
      elsif new.ended_at is not null and old.ended_at is null then
        perform queue_webhooks('location.playing', owner_id, details || jsonb_build_object(
          'was_on_reserve', new.was_on_reserve));
      end if;
      return null;
    end $$`);
  await knex.raw(`
    create trigger location_silences_webhooks after insert or update of ended_at on location_silences
    for each row execute function queue_webhooks_of_location_silences()`);
}

export async function down(knex: Knex): Promise<void> {
  for (const table of [
    'location_letters',
    'location_alerts',
    'location_watch',
    'location_silences',
    'player_statuses',
    'location_players',
    'location_hours',
    'locations',
  ])
    await knex.schema.dropTable(table);
  await knex.raw('drop function queue_webhooks_of_location_silences');
}
