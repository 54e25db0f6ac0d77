import type { Knex } from 'knex';

/**
 * A station's zone is that of its newest published schedule. It followed the draft, so days of figures and the clock of
 * its screens changed while a draft with another zone was being written.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function set_drafted_zone_of_station() returns trigger language plpgsql as $$
    begin
      update radio_stations set zone = new.draft->>'zone'
      where id = new.station_id and zone is distinct from new.draft->>'zone'
        and not exists (
          select from schedule_revisions r where r.station_id = new.station_id and r.draft is not null
        );
      return null;
    end $$
  `);
  await followDraft(knex, 'set_drafted_zone_of_station');
  await knex.raw(`
    create trigger schedule_revisions_zone after insert on schedule_revisions
    for each row when (new.draft is not null) execute function set_zone_of_station()
  `);
  await knex.raw(`
    update radio_stations set zone = newest.zone
    from (
      select distinct on (station_id) station_id, draft->>'zone' as zone
      from schedule_revisions where draft is not null order by station_id, number desc
    ) newest
    where newest.station_id = radio_stations.id and radio_stations.zone is distinct from newest.zone
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger schedule_revisions_zone on schedule_revisions');
  await followDraft(knex, 'set_zone_of_station');
  await knex.raw('drop function set_drafted_zone_of_station');
}

/** Runs this function when a draft changes. */
async function followDraft(knex: Knex, name: string): Promise<void> {
  await knex.raw('drop trigger station_schedules_zone on station_schedules');
  await knex.raw(`
    create trigger station_schedules_zone after insert or update of draft on station_schedules
    for each row execute function ${name}()
  `);
}
