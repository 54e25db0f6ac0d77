import type { Knex } from 'knex';

/** Marks the music of the stations that come with the program: it is no music of the operator's library. */
export async function up(knex: Knex): Promise<void> {
  // The slug of the station that came with it; null: the operator's.
  await knex.raw(`alter table library_tracks add column system_station text`);
  await knex.raw(`alter table playlists add column system_station text`);
  // The first revision of such a station was published at the start of the program, with the first version of a new
  // playlist. Names and files tell an admin's own work apart.
  await knex.raw(`
    with seeded as (
      select s.station_slug, (used ->> 'playlist_id')::uuid as playlist_id
      from users u
      join radio_stations s on s.user_id = u.id
      join schedule_revisions r on r.station_id = s.id and r.number = 1 and r.committed_by is null
      cross join lateral jsonb_array_elements(r.playlists) as used
      where u.email = s.station_slug || '@stationhouse.example' and s.station_slug in ('demo', 'tones')
    ), marked as (
      update playlists p set system_station = seeded.station_slug
      from seeded where p.id = seeded.playlist_id
    )
    update library_tracks t set system_station = seeded.station_slug
    from seeded join playlist_versions v on v.playlist_id = seeded.playlist_id and v.number = 1
    where t.id = any(v.track_ids) and t.added_by is null
      and t.file_name like seeded.station_slug || '/%'
  `);
  await knex.raw(
    `update playlists set starter_for = '{}' where system_station = 'tones' and starter_for <> '{}'`,
  );
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['library_tracks', 'playlists']) {
    await knex.schema.alterTable(table, (columns) => columns.dropColumn('system_station'));
  }
}
