import type { Knex } from 'knex';
import type { z } from 'zod';
import type { changeLibraryTracks, listLibraryTags } from '../../contract/library/tracks.ts';
import type { LibraryTrack, TrackChange } from '../../contract/library/track-schemas.ts';
import { MAX_STATIONS_SHOWN, MAX_TAG_VALUES } from '../../contract/library/values.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError, refuse } from '../errors.ts';
import { likelyReadings } from '../foreign-text.ts';
import { findAlike } from './find-alike.ts';
import {
  changedMarkers,
  markerFault,
  measuredSound,
  presentMarkers,
  type MeasuredTrack,
} from './track-markers.ts';
import { noteCompleted } from './settings.ts';
import type { TrackFiles } from './track-files.ts';
import type { ModelObject } from 'objection';
import type { Track } from './table.ts';
import { measuredSounds } from '../preparation/sound-queries.ts';

/** A row of library_tracks. */
export type TrackRow = ModelObject<Track>;

/** A track as the contract describes it. */
export function presentTrack(row: MeasuredTrack, files: TrackFiles): z.input<typeof LibraryTrack> {
  const { cover_key, title, artist, album } = row;
  return {
    ...row,
    ...presentMarkers(row),
    likely_readings: likelyReadings({ title, artist, album }),
    cover_url: cover_key === null ? null : files.urlOf({ key: cover_key }),
  };
}

/** A track with its audio, as the database has it. */
export interface TrackWithAudio extends MeasuredTrack {
  peaks: number[] | null;
  loudness_lufs: number | null;
  is_quieter: boolean;
  /** The MP3 that airs; null until it is prepared. */
  rendition: { key: string; size_bytes: number } | null;
  fingerprint: number[] | null;
  fingerprint_keys: number[] | null;
  playlists: { id: string; name: string }[];
  stations: TrackStation[];
  /** A UTC day; null: never, or not before today. */
  last_aired_on: string | null;
  alike: Pick<TrackRow, 'id' | 'title' | 'artist'>[];
}

/** A station on air here. */
interface TrackStation {
  id: string;
  user_id: string;
  station_slug: string;
  station_name: string | null;
}

/** The stations on air here whose newest schedules hold a track: in a playlist, or at fixed times. */
const STATIONS_OF = `
  with versions as (
    select playlist_id, number from playlist_versions where track_ids @> array[:id::uuid]
  )
  select s.id, s.user_id, s.station_slug, s.station_name from radio_stations s
  cross join lateral (
    select playlists, draft from schedule_revisions
    where station_id = s.id order by number desc limit 1
  ) r
  where s.is_on_air_here and (
    exists (
      select from jsonb_to_recordset(r.playlists) as used (playlist_id uuid, number int)
      join versions using (playlist_id, number)
    )
    or r.draft->'fixed_items' @> jsonb_build_array(jsonb_build_object('item_id', :id::text))
  )
  order by s.station_slug limit :most`;

/** @throws `not_found` */
export async function findTrack(db: Knex, id: string): Promise<TrackWithAudio> {
  const [track, playlists, { rows: stations }] = await Promise.all([
    db('library_tracks as t')
      .join(measuredSounds(db).as('f'), 'f.id', 't.prepared_file_id')
      .where('t.id', id)
      .first<TrackWithAudio | undefined>(
        't.*',
        'f.peaks',
        'f.loudness_lufs',
        'f.is_quieter',
        'f.fingerprint',
        'f.fingerprint_keys',
        measuredSound(db, 't'),
        db.raw("f.renditions->'mp3_128' as rendition"),
        db.raw(
          '(select last_aired_on::text from track_airings where track_id = t.id) as last_aired_on',
        ),
      ),
    db('playlists as p')
      .join('playlist_versions as v', 'v.playlist_id', 'p.id')
      .whereRaw('v.track_ids @> array[?::uuid]', [id])
      .whereRaw('v.number = (select max(number) from playlist_versions where playlist_id = p.id)')
      .whereNull('p.archived_at')
      .orderBy('p.name')
      .select<{ id: string; name: string }[]>('p.id', 'p.name'),
    db.raw<{ rows: TrackStation[] }>(STATIONS_OF, { id, most: MAX_STATIONS_SHOWN }),
  ]);
  if (!track) throw new AppError('not_found');
  return { ...track, playlists, stations, alike: await tracksAlike(db, track) };
}

/** The most alike first. */
async function tracksAlike(
  db: Knex,
  { prepared_file_id, ...track }: TrackWithAudio,
): Promise<TrackWithAudio['alike']> {
  const found = await findAlike(db, { ...track, id: prepared_file_id });
  if (found.length === 0) return [];
  const ids = found.map(({ track_id }) => track_id);
  return db('library_tracks')
    .whereIn('id', ids)
    .orderByRaw('array_position(?::uuid[], id)', [ids])
    .select('id', 'title', 'artist');
}

/** A change of tags, as they are stored. */
type TagChange = TrackChange & z.output<typeof changeLibraryTracks.body>['change'];

/**
 * Changes a track's tags and markers. Equal values are no change.
 * @throws `not_found`, and `validation_failed` for a marker that does not suit the track's length
 */
export async function changeTrack(
  db: Knex,
  actor: Actor,
  { id, change }: { id: string; change: TrackChange },
): Promise<void> {
  await db.transaction(async (trx) => {
    const [row] = await lockTracks(trx, [id]);
    if (!row) throw new AppError('not_found');
    const fault = markerFault(row, change);
    if (fault) throw refuse(fault.field, fault.message);
    const changed = await applyChange(trx, row, change);
    if (!changed) return;
    await audit(trx, actor, {
      action: 'change_track',
      user_id: null,
      before: { track_id: id, title: row.title, ...changed.before },
      after: { track_id: id, title: row.title, ...changed.after },
    });
  });
}

/**
 * Makes the same change to many tracks, all or none.
 * @returns how many are different now
 * @throws `validation_failed` when a track does not exist
 */
export async function changeTracks(
  db: Knex,
  actor: Actor,
  { track_ids, change }: z.output<typeof changeLibraryTracks.body>,
): Promise<number> {
  return db.transaction(async (trx) => {
    const rows = await lockTracks(trx, track_ids);
    const known = new Set(rows.map(({ id }) => id));
    const unknown = track_ids.findIndex((id) => !known.has(id));
    if (unknown !== -1) throw unknownTrack(unknown);
    let changed = 0;
    for (const row of rows) if (await applyChange(trx, row, change)) changed += 1;
    if (changed > 0) {
      const after = { ...change, tracks: changed };
      await audit(trx, actor, { action: 'change_tracks', user_id: null, after });
    }
    return changed;
  });
}

/** @param place in the list that was sent */
export const unknownTrack = (place: number): AppError =>
  refuse(`track_ids.${place}`, 'This track is not in the library.', 'not_found');

/** Always in the same order, so that two changes can't wait for each other. */
const lockTracks = (trx: Knex, ids: string[]): Promise<MeasuredTrack[]> =>
  trx('library_tracks')
    .whereIn('id', ids)
    .orderBy('id')
    .forUpdate()
    .select('library_tracks.*', measuredSound(trx));

/** Writes the fields that differ. @returns null when none does */
export async function applyChange(
  trx: Knex,
  row: MeasuredTrack,
  {
    is_retired = row.retired_at !== null,
    segue_seconds,
    intro_seconds,
    ...tags
  }: Partial<TagChange>,
): Promise<{ before: object; after: object } | null> {
  const markers = changedMarkers(row, { segue_seconds, intro_seconds });
  const before: Record<string, unknown> = { ...markers.before };
  const after: Record<string, unknown> = { ...markers.after };
  const columns: Record<string, unknown> = { ...markers.columns };
  if (Object.keys(columns).length > 0) columns['segue_moved_at'] = trx.fn.now();
  for (const [name, value] of Object.entries(tags)) {
    const stored = value === '' ? null : value;
    const current = row[name as keyof TrackRow];
    if (value === undefined || stored === current) continue;
    before[name] = current;
    after[name] = stored;
    columns[name] = stored;
  }
  if (is_retired !== (row.retired_at !== null)) {
    before['is_retired'] = !is_retired;
    after['is_retired'] = is_retired;
    columns['retired_at'] = is_retired ? trx.fn.now() : null;
  }
  if (Object.keys(columns).length === 0) return null;
  await trx('library_tracks')
    .where({ id: row.id })
    .update({ ...columns, updated_at: trx.fn.now() });
  if ('isrc' in columns || 'label' in columns) await noteCompleted(trx);
  return { before, after };
}

type Tags = z.input<typeof listLibraryTags.response>;

/** The values of tags that the operator's tracks in use have, and how many tracks have each. */
export async function readTagValues(db: Knex): Promise<Tags> {
  const tracks = () => db('library_tracks').where({ retired_at: null, system_station: null });
  const valuesOf = (column: string) =>
    tracks()
      .whereNotNull(column)
      .groupBy(column)
      .orderByRaw('2 desc, 1')
      .limit(MAX_TAG_VALUES)
      .select<Tags['genres']>(`${column} as value`, db.raw('count(*) as tracks'));
  const [counted, genres, moods, languages, labels] = await Promise.all([
    tracks().count<{ count: number }[]>(),
    valuesOf('genre'),
    valuesOf('mood'),
    valuesOf('language'),
    valuesOf('label'),
  ]);
  return { tracks: counted[0]?.count ?? 0, genres, moods, languages, labels };
}
