import type { Knex } from 'knex';
import type { PlaylistRule, PlaylistTrack } from '../../contract/library/playlists.ts';
import { MAX_RULE_TRACKS, RULE_PREVIEW_TRACKS } from '../../contract/library/values.ts';
import { type AppError, refuse } from '../errors.ts';
import { matchTracks } from './list-tracks.ts';
import { unknownTrack, type TrackRow } from './tracks.ts';
import type { PlaylistVersion } from './table.ts';

/** The tracks of a new version: a rule, or tracks in order. */
export interface Content {
  rule?: PlaylistRule | undefined;
  track_ids?: string[] | undefined;
  /** By hand, these may be of a station that comes with the program. */
  known?: readonly string[] | 'all';
}

/** A version's tracks and what is counted of them. */
export type ResolvedContent = Pick<
  PlaylistVersion,
  'rule' | 'track_ids' | 'artist_count' | 'duration_seconds'
>;

/** @throws `validation_failed` for a rule that too many tracks meet; unknown, retired or system tracks */
export async function resolveContent(
  db: Knex,
  { rule, track_ids = [], known = [] }: Content,
): Promise<ResolvedContent> {
  const ids = rule ? await tracksByRule(db, rule) : track_ids;
  if (!rule) await requireUsable(db, ids, known);
  const { artist_count, duration_seconds } = await totalsOf(
    db('library_tracks').whereRaw('id = any(?::uuid[])', [ids]),
  );
  return { rule: rule ?? null, track_ids: ids, artist_count, duration_seconds };
}

const matching = (db: Knex, rule: PlaylistRule) =>
  matchTracks(db('library_tracks'), { ...rule, is_retired: false, is_system: false });

/** In the order of their titles, so that the same tracks always give the same list. */
const byTitle = (tracks: Knex.QueryBuilder) => tracks.orderByRaw('folded(title), id');

/** @throws `validation_failed` when more tracks meet the rule than a version may have */
async function tracksByRule(db: Knex, rule: PlaylistRule): Promise<string[]> {
  const ids: string[] = await byTitle(matching(db, rule))
    .limit(MAX_RULE_TRACKS + 1)
    .pluck('id');
  if (ids.length <= MAX_RULE_TRACKS) return ids;
  const message = `More than ${MAX_RULE_TRACKS} tracks meet this rule. Please add a condition.`;
  throw refuse('rule', message, 'too_big');
}

/** @throws `validation_failed` for tracks that are unknown or retired, or that came with the program */
async function requireUsable(
  db: Knex,
  ids: string[],
  before: NonNullable<Content['known']>,
): Promise<void> {
  const rows: Pick<TrackRow, 'id' | 'title' | 'retired_at' | 'system_station'>[] = await db(
    'library_tracks',
  )
    .whereRaw('id = any(?::uuid[])', [ids])
    .select('id', 'title', 'retired_at', 'system_station');
  const isKept = (id: string) => before === 'all' || before.includes(id);
  const known = new Map(rows.map((row) => [row.id, row]));
  for (const [place, id] of ids.entries()) {
    const row = known.get(id);
    if (!row) throw unknownTrack(place);
    if (row.retired_at !== null) {
      throw unusable(
        place,
        'retired',
        `“${row.title}” is retired. Bring it back, or leave it out.`,
      );
    }
    if (row.system_station !== null && !isKept(id)) {
      throw unusable(place, 'system', `“${row.title}” came with the program. Leave it out.`);
    }
  }
}

const unusable = (place: number, code: string, message: string): AppError =>
  refuse(`track_ids.${place}`, message, code);

interface Totals {
  track_count: number;
  artist_count: number;
  duration_seconds: number;
}

async function totalsOf(tracks: Knex.QueryBuilder): Promise<Totals> {
  const [totals]: Totals[] = await tracks.select(
    tracks.client.raw(`count(*) as track_count, count(distinct folded(artist)) as artist_count,
      coalesce(sum(duration_seconds), 0) as duration_seconds`),
  );
  if (!totals) throw new Error('An aggregate always has one row.');
  return totals;
}

/** All tracks that meet a rule, counted, and some of them. */
export async function previewRule(
  db: Knex,
  rule: PlaylistRule,
): Promise<Totals & { tracks: PlaylistTrack[] }> {
  const [totals, rows] = await Promise.all([
    totalsOf(matching(db, rule)),
    byTitle(matching(db, rule)).limit(RULE_PREVIEW_TRACKS) as Promise<TrackRow[]>,
  ]);
  return { ...totals, tracks: rows.map(presentPlaylistTrack) };
}

export const presentPlaylistTrack = ({ retired_at, ...track }: TrackRow): PlaylistTrack => ({
  ...track,
  is_retired: retired_at !== null,
});

/** The tracks of a version, in their order. */
export async function readTracks(db: Knex, ids: string[]): Promise<PlaylistTrack[]> {
  const rows: TrackRow[] = await db('library_tracks').whereRaw('id = any(?::uuid[])', [ids]);
  const known = new Map(rows.map((row) => [row.id, presentPlaylistTrack(row)]));
  // Tracks are never deleted, so all are found.
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** A place in both of two lists, from 1. */
export interface Move {
  id: string;
  from_place: number;
  to_place: number;
}

/** The differences between two lists, with as few moves as explain the new order. */
export function compareLists(
  from: readonly string[],
  to: readonly string[],
): { added: string[]; removed: string[]; moved: Move[] } {
  const fromPlaces = new Map(from.map((id, place) => [id, place + 1]));
  const toPlaces = new Map(to.map((id, place) => [id, place + 1]));
  const kept = to.flatMap((id): Move[] => {
    const from_place = fromPlaces.get(id);
    return from_place === undefined ? [] : [{ id, from_place, to_place: toPlaces.get(id) ?? 0 }];
  });
  const inOrder = longestIncreasing(kept.map(({ from_place }) => from_place));
  return {
    added: to.filter((id) => !fromPlaces.has(id)),
    removed: from.filter((id) => !toPlaces.has(id)),
    moved: kept.filter((_, n) => !inOrder.has(n)),
  };
}

/** The indexes of a longest increasing subsequence (patience sorting), of distinct numbers. */
function longestIncreasing(numbers: readonly number[]): Set<number> {
  /** For each length, the index of the smallest number that ends such a subsequence. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [n, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1]);
    ends[low] = n;
  }
  const found = new Set<number>();
  for (let n = ends.at(-1); n !== undefined; n = previous[n]) found.add(n);
  return found;
}
