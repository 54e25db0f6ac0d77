import type { Knex } from 'knex';

/**
 * A station's message for its screens, and its time zone for their clock. The zone is that of its schedule, or else of the
 * setup form; null while neither has one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('radio_stations', (table) => {
    table.jsonb('wall_message');
    table.text('zone');
  });
  await knex.raw(`
    create function set_zone_of_station() returns trigger language plpgsql as $$
    begin
      update radio_stations set zone = new.draft->>'zone'
      where id = new.station_id and zone is distinct from new.draft->>'zone';
      return null;
    end $$
  `);
  await knex.raw(`
    create trigger station_schedules_zone after insert or update of draft on station_schedules
    for each row execute function set_zone_of_station()
  `);
  await knex.raw(`
    create function set_wished_zone_of_station() returns trigger language plpgsql as $$
    begin
      update radio_stations set zone = new.music_wishes->>'zone'
      where user_id = new.user_id and zone is distinct from new.music_wishes->>'zone'
        and not exists (select from station_schedules where station_id = radio_stations.id);
      return null;
    end $$
  `);
  await knex.raw(`
    create trigger profiles_zone after update of music_wishes on profiles
    for each row execute function set_wished_zone_of_station()
  `);
  await knex.raw(`
    update radio_stations set zone = known.zone
    from (
      select s.id, coalesce(c.draft->>'zone', p.music_wishes->>'zone') as zone
      from radio_stations s
        left join station_schedules c on c.station_id = s.id
        left join profiles p on p.user_id = s.user_id
    ) known
    where known.id = radio_stations.id and known.zone is not null
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger profiles_zone on profiles');
  await knex.raw('drop function set_wished_zone_of_station');
  await knex.raw('drop trigger station_schedules_zone on station_schedules');
  await knex.raw('drop function set_zone_of_station');
  await knex.schema.alterTable('radio_stations', (table) =>
    table.dropColumns('wall_message', 'zone'),
  );
}
