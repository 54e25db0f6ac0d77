import type { Knex } from 'knex';

/** A starter programme always exists, and a station that waits for one says why. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('radio_stations', (table) => {
    // When its starter programme was asked for: payment and setup form were both there. Null: never.
    table.timestamp('starter_asked_at', { precision: 3 });
    // Why it is not on air with it, or how it gives way; null: nothing to say.
    table.jsonb('starter_note');
    // An admin has chosen the name, so the setup form does not replace it.
    table.boolean('is_name_operators').notNullable().defaultTo(false);
  });
  await knex.raw(`
    update radio_stations s set is_name_operators = true
    from audit_log a
    where a.user_id = s.user_id and a.action = 'change_customer'
      and a.after -> 'station.station_name' is not null`);
  // The demo's songs, unless an admin has ever chosen a starter playlist. New installations mark them at their first start.
  await knex.raw(`
    update playlists p set starter_for = array['any']
    from radio_stations s
    join users u on u.id = s.user_id and u.email = 'demo@stationhouse.example'
    join schedule_revisions r on r.station_id = s.id and r.number = 1
    where p.id::text = r.playlists -> 0 ->> 'playlist_id' and p.archived_at is null
      and not exists (select from playlists where starter_for <> '{}')
      and not exists (
        select from audit_log where action = 'change_playlist' and after -> 'starter_for' is not null
      )`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('radio_stations', (table) =>
    table.dropColumns('starter_asked_at', 'starter_note', 'is_name_operators'),
  );
}
