// The queue as an operator sees and changes it.
import type { Knex } from 'knex';
import { MAIL_ATTEMPTS, MAX_ATTEMPTS } from './job.ts';

/** `failed`: every attempt was made, and none follows. */
export const JOB_STATES = ['waiting', 'running', 'failed'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Jobs of one task. */
export interface TaskCount {
  task: string;
  waiting: number;
  running: number;
  failed: number;
  /** When the oldest job that is due should have run; null: none is due. */
  oldest_due_at: Date | null;
}

/** A job, without its payload. */
export interface QueuedJob {
  id: string;
  task: string;
  state: JobState;
  attempts: number;
  max_attempts: number;
  created_at: Date;
  /** The time of the next attempt. */
  run_at: Date;
  last_error: string | null;
  is_mail: boolean;
  /** Of a mail: its kind and its recipient, where the job holds them. */
  message: string | null;
  recipient: string | null;
}

const STATE = `case when j.locked_at is not null then 'running'
  when j.attempts >= j.max_attempts then 'failed' else 'waiting' end`;

/** The library's private tables, because its view omits payloads. */
const FROM = `graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id`;

/** The number of jobs by task and state. */
export async function countJobs(db: Knex): Promise<TaskCount[]> {
  const { rows } = await db.raw<{ rows: TaskCount[] }>(
    `select t.identifier as task,
       count(*) filter (where ${STATE} = 'waiting')::int as waiting,
       count(*) filter (where ${STATE} = 'running')::int as running,
       count(*) filter (where ${STATE} = 'failed')::int as failed,
       min(j.run_at) filter (where ${STATE} = 'waiting' and j.run_at <= now()) as oldest_due_at
     from ${FROM} group by 1 order by 1`,
  );
  return rows;
}

/** Jobs, the oldest first. Errors are shortened to their first line. */
export async function listJobs(
  db: Knex,
  only: { state?: JobState; task?: string; isMail?: boolean; hasFailed?: boolean; limit: number },
): Promise<QueuedJob[]> {
  const { rows } = await db.raw<{ rows: QueuedJob[] }>(
    `select * from (
       select j.id::text as id, t.identifier as task, ${STATE} as state, j.attempts, j.max_attempts, j.created_at,
         j.run_at, split_part(j.last_error, E'\\n', 1) as last_error, j.max_attempts = :mail_attempts as is_mail,
         j.payload ->> 'message' as message, j.payload ->> 'to' as recipient
       from ${FROM} order by j.id
     ) as jobs
     where (:state::text is null or state = :state) and (:task::text is null or task = :task)
       and (:is_mail::boolean is null or is_mail = :is_mail)
       and (not :has_failed or state = 'failed' or (state = 'waiting' and attempts > 0))
     limit :limit`,
    {
      mail_attempts: MAIL_ATTEMPTS,
      state: only.state ?? null,
      task: only.task ?? null,
      is_mail: only.isMail ?? null,
      has_failed: only.hasFailed ?? false,
      limit: only.limit,
    },
  );
  return rows.map((row) => ({ ...row, last_error: row.last_error?.slice(0, 300) ?? null }));
}

/** Deletes mails that failed so many days ago for good. @returns how many, up to the limit */
export async function removeOldMails(db: Knex, days: number, limit: number): Promise<number> {
  const jobs = () => db('graphile_worker._private_jobs');
  const old = jobs()
    .where({ max_attempts: MAIL_ATTEMPTS, locked_at: null })
    .whereRaw('attempts >= max_attempts')
    .whereRaw('created_at < now() - make_interval(days => ?)', [days]);
  return jobs().whereIn('id', old.limit(limit).select('id')).delete();
}

/** Gives jobs all their attempts again, from now. Running jobs are left alone. @returns the ids of those it did */
export async function retryJobs(db: Knex, ids: string[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `update graphile_worker._private_jobs
     set attempts = 0, run_at = now(), updated_at = now(),
       max_attempts = case when max_attempts = :mail_attempts then max_attempts else :attempts end
     where id = any (:ids::bigint[]) and locked_at is null returning id::text as id`,
    { mail_attempts: MAIL_ATTEMPTS, attempts: MAX_ATTEMPTS, ids },
  );
  return rows.map(({ id }) => id);
}

/** Deletes jobs. Running jobs are left alone. @returns the tasks and ids of those it did */
export async function removeJobs(db: Knex, ids: string[]): Promise<{ id: string; task: string }[]> {
  const { rows } = await db.raw<{ rows: { id: string; task: string }[] }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and j.id = any (:ids::bigint[]) and j.locked_at is null
     returning j.id::text as id, t.identifier as task`,
    { ids },
  );
  return rows;
}
