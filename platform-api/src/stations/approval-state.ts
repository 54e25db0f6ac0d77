// How far stations are before their first air, and whether they wait for their members.
import type { Knex } from 'knex';
import type { ApprovalState } from '../../contract/approval/values.ts';
import { Profile } from '../accounts/profile.ts';
import type { RadioStation } from './station.ts';

/** A member’s answer. */
interface Answer {
  /** The newest revision of the schedule at the time. */
  revision: number;
  /** The changes that the member asks for; null: the member has approved. */
  changes: string | null;
  answered_at: Date;
}

/** The state of a station, its member’s last answer, and its newest revision. */
export interface StationApproval {
  state: ApprovalState;
  answered: Answer | undefined;
  newest: number;
}

/** The same of several stations, by their ids. */
export async function approvalsOf(
  db: Knex,
  stations: readonly RadioStation[],
): Promise<Map<string, StationApproval>> {
  const { rows } = await db.raw<{ rows: { id: string; newest: number; answer: Answer | null }[] }>(
    `select s.id, coalesce((select max(number) from schedule_revisions where station_id = s.id), 0) as newest,
       (select json_build_object('revision', revision, 'changes', changes, 'answered_at', answered_at)
        from station_approvals where station_id = s.id) as answer
     from unnest(?::uuid[]) as s (id)`,
    [stations.map(({ id }) => id)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    stations.map((station) => {
      const { newest = 0, answer = null } = found.get(station.id) ?? {};
      const answered = answer
        ? { ...answer, answered_at: new Date(answer.answered_at) }
        : undefined;
      return [station.id, { state: stateOf(station, answered, newest), answered, newest }];
    }),
  );
}

export async function approvalOf(db: Knex, station: RadioStation): Promise<StationApproval> {
  const found = (await approvalsOf(db, [station])).get(station.id);
  if (!found) throw new Error('Each station that is asked for is in the answer.');
  return found;
}

/** Stores the answer of a station's member; an earlier one is replaced. */
export async function saveAnswer(trx: Knex, station_id: string, answer: Answer): Promise<void> {
  await trx('station_approvals')
    .insert({ station_id, ...answer })
    .onConflict('station_id')
    .merge(answer);
}

/** The answer of a station's member. */
export const answerOf = (db: Knex, station_id: string): Promise<Answer | undefined> =>
  db('station_approvals').where({ station_id }).first('revision', 'changes', 'answered_at');

function stateOf(
  { status, setup_completed_at, is_on_air_here }: RadioStation,
  answered: Answer | undefined,
  newest: number,
): ApprovalState {
  if (status !== 'setup_pending' || setup_completed_at !== null) return 'on_air';
  if (!is_on_air_here) return 'not_ready';
  if (!answered) return 'waiting';
  if (answered.changes === null) return 'approved';
  return newest > answered.revision ? 'waiting' : 'changes_wanted';
}

/**
 * Whether a station is never heard before its member has said yes: the operator or the member wants that. One with an
 * outside stream cannot be heard first.
 */
export async function needsApproval(
  db: Knex,
  { user_id, setup_completed_at, is_on_air_here, stream_url }: RadioStation,
  operatorWaits: boolean,
): Promise<boolean> {
  if (setup_completed_at !== null || (!is_on_air_here && stream_url !== null)) return false;
  if (operatorWaits) return true;
  const profile = await Profile.find(db, user_id);
  return profile?.hears_first ?? false;
}

/** Whether a station that plays from here must not go live yet. */
export async function waitsForYes(
  db: Knex,
  station: RadioStation,
  operatorWaits: boolean,
): Promise<boolean> {
  if (!station.is_on_air_here || !(await needsApproval(db, station, operatorWaits))) return false;
  const { answered } = await approvalOf(db, station);
  return answered === undefined || answered.changes !== null;
}

/** When the programme that is to be heard was published. */
export async function newestAt(db: Knex, { id: station_id }: RadioStation): Promise<Date> {
  const row = await db('schedule_revisions')
    .where({ station_id })
    .whereNot({ cause: 'playlist' })
    .max<{ at: Date }>('committed_at as at')
    .first();
  return row?.at ?? new Date(0);
}
