// The background work of announcements: speaking, planning, and noting what has aired.
import type { Knex } from 'knex';
import { z } from 'zod';
import {
  ANNOUNCEMENT_HOURS_AHEAD,
  INSERTION_DAYS,
  KEEP_ANNOUNCEMENT_DAYS,
} from '../../contract/schedule/values.ts';
import { DAY_MS } from '../../contract/time.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { job, queueJob } from '../jobs/job.ts';
import { requestPreparation, type PreparedFile } from '../preparation/prepared-files.ts';
import type { Logger } from '../process/log.ts';
import { problemOf, speakText } from '../voices/speech.ts';
import type { VoiceMaker } from '../voices/voice-maker.ts';
import { WITHOUT_ANNOUNCEMENTS, type AnnouncementRow } from './announcement-rows.ts';
import { planStation } from './plan-ahead.ts';
import { settleStation, type TimelineDeps } from './settle.ts';
import { stationLabels } from '../stations/station-queries.ts';

export interface AnnouncementTaskDeps extends TimelineDeps {
  storage: Storage;
  voices: VoiceMaker;
  /** A folder of this process, for files in work. */
  uploadsDir: string;
  log: Logger;
}

export const SPEAK = job({
  name: 'speak_announcement',
  payload: z.object({ announcement_id: z.uuid(), take_id: z.uuid() }),
  isSound: true,
  run: (deps: AnnouncementTaskDeps, { announcement_id: id, take_id }, { attempt, signal }) =>
    speak(deps, { id, take_id, attempt, signal }),
});

export const PLAN = job({
  name: 'plan_announcements',
  payload: z.object({ station_id: z.uuid() }),
  run: ({ db, now }: AnnouncementTaskDeps, { station_id }) =>
    db.transaction((trx) => planStation(trx, station_id, now())),
});

export const PLAN_AND_SETTLE = job({
  name: 'keep_up_announcements',
  schedule: '* * * * *',
  run: planAndSettle,
});

export const SWEEP = job({ name: 'sweep_announcements', schedule: '41 * * * *', run: sweep });

/** Stations that one run takes, in any order: some hundred milliseconds' work for each hundred. */
const MOST_STATIONS = 300;

/** Removed ones stay for a while, because their sound may still be on air. */
const KEEP_REMOVED_HOURS = 24;

/** Has a member's text spoken. */
export const queueSpeech = (
  trx: Knex,
  member: string,
  { id, take_id }: { id: string; take_id: string },
): Promise<void> => queueJob(trx, { ...SPEAK, member }, { announcement_id: id, take_id }, id);

/**
 * Has the sound of a take prepared; the announcement then airs if it has a time.
 * @returns false when the take was replaced meanwhile
 */
export async function attachSound(
  trx: Knex,
  { id, user_id, take_id }: Pick<AnnouncementRow, 'id' | 'user_id'> & { take_id: string },
  source_hash: string,
): Promise<boolean> {
  const file = await requestPreparation(trx, { source_hash, retry: true, member: user_id });
  const rows: Pick<AnnouncementRow, 'station_id'>[] = await trx('announcements')
    .where({ id, take_id })
    .update({ prepared_file_id: file.id, problem: null })
    .returning('station_id');
  if (file.state === 'ready') await queuePlans(trx, rows);
  return rows.length > 0;
}

/** Runs in the transaction in which a sound becomes ready. */
export async function planPrepared(trx: Knex, file: PreparedFile): Promise<void> {
  if (file.state !== 'ready') return;
  const rows: Pick<AnnouncementRow, 'station_id'>[] = await trx('announcements')
    .where({ prepared_file_id: file.id, removed_at: null })
    .whereNotNull('plan')
    .distinct('station_id');
  await queuePlans(trx, rows);
}

async function queuePlans(trx: Knex, rows: Pick<AnnouncementRow, 'station_id'>[]): Promise<void> {
  for (const { station_id } of rows) await queueJob(trx, PLAN, { station_id }, station_id);
}

async function speak(
  deps: AnnouncementTaskDeps,
  asked: { id: string; take_id: string; attempt: number; signal: AbortSignal },
): Promise<void> {
  const { db, log } = deps;
  const { id, take_id, attempt, signal } = asked;
  const row: AnnouncementRow | undefined = await db('announcements')
    .where({ id, take_id, removed_at: null })
    .first();
  if (!row || row.prepared_file_id !== null || row.voice_id === null || row.text === null) return;
  const { text, voice_id, user_id } = row;
  try {
    const source_hash = await speakText(deps, { text, voice_id }, signal);
    await db.transaction((trx) => attachSound(trx, { id, user_id, take_id }, source_hash));
  } catch (error) {
    const problem = signal.aborted ? null : problemOf(error, attempt);
    if (problem === null) throw error;
    log.warn({ announcement: id, problem, err: error }, 'an announcement could not be spoken');
    await db('announcements').where({ id, take_id }).update({ problem });
  }
}

/** Plans ahead and settles, station by station. The next run repeats what failed. */
async function planAndSettle(deps: AnnouncementTaskDeps): Promise<void> {
  const { db, now, log } = deps;
  const attempt = async (station_id: string, work: () => Promise<void>) => {
    await work().catch((error: unknown) =>
      log.error({ station: station_id, err: error }, 'announcements could not be planned'),
    );
  };
  for (const id of await stationsToPlan(db, now())) {
    await attempt(id, () => db.transaction((trx) => planStation(trx, id, now())));
  }
  for (const id of await stationsToSettle(db, now())) {
    await attempt(id, () => settleStation(deps, id));
  }
}

/** Whose airings are made an hour less far ahead than they could be, or whose package has no announcements. */
const stationsToPlan = (db: Knex, now: number): Promise<string[]> =>
  db('announcements as a')
    .join(stationLabels(db).as('s'), 's.id', 'a.station_id')
    .whereNotNull('a.plan')
    .where({ 'a.stopped': null, 'a.over_at': null, 'a.removed_at': null })
    .where((is) =>
      is.whereIn('s.package_name', WITHOUT_ANNOUNCEMENTS).orWhere(
        (due) =>
          void due.whereNull('a.paused_at').where((early) =>
            early.whereNull('a.planned_until').orWhereRaw(
              `a.planned_until < ?::timestamptz + interval '1 hour' *
                  case when a.plan->>'kind' = 'every' then ?::int else ?::int end`,
              [new Date(now), ANNOUNCEMENT_HOURS_AHEAD - 1, INSERTION_DAYS * 24 - 1],
            ),
          ),
      ),
    )
    .groupBy('a.station_id')
    .orderByRaw('random()')
    .limit(MOST_STATIONS)
    .pluck('a.station_id');

/** Whose announcements were due and are not noted, or whose time has passed. */
const stationsToSettle = (db: Knex, now: number): Promise<string[]> =>
  db('announcements as a')
    .whereNotNull('a.plan')
    .where({ 'a.over_at': null, 'a.removed_at': null })
    .where((is) =>
      is
        .whereExists(
          db('announcement_airings as w')
            .whereRaw('w.announcement_id = a.id')
            .where({ aired_at: null, missed: null })
            .where('w.due_at', '<=', new Date(now)),
        )
        .orWhereRaw(
          `a.planned_at < ? and (a.plan->>'kind' <> 'every' or (a.plan->>'last_day')::date < ?)`,
          [new Date(now), new Date(now)],
        ),
    )
    .groupBy('a.station_id')
    .orderByRaw('random()')
    .limit(MOST_STATIONS)
    .pluck('a.station_id');

/** Deletes what is no longer listed. Prepared files without use are swept on their own. */
async function sweep({ db, now }: AnnouncementTaskDeps): Promise<void> {
  const old = new Date(now() - KEEP_ANNOUNCEMENT_DAYS * DAY_MS);
  await db('announcements')
    .where('removed_at', '<', new Date(now() - KEEP_REMOVED_HOURS * 60 * 60 * 1_000))
    .orWhere('over_at', '<', old)
    .orWhere((draft) => void draft.whereNull('plan').where('created_at', '<', old))
    .delete();
  // Of announcements that are repeated for long.
  await db('announcement_airings').where('due_at', '<', old).delete();
}
