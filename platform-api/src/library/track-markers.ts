// A track's segue and intro as admins know them: in seconds, measured or moved by hand.
import type { Knex } from 'knex';
import type { ModelObject } from 'objection';
import { longestMarker, TRACK_MARKERS, type TrackMarker } from '../../contract/library/values.ts';
import { SAMPLE_RATE, UNIT_SAMPLES } from '../audio/unit.ts';
import { mostUnits } from '../preparation/segue-points.ts';
import { soundAsJson } from '../preparation/sound-queries.ts';
import type { Track } from './table.ts';

type TrackRow = ModelObject<Track>;

/** A track with what was measured of its sound. */
export interface MeasuredTrack extends TrackRow {
  sound: { units: number | null; segue_units: number | null; intro_units: number | null };
}

/** The column `sound` of a query of tracks. @param table the name of `library_tracks` in the query */
export const measuredSound = (db: Knex, table = 'library_tracks'): Knex.Raw =>
  db.raw(
    `${soundAsJson(`${table}.prepared_file_id`, ['units', 'segue_units', 'intro_units'])} as sound`,
  );

const MARKERS = Object.keys(TRACK_MARKERS) as TrackMarker[];

/** To the millisecond. */
const secondsOf = (units: number): number =>
  Math.round((units * UNIT_SAMPLES * 1_000) / SAMPLE_RATE) / 1_000;

const secondsOrNull = (units: number | null): number | null =>
  units === null ? null : secondsOf(units);

/** The markers in force. */
export const presentMarkers = ({ segue_units, intro_units, sound }: MeasuredTrack) => ({
  segue_seconds: secondsOrNull(segue_units ?? sound.segue_units),
  is_segue_moved: segue_units !== null,
  intro_seconds: secondsOrNull(intro_units ?? sound.intro_units),
  is_intro_moved: intro_units !== null,
});

/** The markers as they were measured, and the length of the item in which they lie. */
export const presentMeasured = ({ sound }: MeasuredTrack) => ({
  aired_seconds: secondsOrNull(sound.units),
  measured_segue_seconds: secondsOrNull(sound.segue_units),
  measured_intro_seconds: secondsOrNull(sound.intro_units),
});

/** A change of markers in seconds. Null: as measured. */
export type MarkerChange = { [marker in `${TrackMarker}_seconds`]?: number | null | undefined };

const SHARES = { segue: 'a quarter', intro: 'a half' } as const;

/** Why a track can't have such markers; null: it can. */
export function markerFault(
  { sound: { units } }: MeasuredTrack,
  change: MarkerChange,
): { field: keyof MarkerChange; message: string } | null {
  for (const marker of MARKERS) {
    const [field, seconds] = [`${marker}_seconds` as const, change[`${marker}_seconds`]];
    if (seconds === undefined || seconds === null) continue;
    if (units === null) {
      return { field, message: 'This track is not ready for the air. Try again in a minute.' };
    }
    const longest = longestMarker(marker, secondsOf(units));
    if (seconds <= longest) continue;
    const most = Math.floor(longest * 10) / 10;
    const limits = `at most ${TRACK_MARKERS[marker].seconds} s, and ${SHARES[marker]} of the track`;
    return { field, message: `Please enter a number from 0 to ${most}: ${limits}.` };
  }
  return null;
}

/** The columns that a change of markers writes. Values that are in force already are no change. */
export function changedMarkers(
  track: MeasuredTrack,
  change: MarkerChange,
): { before: MarkerChange; after: MarkerChange; columns: Partial<TrackRow> } {
  const before: MarkerChange = {};
  const after: MarkerChange = {};
  const columns: Partial<TrackRow> = {};
  for (const marker of MARKERS) {
    const [column, name] = [`${marker}_units`, `${marker}_seconds`] as const;
    const seconds = change[name];
    if (seconds === undefined) continue;
    const units = seconds === null ? null : inUnits(marker, seconds, track.sound.units ?? 0);
    const current = units === null ? track[column] : (track[column] ?? track.sound[column]);
    if (units === current) continue;
    before[name] = secondsOrNull(track[column]);
    after[name] = secondsOrNull(units);
    columns[column] = units;
  }
  return { before, after, columns };
}

/** The nearest place on the grid. @param units the length of the track */
export const inUnits = (marker: TrackMarker, seconds: number, units: number): number =>
  Math.min(mostUnits(marker, units), Math.round((seconds * SAMPLE_RATE) / UNIT_SAMPLES));
