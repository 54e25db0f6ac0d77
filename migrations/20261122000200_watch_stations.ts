import type { Knex } from 'knex';

/** When each station on air was last listened to, and what was found wrong with it. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('station_watches', (table) => {
    table
      .uuid('station_id')
      .primary()
      .references('id')
      .inTable('radio_stations')
      .onDelete('CASCADE');
    // Another one for each turn: whoever comes back too late finds that it is not theirs any more.
    table.uuid('turn').notNullable();
    table.timestamp('due_at').notNullable();
    table.timestamp('checked_at');
    // What it played then, and since when it has; null: nobody could tell.
    table.text('title');
    table.timestamp('title_since', { precision: 3 });
  });

  await knex.schema.createTable('station_troubles', (table) => {
    table
      .uuid('station_id')
      .notNullable()
      .references('id')
      .inTable('radio_stations')
      .onDelete('CASCADE');
    table.text('trouble').notNullable();
    table.primary(['station_id', 'trouble']);
    table.text('message').notNullable();
    // To the millisecond, so that a page of the list ends where the next begins.
    table.timestamp('since', { precision: 3 }).notNullable();
    // Turns in a row that have found it; 0: it is over.
    table.integer('times').notNullable();
    table.timestamp('ended_at');
    table.timestamp('told_at');
  });
  await knex.raw(`
    alter table station_troubles
    add constraint station_troubles_trouble
      check (trouble in ('silent', 'slow', 'stuck', 'untitled')),
    add constraint station_troubles_times check (times >= 0 and (times = 0) = (ended_at is not null))
  `);

  // Whichever way a station leaves the air, nothing is wrong with it any more.
  await knex.raw(`
    create function forget_watched_station() returns trigger language plpgsql as $$
    begin
      delete from station_watches where station_id = new.id;
      delete from station_troubles where station_id = new.id;
      return null;
    end $$
  `);
  await knex.raw(`
    create trigger radio_stations_off_air_unwatched after update of status on radio_stations
    for each row when (new.status <> 'active') execute function forget_watched_station()
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger radio_stations_off_air_unwatched on radio_stations');
  await knex.raw('drop function forget_watched_station');
  await knex.schema.dropTable('station_troubles');
  await knex.schema.dropTable('station_watches');
}
