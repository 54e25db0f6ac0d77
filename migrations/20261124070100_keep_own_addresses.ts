import type { Knex } from 'knex';

/** The addresses of stations on air here, the files of their revisions, and when each track last aired. */
export async function up(knex: Knex): Promise<void> {
  // By the database itself, so that no way of changing a slug can leave an address behind. Relative, so that they stay
  // right when PUBLIC_URL changes.
  await knex.raw(`
    create function set_own_addresses() returns trigger language plpgsql as $$
    begin
      if new.is_on_air_here then
        new.stream_url := '/stream/' || new.station_slug;
        new.current_track_data := new.stream_url || '/tracks/current';
        new.previous_track_data := new.stream_url || '/tracks/previous';
        new.next_track_data := new.stream_url || '/tracks/next';
      elsif tg_op = 'UPDATE' and old.is_on_air_here then
        new.stream_url := null;
        new.current_track_data := null;
        new.previous_track_data := null;
        new.next_track_data := null;
      end if;
      return new;
    end $$
  `);
  await knex.raw(`
    create trigger radio_stations_own_addresses before insert or update on radio_stations
    for each row execute function set_own_addresses()
  `);
  await knex.schema.createTable('track_airings', (table) => {
    table.uuid('track_id').primary().references('library_tracks.id').onDelete('CASCADE');
    // UTC, from kept days.
    table.date('last_aired_on').notNullable();
  });
  await knex.schema.alterTable('schedule_revisions', (table) => {
    // The customer's files in the document: their sound is kept while it is on air.
    table.specificType('asset_ids', 'uuid[]').notNullable().defaultTo('{}');
    table.specificType('prepared_file_ids', 'uuid[]').notNullable().defaultTo('{}');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('track_airings');
  await knex.schema.alterTable('schedule_revisions', (table) =>
    table.dropColumns('asset_ids', 'prepared_file_ids'),
  );
  await knex.raw('drop trigger radio_stations_own_addresses on radio_stations');
  await knex.raw('drop function set_own_addresses');
}
