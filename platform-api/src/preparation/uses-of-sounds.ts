// The rows that use prepared sounds. Most of their features are above preparation, so their tables are read here.
import type { Knex } from 'knex';
import { AUDIO_SECONDS } from '../../contract/assets/values.ts';
import { LIBRARY_SECONDS } from '../../contract/library/values.ts';
import { MAX_ANNOUNCEMENT_SECONDS } from '../../contract/schedule/values.ts';
import { keysOfSound } from '../assets/asset-queries.ts';
import { IS_READY } from './sound-queries.ts';
import { originalKey } from './stored-sound.ts';
import type { PreparedFile } from './table.ts';

/** Files that are an hour old and that no track, asset, speech, announcement, upload in work or station on air uses. */
export const unusedSounds = (db: Knex) =>
  db('prepared_files as file')
    .where('file.created_at', '<', db.raw("now() - interval '1 hour'"))
    .whereNotExists(db('library_tracks').whereRaw('prepared_file_id = file.id'))
    .whereNotExists(db('assets').whereRaw('prepared_file_id = file.id'))
    .whereNotExists(db('spoken_ids').whereRaw('prepared_file_id = file.id'))
    .whereNotExists(db('announcements').whereRaw('prepared_file_id = file.id'))
    .whereNotExists(
      db('schedule_revisions as revision')
        .join('radio_stations as station', 'station.id', 'revision.station_id')
        .where({ is_on_air_here: true })
        .whereRaw('file.id = any(revision.prepared_file_ids)')
        // The newest one, and those that may still be heard.
        .whereRaw(
          `(committed_at > now() - interval '1 day' or number = (
            select max(number) from schedule_revisions where station_id = station.id))`,
        ),
    )
    .whereNotExists(
      db('library_uploads')
        .whereRaw('prepared_file_id = file.id')
        .whereIn('state', ['preparing', 'failed']),
    );

/** Sounds without AAC of stations on air here whose package has it (specification §9). */
export const WITHOUT_AAC = `
  with revisions as (
    select r.playlists, r.prepared_file_ids from radio_stations s
    cross join lateral (
      select playlists, prepared_file_ids from schedule_revisions
      where station_id = s.id order by number desc limit 1
    ) r
    where s.is_on_air_here and s.package_name = any(:packages)
  )
  select id from prepared_files
  where ${IS_READY} and renditions->'aac_64' is null
    and id in (
      select unnest(prepared_file_ids) from revisions
      union select t.prepared_file_id from revisions r
        cross join jsonb_to_recordset(r.playlists) as u (playlist_id uuid, number int)
        join playlist_versions v on v.playlist_id = u.playlist_id and v.number = u.number
        cross join unnest(v.track_ids) as listed (id)
        join library_tracks t on t.id = listed.id
    )
  order by random() limit :most`;

/** Songs that can air and were prepared before songs were measured. */
export const unmeasuredSongs = (db: Knex) =>
  db('prepared_files as file')
    .whereRaw(IS_READY)
    .where({ segue_units: null })
    .whereExists(db('library_tracks').whereRaw('prepared_file_id = file.id'));

/** The longest sound that the rows of a table may have, in seconds. */
const LONGEST = {
  library_uploads: LIBRARY_SECONDS.max,
  spoken_ids: AUDIO_SECONDS.max,
  announcements: MAX_ANNOUNCEMENT_SECONDS,
} as const;

/**
 * Where the original may be: in the library, with speech, or with customers' files; and how long it may play for the
 * one that may play longest. No sources: nothing uses it.
 */
export async function findSources(
  db: Knex,
  { id, source_hash }: Pick<PreparedFile, 'id' | 'source_hash'>,
): Promise<{ sources: string[]; max_seconds: number }> {
  const keys = new Set<string>();
  const seconds: number[] = [];
  for (const [table, longest] of Object.entries(LONGEST)) {
    const user = await db(table).where({ prepared_file_id: id }).first('id');
    if (!user) continue;
    keys.add(originalKey(source_hash));
    seconds.push(longest);
  }
  const assets = await keysOfSound(db, id);
  if (assets.length > 0) seconds.push(AUDIO_SECONDS.max);
  return { sources: [...keys, ...assets], max_seconds: Math.max(0, ...seconds) };
}

/** Whether a file was uploaded to the library. */
export const isFromLibrary = async (db: Knex, prepared_file_id: string): Promise<boolean> =>
  (await db('library_uploads').where({ prepared_file_id }).first('id')) !== undefined;
