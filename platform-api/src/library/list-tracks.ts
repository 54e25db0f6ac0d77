import type { Knex } from 'knex';
import { z } from 'zod';
import type { listLibraryTracks } from '../../contract/library/tracks.ts';
import { TRACK_SORTS, type TrackSort } from '../../contract/library/values.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import { measuredSound, type MeasuredTrack } from './track-markers.ts';

/** Which tracks are wanted. Of several values of a tag, a track has one. Empty lists and texts admit all. */
export interface TrackFilter {
  search?: string | undefined;
  genres?: string[] | undefined;
  moods?: string[] | undefined;
  languages?: string[] | undefined;
  labels?: string[] | undefined;
  energy_from?: number | undefined;
  energy_to?: number | undefined;
  year_from?: number | undefined;
  year_to?: number | undefined;
  is_explicit?: boolean | undefined;
  /** A day (UTC). */
  added_from?: string | undefined;
  missing?: 'isrc' | 'label' | 'composer' | 'any' | undefined;
  is_retired: boolean;
  /** Of the stations that come with the program, instead of the operator's. */
  is_system: boolean;
}

/** More words make a search no better. */
const MAX_WORDS = 10;

/** The beginning of an ISRC with hyphens, as it is printed. */
const HYPHENED_ISRC = /^[a-z]{2}-[a-z\d]{3}(?:-\d{0,2}(?:-\d{0,5})?)?$/i;

/** Narrows a query of library_tracks down. */
export function matchTracks<Query extends Knex.QueryBuilder>(
  query: Query,
  filter: TrackFilter,
): Query {
  const { genres, moods, languages, labels, is_explicit, added_from, missing } = filter;
  const { is_retired, is_system } = filter;
  const words = (filter.search ?? '').split(/\s+/).filter((word) => word !== '');
  for (const word of words.slice(0, MAX_WORDS)) {
    // `%` and `_` in the search text are escaped, so that they match themselves.
    void query.whereRaw(
      String.raw`search like '%' || regexp_replace(folded(?), '([\\%_])', '\\\1', 'g') || '%'`,
      [HYPHENED_ISRC.test(word) ? word.replaceAll('-', '') : word],
    );
  }
  const tags = { genre: genres, mood: moods, language: languages, label: labels };
  for (const [tag, values = []] of Object.entries(tags)) {
    if (values.length === 0) continue;
    void query.whereRaw(`folded(${tag}) in (${values.map(() => 'folded(?)').join(', ')})`, values);
  }
  for (const column of ['energy', 'year'] as const) {
    const [from, to] = [filter[`${column}_from`], filter[`${column}_to`]];
    if (from !== undefined) void query.where(column, '>=', from);
    if (to !== undefined) void query.where(column, '<=', to);
  }
  if (is_explicit !== undefined) void query.where({ is_explicit });
  if (added_from !== undefined) void query.where('created_at', '>=', new Date(added_from));
  if (missing === 'any') void query.whereRaw('(isrc is null or label is null or composer is null)');
  else if (missing !== undefined) void query.whereNull(missing);
  void (is_retired ? query.whereNotNull('retired_at') : query.whereNull('retired_at'));
  void (is_system ? query.whereNotNull('system_station') : query.whereNull('system_station'));
  return query;
}

/** The expression of each order. Titles and artists are folded, as their indexes are. */
const SORTED_BY: Record<TrackSort, string> = {
  title: 'folded(title)',
  artist: "folded(coalesce(artist, ''))",
  created_at: 'created_at',
  duration_seconds: 'duration_seconds',
};

/** A cursor names its order and the last track: tracks are never deleted. */
const Place = z.tuple([z.enum(TRACK_SORTS), z.enum(['asc', 'desc']), z.uuid()]);

type Query = Omit<z.output<typeof listLibraryTracks.query>, 'limit' | 'cursor'>;

/** The filter of a list’s query, which names one value of each tag. */
const filterOf = ({ genre, mood, language, label, ...others }: Query): TrackFilter => ({
  ...others,
  genres: listed(genre),
  moods: listed(mood),
  languages: listed(language),
  labels: listed(label),
});

const listed = (value: string | undefined): string[] => (value ? [value] : []);

/**
 * A page of tracks.
 * @throws `validation_failed` for an invalid cursor, or one of another order
 */
export async function listTracks(
  db: Knex,
  { limit, cursor, ...query }: Query & { limit: number; cursor?: string | undefined },
): Promise<{ data: MeasuredTrack[]; has_more: boolean; next_cursor: string | null }> {
  const { sort, order } = query;
  const column = SORTED_BY[sort];
  const tracks = matchTracks(db('library_tracks'), filterOf(query))
    .select('library_tracks.*', measuredSound(db))
    .orderByRaw(`${column} ${order}, id ${order}`)
    // One row more than the page shows whether another page follows.
    .limit(limit + 1);
  if (cursor !== undefined) {
    const [, , id] = readCursor(
      cursor,
      Place.refine(([named, direction]) => named === sort && direction === order),
    );
    // Compared within the database, which has microseconds and its own order of letters.
    void tracks.whereRaw(
      `(${column}, id) ${order === 'asc' ? '>' : '<'}
        ((select ${column} from library_tracks where id = ?), ?)`,
      [id, id],
    );
  }
  const found: MeasuredTrack[] = await tracks;
  const data = found.slice(0, limit);
  const last = found.length > limit ? data.at(-1) : undefined;
  return {
    data,
    has_more: last !== undefined,
    next_cursor: last ? cursorAt([sort, order, last.id]) : null,
  };
}
