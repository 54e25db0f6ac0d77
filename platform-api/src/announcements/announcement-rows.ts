import type { Knex } from 'knex';
import { ANNOUNCEMENTS_AN_HOUR, MAX_ANNOUNCEMENT_SECONDS } from '../../contract/schedule/values.ts';
import { PACKAGE_NAMES, type PackageName } from '../../contract/billing/prices.ts';
import { AppError } from '../errors.ts';
import type { PreparedFile } from '../preparation/prepared-files.ts';
import type { RadioStation } from '../stations/station.ts';
import type { Item } from '../timeline/airing.ts';
import type { Planned } from './due-moments.ts';
import type { ModelObject } from 'objection';
import type { Announcement, AnnouncementAiring } from './table.ts';
import { soundAsJson } from '../preparation/sound-queries.ts';

/** A row of `announcements`. */
export type AnnouncementRow = ModelObject<Announcement>;

/** A row with its prepared file. */
export interface KnownRow extends AnnouncementRow {
  file: Pick<
    PreparedFile,
    'state' | 'problem' | 'renditions' | 'duration_seconds' | 'peaks' | 'units'
  > | null;
}

/** A row of `announcement_airings`. It is settled once it has aired, was missed or was withdrawn. */
export type AiringRow = ModelObject<AnnouncementAiring>;

const SOUND_COLUMNS = [
  'state',
  'problem',
  'renditions',
  'duration_seconds',
  'peaks',
  'units',
] as const;

/** Announcements with their files. */
export const knownRows = (db: Knex) =>
  db('announcements as a')
    .whereNull('a.removed_at')
    .select<KnownRow[]>(
      'a.*',
      db.raw(`${soundAsJson('a.prepared_file_id', SOUND_COLUMNS)} as file`),
    );

/** Those that may still be due. */
export const openRows = (db: Knex, stationId: string) =>
  knownRows(db)
    .where({ 'a.station_id': stationId })
    .whereNotNull('a.plan')
    .whereNull('a.paused_at')
    .whereNull('a.stopped')
    .whereNull('a.over_at');

/** @throws `not_found` */
export async function findRow(
  db: Knex,
  { userId, id }: { userId: string; id: string },
): Promise<KnownRow> {
  const row = await knownRows(db).where({ 'a.id': id, 'a.user_id': userId }).first();
  if (!row) throw new AppError('not_found');
  return row;
}

/** Airings that are neither over nor withdrawn. */
export const unsettled = (db: Knex) =>
  db('announcement_airings').whereNull('withdrawn_at').whereNull('aired_at').whereNull('missed');

/** The announcements that a station may air in an hour; a station without a package has the smallest. */
export const maxPerHour = ({ package_name }: Pick<RadioStation, 'package_name'>): number =>
  ANNOUNCEMENTS_AN_HOUR[package_name ?? 'Starter'];

/** The packages that have no announcements. */
export const WITHOUT_ANNOUNCEMENTS: PackageName[] = PACKAGE_NAMES.filter(
  (name) => ANNOUNCEMENTS_AN_HOUR[name] === 0,
);

/** The plan with the zone of its times; null: it has no plan yet. */
export const plannedOf = (
  { plan, planned_at }: Pick<AnnouncementRow, 'plan' | 'planned_at'>,
  zone: string,
): Planned | null => plan && { plan, plannedAt: planned_at?.getTime() ?? 0, zone };

export const isTooLong = ({ file }: Pick<KnownRow, 'file'>): boolean =>
  file?.problem === 'too_long' || (file?.duration_seconds ?? 0) > MAX_ANNOUNCEMENT_SECONDS;

/** An announcement as it airs; null: its sound is not ready or too long. */
export function itemOf(row: KnownRow): Item | null {
  const { id, title, file } = row;
  if (file?.state !== 'ready' || !file.renditions?.mp3_128 || !file.units || isTooLong(row)) {
    return null;
  }
  const renditions = Object.fromEntries(
    Object.entries(file.renditions).map(([name, { size_bytes: _size, ...rendition }]) => [
      name,
      rendition,
    ]),
  );
  const none = { artist: null, album: null, cover_key: null };
  return { id, kind: 'announcement', title, ...none, units: file.units, renditions };
}

/** How an airing of a station's announcements ended. */
export type SettledAiring = Pick<AiringRow, 'announcement_id' | 'due_at' | 'aired_at' | 'missed'>;

/**
 * Airings that were due within a span and have aired or were missed, in order.
 * @param which of a station, or of one announcement
 */
export const settledAirings = (
  db: Knex,
  which: { station_id: string } | { announcement_id: string },
  { from, to }: { from: number; to: number },
): Promise<SettledAiring[]> =>
  db('announcement_airings')
    .where(which)
    .whereNull('withdrawn_at')
    .where((is) => is.whereNotNull('aired_at').orWhereNotNull('missed'))
    .where('due_at', '>=', new Date(from))
    .where('due_at', '<', new Date(to))
    .orderBy('due_at')
    .select('announcement_id', 'due_at', 'aired_at', 'missed');

/** When each announcement of a station last aired, by its id. */
export async function lastAirings(db: Knex, station_id: string): Promise<Map<string, Date>> {
  const rows: { id: string; at: Date }[] = await db('announcement_airings')
    .where({ station_id })
    .whereNotNull('aired_at')
    .groupBy('announcement_id')
    .select('announcement_id as id', db.raw('max(aired_at) as at'));
  return new Map(rows.map(({ id, at }) => [id, at]));
}
