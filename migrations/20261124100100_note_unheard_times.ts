import type { Knex } from 'knex';

/** Keeps when a station could not be heard because of its status: its play log leaves these times out. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('unheard_times', (table) => {
    table.uuid('station_id').notNullable().references('radio_stations.id').onDelete('CASCADE');
    table.timestamp('began_at', { precision: 3 }).notNullable();
    // Null: it still can't be heard.
    table.timestamp('ended_at', { precision: 3 });
    table.primary(['station_id', 'began_at']);
  });
  // By the database itself, so that no way of changing a status is missed.
  await knex.raw(`
    create function note_unheard_time() returns trigger language plpgsql as $$
    begin
      if new.status in ('active', 'setup_pending') then
        update unheard_times set ended_at = clock_timestamp()
        where station_id = new.id and ended_at is null;
      elsif not exists (select from unheard_times where station_id = new.id and ended_at is null) then
        insert into unheard_times (station_id, began_at) values (new.id, clock_timestamp())
        on conflict (station_id, began_at) do update set ended_at = null;
      end if;
      return null;
    end $$
  `);
  await knex.raw(`
    create trigger radio_stations_unheard after insert or update of status on radio_stations
    for each row execute function note_unheard_time()
  `);
  // The last change of such a station is the best that is known of when its status changed.
  await knex.raw(`
    insert into unheard_times (station_id, began_at)
    select id, updated_at from radio_stations where status not in ('active', 'setup_pending')
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger radio_stations_unheard on radio_stations');
  await knex.raw('drop function note_unheard_time');
  await knex.schema.dropTable('unheard_times');
}
