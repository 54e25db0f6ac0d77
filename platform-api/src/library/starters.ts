// Starter playlists: which songs they have, and which new stations they could not carry.
import type { Knex } from 'knex';
import { z } from 'zod';
import type { Playlist } from '../../contract/library/playlists.ts';
import { MIN_STARTER_SONGS, type StarterUse } from '../../contract/setup/values.ts';
import { SAMPLE_RATE, UNIT_SAMPLES } from '../audio/unit.ts';
import type { Job } from '../jobs/job.ts';
import { READY_SOUNDS } from '../preparation/sound-queries.ts';

/** Starts the starter programmes of stations that wait for one. */
export const START_WAITING: Job<object> = {
  name: 'start_waiting',
  payload: z.object({}),
  schedule: '*/5 * * * *',
};

/** A starter playlist with its songs that can air. */
export interface StarterPlaylist {
  id: string;
  name: string;
  is_in_order: boolean;
  starter_for: StarterUse[];
  songs: number;
  explicit_songs: number;
  /** Of all songs together, and of the longest one. */
  seconds: number;
  longest_seconds: number;
  /** Of the artist with most songs. */
  songs_of_artist: number;
}

const SECONDS = `${UNIT_SAMPLES}::float8 / ${SAMPLE_RATE}`;

/** The playlists in use that are a starter, with their songs: ready ones that are not retired. */
export async function starterPlaylists(
  db: Knex,
  ids: string[] | null = null,
): Promise<StarterPlaylist[]> {
  const { rows } = await db.raw<{ rows: StarterPlaylist[] }>(
    `with usable as (
       select p.id, t.artist, t.is_explicit, f.units
       from playlists p
       cross join lateral (
         select track_ids from playlist_versions where playlist_id = p.id order by number desc limit 1
       ) v
       join library_tracks t on t.id = any(v.track_ids) and t.retired_at is null
       join ${READY_SOUNDS} f on f.id = t.prepared_file_id
       where p.starter_for <> '{}' and p.archived_at is null
     )
     select p.id, p.name, p.is_in_order, p.starter_for, counted.*,
       coalesce((
         select max(songs) from (
           select count(*)::int as songs from usable
           where id = p.id and artist is not null group by folded(artist)
         ) by_artist
       ), 1) as songs_of_artist
     from playlists p
     cross join lateral (
       select count(*)::int as songs, (count(*) filter (where is_explicit))::int as explicit_songs,
         coalesce(sum(units), 0) * ${SECONDS} as seconds, coalesce(max(units), 0) * ${SECONDS} as longest_seconds
       from usable where usable.id = p.id
     ) counted
     where p.starter_for <> '{}' and p.archived_at is null
       and (:ids::uuid[] is null or p.id = any(:ids::uuid[]))
     order by p.id`,
    { ids },
  );
  return rows;
}

type Presented = z.input<typeof Playlist>;

/** Adds to each playlist the stations that it could not carry. */
export async function withFindings(
  db: Knex,
  rows: Omit<Presented, 'starter_findings'>[],
): Promise<Presented[]> {
  const ids = rows.flatMap(({ id, starter_for }) => (starter_for.length > 0 ? [id] : []));
  const starters = ids.length === 0 ? [] : await starterPlaylists(db, ids);
  const found = new Map(starters.map((one) => [one.id, findingsOf(one)]));
  return rows.map((row) => ({ ...row, starter_findings: found.get(row.id) ?? [] }));
}

function findingsOf(playlist: StarterPlaylist): Presented['starter_findings'] {
  const { starter_for: uses, songs, explicit_songs } = playlist;
  const instead = uses.includes('any')
    ? 'They wait until it has more, or you choose another.'
    : 'They start with the playlist for all others instead.';
  if (songs < MIN_STARTER_SONGS) {
    const message =
      songs === 0
        ? `It has no song that is ready for the air, so it can start no station. ${instead}`
        : `It has 1 song, which would air twice in a row, so it can start no station. ${instead}`;
    return [{ carries: 'none', uses, message }];
  }
  if (explicit_songs === 0) return [];
  const message = `It has ${explicit_songs} explicit ${explicit_songs === 1 ? 'song' : 'songs'}, so it can’t start stations that refuse those. ${instead}`;
  return [{ carries: 'some', uses, message }];
}
