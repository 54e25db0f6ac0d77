// The music of a draft, counted by what a customer can ask for.
import type { Knex } from 'knex';
import { DAY_ENERGIES, MOODS } from '../../contract/setup/values.ts';
import { ENERGY_DETAILS, MOOD_DETAILS } from '../../contract/setup/music-wishes.ts';
import type { ScheduleDraft } from '../../contract/schedule/draft.ts';
import type { PlaylistMusic } from '../../contract/schedule/schemas.ts';
import { newestVersion, TRACKS_IN_USE } from '../library/track-queries.ts';
import { READY_SOUNDS } from '../preparation/sound-queries.ts';
import { IS_NEVER_PLAYED, neverPlayedBy } from './never-played.ts';

/** SQL: a text of the contract. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** SQL: how many songs that may air meet each condition, as JSON by names. */
const counted = (conditions: readonly (readonly [name: string, sql: string])[]): string =>
  `json_build_object(${conditions
    .map(([name, sql]) => `${quoted(name)}, count(*) filter (where not is_left_out and (${sql}))`)
    .join(', ')})`;

const BY_MOOD = counted(
  MOODS.map((mood) => {
    const genres = MOOD_DETAILS[mood].genres.map((genre) => quoted(genre.toLowerCase()));
    return [mood, `lower(mood) = ${quoted(mood)} or lower(genre) in (${genres.join(', ')})`];
  }),
);

const BY_ENERGY = counted(
  DAY_ENERGIES.map((energy) => {
    const { from, to } = ENERGY_DETAILS[energy];
    return [energy, `energy between ${from} and ${to}`];
  }),
);

const MUSIC = `
  select p.id as playlist_id, count(*) filter (where not is_left_out)::int as songs,
    count(*) filter (where is_left_out)::int as left_out,
    count(*) filter (where not is_left_out and is_explicit)::int as explicit_songs,
    ${BY_MOOD} as moods, ${BY_ENERGY} as energies
  from unnest(:playlists::uuid[]) as p (id)
  cross join lateral ${newestVersion('p.id')} v
  cross join lateral (
    select t.*, ${IS_NEVER_PLAYED} as is_left_out
    from ${TRACKS_IN_USE} t join ${READY_SOUNDS} f on f.id = t.prepared_file_id
    where t.id = any(v.track_ids) and not exists (
      select from rated_tracks where station_id = :station and track_id = t.id and rating = 'never'
    )
  ) songs
  group by p.id`;

/** The playlists of a draft as a station would air them. One without songs is left out. */
export async function musicOf(
  db: Knex,
  { id: station, user_id }: { id: string; user_id: string },
  { playlists, day_parts }: ScheduleDraft,
): Promise<PlaylistMusic[]> {
  const shares = [playlists, ...day_parts.map((part) => part.playlists)].flat();
  const { rows } = await db.raw<{ rows: PlaylistMusic[] }>(MUSIC, {
    playlists: [...new Set(shares.map(({ playlist_id }) => playlist_id))],
    station,
    never: await neverPlayedBy(db, user_id),
  });
  return rows;
}
