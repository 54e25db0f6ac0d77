// Queries of tracks and playlists for other features, and relations that their own queries join.
import type { Knex } from 'knex';
import { MEASURED_LATELY } from '../preparation/sound-queries.ts';

/** SQL: the tracks that may air, to be joined: neither retired nor, if the operator says so, without an ISRC or a label. */
export const TRACKS_IN_USE = `(
  select id, prepared_file_id, title, artist, album, cover_key, is_explicit, genre, mood, energy, segue_units, intro_units
  from library_tracks where retired_at is null and (
    system_station is not null or (isrc is not null and label is not null)
    or coalesce((select airs_incomplete_tracks from library_settings), true)
  )
)`;

/** SQL: when the choice of tracks that may air last changed. */
export const CHOICE_CHANGED = '(select changed_at from library_settings)';

/** SQL: the tracks with their sounds, to be joined. */
export const TRACK_SOUNDS = '(select id, prepared_file_id from library_tracks)';

/** SQL: the tracks whose segue or intro was moved by hand, or measured by a job, since `:lately`. */
export const MARKED_LATELY = `
  select id, segue_moved_at as at from library_tracks where segue_moved_at > :lately
  union all
  select t.id, f.at from library_tracks t join (${MEASURED_LATELY}) f on f.id = t.prepared_file_id`;

/** SQL: the playlists that are not archived, to be joined. */
export const PLAYLISTS_IN_USE = `(
  select id, name, is_in_order, system_station from playlists where archived_at is null
)`;

/** SQL: all versions of playlists, to be joined. */
export const PLAYLIST_VERSIONS =
  '(select id, playlist_id, number, track_ids, created_at from playlist_versions)';

/** SQL: the newest version of a playlist. @param id the column of the playlist */
export const newestVersion = (id: string): string => `(
  select id, number, rule, track_ids, duration_seconds from playlist_versions
  where playlist_id = ${id} order by number desc limit 1
)`;

/** Tracks with their titles, to be joined. */
export const trackTitles = (db: Knex) => db('library_tracks').select('id', 'title', 'artist');

export const findTitle = (
  db: Knex,
  id: string,
): Promise<{ title: string; artist: string | null } | undefined> =>
  db('library_tracks').where({ id }).first('title', 'artist');

/** The names of playlists and tracks, by their ids. */
export async function namesOf(db: Knex, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.raw<{ rows: { id: string; name: string }[] }>(
    `select id, name from playlists where id = any(:ids::uuid[])
     union all select id, title from library_tracks where id = any(:ids::uuid[])`,
    { ids },
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The playlists of versions, by the versions' ids. */
export async function playlistsOf(
  db: Knex,
  versions: readonly string[],
): Promise<Map<string, { playlist_id: string; name: string }>> {
  const rows: { id: string; playlist_id: string; name: string }[] = await db(
    'playlist_versions as v',
  )
    .join('playlists as p', 'p.id', 'v.playlist_id')
    .whereIn('v.id', versions)
    .select('v.id', 'v.playlist_id', 'p.name');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Playlists that have a newer version than the ones given. */
export async function newerPlaylists(
  db: Knex,
  used: readonly { playlist_id: string; number: number }[],
): Promise<{ playlist_id: string; name: string; number: number; newest: number }[]> {
  const { rows } = await db.raw<{
    rows: { playlist_id: string; name: string; number: number; newest: number }[];
  }>(
    `select p.id as playlist_id, p.name, u.number, v.newest
     from jsonb_to_recordset(?::jsonb) as u (playlist_id uuid, number int)
     join playlists p on p.id = u.playlist_id
     cross join lateral (
       select max(number) as newest from playlist_versions where playlist_id = p.id
     ) v
     where v.newest > u.number order by p.name`,
    [JSON.stringify(used)],
  );
  return rows;
}

/**
 * Notes the day on which tracks have aired: at most one write per track and day, over all stations.
 * @param day '2026-12-28', in UTC
 */
export async function noteLastAired(
  trx: Knex,
  day: string,
  trackIds: ReadonlySet<string>,
): Promise<void> {
  // Sorted, so that two transactions can't wait for each other.
  await trx.raw(
    `insert into track_airings (track_id, last_aired_on)
     select id, :day from unnest(:ids::uuid[]) as aired (id)
     where id in (select id from library_tracks) order by id
     on conflict (track_id) do update set last_aired_on = excluded.last_aired_on
     where track_airings.last_aired_on < excluded.last_aired_on`,
    { day, ids: [...trackIds].toSorted() },
  );
}

/** The tags of a track that collecting societies ask for. */
export interface TrackCodes {
  id: string;
  title: string;
  artist: string | null;
  album: string | null;
  composer: string | null;
  label: string | null;
  isrc: string | null;
  duration_seconds: number;
}

/** @param ids of tracks; unknown ones are left out */
export const trackCodes = (db: Knex, ids: readonly string[]): Promise<TrackCodes[]> =>
  db('library_tracks')
    .whereIn('id', [...ids])
    .select('id', 'title', 'artist', 'album', 'composer', 'label', 'isrc', 'duration_seconds');
