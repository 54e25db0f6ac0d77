import type { Knex } from 'knex';

/** A change of a station is also told to its owner's screens, on the channel `my_station_changed`. */
export async function up(knex: Knex): Promise<void> {
  // A station that changes hands is news for both: one has it no more.
  await knex.raw(`
    create function notify_my_station_changed() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        perform pg_notify('my_station_changed', old.user_id::text);
      end if;
      if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.user_id <> old.user_id) then
        perform pg_notify('my_station_changed', new.user_id::text);
      end if;
      return null;
    end $$
  `);
  await knex.raw(`
    create trigger radio_stations_changed_for_owner
    after insert or update or delete on radio_stations
    for each row execute function notify_my_station_changed()
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger radio_stations_changed_for_owner on radio_stations');
  await knex.raw('drop function notify_my_station_changed');
}
