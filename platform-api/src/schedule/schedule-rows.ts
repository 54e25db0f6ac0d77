import type { Knex } from 'knex';
import type { PromiseFigures } from '../../contract/schedule/schemas.ts';
import { AppError } from '../errors.ts';
import { RadioStation } from '../stations/station.ts';
import type { ModelObject } from 'objection';
import type { ScheduleRevision as Revision, StationSchedule } from './table.ts';
import { userEmails } from '../accounts/user.ts';

/** A row of `station_schedules`. */
export type ScheduleRow = ModelObject<StationSchedule> & { changed_by_email: string | null };

/** A row of `schedule_revisions`, without its document. */
export type RevisionRow = Omit<
  ModelObject<Revision>,
  'station_id' | 'document' | 'committed_by' | 'asset_ids' | 'prepared_file_ids'
> & { committed_by_email: string | null };

/** A station with its schedule. */
export interface ScheduleRows {
  station: RadioStation;
  /** Undefined: no draft was saved. */
  schedule: ScheduleRow | undefined;
  /** Undefined: it was never on air here. */
  newest: RevisionRow | undefined;
}

/** @throws `not_found`, also for a station whose payment is pending */
export async function findStation(db: Knex, stationId: string): Promise<RadioStation> {
  const station = await RadioStation.findBought(db, stationId);
  if (!station) throw new AppError('not_found');
  return station;
}

/** The revisions of a station with the addresses of those who published them, newest first. */
export const revisionsOf = (db: Knex, stationId: string) =>
  db('schedule_revisions as r')
    .leftJoin(userEmails(db).as('u'), 'u.id', 'r.committed_by')
    .where({ station_id: stationId })
    .orderBy('number', 'desc')
    .select<RevisionRow[]>(
      'r.number',
      'r.cause',
      'r.restored_from',
      'r.note',
      'r.committed_at',
      'r.draft',
      'r.playlists',
      'u.email as committed_by_email',
    );

/** @throws `not_found` */
export async function readSchedule(db: Knex, stationId: string): Promise<ScheduleRows> {
  const station = await findStation(db, stationId);
  const [schedule, [newest]] = await Promise.all([
    db('station_schedules as s')
      .leftJoin(userEmails(db).as('u'), 'u.id', 's.changed_by')
      .where({ station_id: stationId })
      .first<ScheduleRow | undefined>('s.*', 'u.email as changed_by_email'),
    revisionsOf(db, stationId).limit(1),
  ]);
  return { station, schedule, newest };
}

/**
 * Locks a station's row until the transaction ends, so that changes of its schedule come one after another.
 * @throws `not_found`
 */
export async function lockSchedule(trx: Knex, stationId: string): Promise<ScheduleRows> {
  await RadioStation.lock(trx, stationId);
  return readSchedule(trx, stationId);
}

export const presentRevision = ({
  committed_at,
  committed_by_email,
  draft: _draft,
  playlists: _playlists,
  ...row
}: RevisionRow) => ({ ...row, published_at: committed_at, published_by: committed_by_email });

/** The figures that the schedule in force at a time promised; null: not kept. */
export async function promisedFigures(
  db: Knex,
  station_id: string,
  at: number,
): Promise<PromiseFigures | null> {
  const row = await db('schedule_revisions')
    .where({ station_id })
    .where('committed_at', '<', new Date(at))
    .whereNotNull('figures')
    .orderBy('number', 'desc')
    .first<{ figures: PromiseFigures } | undefined>('figures');
  return row?.figures ?? null;
}
