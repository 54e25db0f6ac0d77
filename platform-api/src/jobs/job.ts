// The jobs feature: work that outlives its request, stored in the database until it is done.
import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { z } from 'zod';

/**
 * A job is given up after this many failures. With graphile-worker's exponential backoff, the last
 * attempt comes about a day after the first.
 */
export const MAX_ATTEMPTS = 14;

/**
 * A long job whose process died this often gives itself up: it may be the cause. Each death is noticed after two
 * minutes, so the last one comes most of an hour after the first.
 */
export const MAX_DEATHS = 20;

/**
 * Mail waits at most this long for its next attempt, in seconds, so it leaves soon after an outage. This many
 * attempts also take about a day.
 */
export const MAIL_RETRY_SECONDS = 15 * 60;
export const MAIL_ATTEMPTS = 104;

/** A kind of job: its name in the queue and its payload. */
export interface Job<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
  /** Low priority: other jobs go first, which may not wait for a slow partner or for hundreds of files. */
  yields?: true;
  /** Sends mail or text messages: runs in slots of its own, so that a slow server delays no other job. */
  isMail?: true;
  /** A code to sign in with, or to reset a password: goes before all other mail, because a person waits for it. */
  isCode?: true;
  /** Speaks or prepares a short sound of a member: runs in slots of its own, because hostile input can be slow. */
  isSound?: true;
  /**
   * The member whose input it works on. Their sounds are made one at a time, and each waits behind as many sounds of
   * others as the member has waiting already: a member with hundreds delays themselves.
   */
  member?: string;
  /**
   * May run for hours, one at a time in each process unless `isSound`, must stop when `JobRun.signal` aborts, and must
   * end at `MAX_DEATHS`.
   */
  isLong?: true;
  /** For recurring jobs: a crontab expression, in UTC. Their payload is empty. */
  schedule?: string;
}

/** graphile-worker runs the due job with the lowest number first. */
const PRIORITY = { code: -10, usual: 0, yielding: 10, last: 1_000 };

/** One attempt to run a job. */
export interface JobRun {
  /** The same for every attempt, so it can serve as an idempotency key. */
  id: string;
  /** From 1. Of a long job, only attempts that failed count: its process may have died or stopped meanwhile. */
  attempt: number;
  /** How often the process of a long job died. At `MAX_DEATHS` the job fails what it is about, and ends. */
  deaths?: number;
  /** Aborts when the process stops. Another process then runs the job again. */
  signal: AbortSignal;
}

/** Runs a kind of job. Must be idempotent: after a crash a finished job can run again. */
export interface Task {
  name: string;
  isMail?: boolean;
  isSound?: boolean;
  isLong?: boolean;
  run(payload: unknown, about: JobRun): Promise<void>;
  schedule?: string | undefined;
}

/** A kind of job with its code. */
export interface RunnableJob<Payload, Deps> extends Job<Payload> {
  taskWith: (deps: Deps) => Task;
}

/**
 * Defines a kind of job in one statement. The result is queued with `queueJob`, and a feature lists it with `tasksWith`.
 *
 * @param statement.payload default: an empty object
 * @param statement.run must be idempotent: after a crash a finished job can run again
 */
export function job<Deps, Payload = object>(
  statement: Omit<Job<Payload>, 'payload'> & {
    payload?: z.ZodType<Payload>;
    run: (deps: Deps, payload: Payload, about: JobRun) => Promise<void>;
  },
): RunnableJob<Payload, Deps> {
  // Without a schema, `Payload` is `object`.
  const { run, payload = z.object({}) as unknown as z.ZodType<Payload>, ...rest } = statement;
  const kind = { ...rest, payload };
  return {
    ...kind,
    taskWith: (deps) => taskFor(kind, (given, about) => run(deps, given, about)),
  };
}

/** The tasks of jobs, with the dependencies that they all need. */
export const tasksWith = <Deps>(
  deps: Deps,
  ...jobs: readonly { taskWith: (deps: Deps) => Task }[]
): Task[] => jobs.map((one) => one.taskWith(deps));

/**
 * The task for a kind of job that is defined below its code, where it is queued. A payload that does not match the schema
 * fails the job at once.
 */
export function taskFor<Payload>(
  job: Job<Payload>,
  run: (payload: Payload, about: JobRun) => Promise<void>,
): Task {
  return {
    name: job.name,
    isMail: job.isMail ?? false,
    isSound: job.isSound ?? false,
    isLong: job.isLong ?? false,
    schedule: job.schedule,
    run: (payload, about) => run(job.payload.parse(payload), about),
  };
}

/**
 * Queues a job. Given a transaction, the job is queued if and only if the transaction commits.
 *
 * @param key coalesces jobs: replaces a waiting job with the same key. A job that is already running may
 *   have read old data, so the new one is queued behind it. Long jobs with the same key never run at the same time.
 * @param runAt not before; null: now
 */
export async function queueJob<Payload>(
  db: Knex,
  job: Job<Payload>,
  payload: Payload,
  key: string | null = null,
  runAt: Date | null = null,
): Promise<void> {
  // The prefix keeps kinds of jobs apart that use the same key.
  const jobKey = key === null ? null : `${job.name}:${key}`;
  // The library runs the jobs of one of its queues one at a time.
  const queue = job.member === undefined ? (job.isLong ? jobKey : null) : queueOf(job.member);
  await db.raw(
    `select graphile_worker.add_job(
      :name, payload := :payload::json, max_attempts := :attempts, priority := :priority,
      job_key := :key, queue_name := :queue, run_at := :run_at)`,
    {
      name: job.name,
      payload: JSON.stringify(payload),
      attempts: job.isMail ? MAIL_ATTEMPTS : MAX_ATTEMPTS,
      priority: await priorityOf(db, job, queue),
      key: jobKey,
      queue,
      run_at: runAt,
    },
  );
}

/** The queue of a member's sounds. The library keeps its name after the member is gone, so it does not name them. */
export const queueOf = (member: string): string =>
  `sound:${createHash('sha256').update(member).digest('base64url')}`;

async function priorityOf<Payload>(
  db: Knex,
  { isCode, yields, member }: Job<Payload>,
  queue: string | null,
): Promise<number> {
  if (isCode) return PRIORITY.code;
  if (member === undefined) return yields ? PRIORITY.yielding : PRIORITY.usual;
  const own = await db('graphile_worker._private_jobs as j')
    .join('graphile_worker._private_job_queues as q', 'q.id', 'j.job_queue_id')
    .where({ 'q.queue_name': queue })
    .whereRaw('j.attempts < j.max_attempts')
    .limit(PRIORITY.last)
    .select('j.id');
  return own.length;
}

/**
 * Deletes waiting jobs whose payload contains one of these texts as a value, for example a deleted user's
 * id or address. Running jobs stay.
 * @param only the kind of job; default: any
 */
export async function dropJobs(trx: Knex, about: string[], only?: { name: string }): Promise<void> {
  // Found in the library's private table, because its view omits payloads (decision 65).
  const jobs = trx('graphile_worker._private_jobs').whereNull('locked_at').select('id');
  if (only) {
    void jobs.whereIn(
      'task_id',
      trx('graphile_worker._private_tasks').where({ identifier: only.name }).select('id'),
    );
  }
  void jobs.where((any) => {
    for (const text of about) {
      void any.orWhereRaw('position(? in payload::text) > 0', [JSON.stringify(text)]);
    }
  });
  await trx.raw('select graphile_worker.complete_jobs(array ?)', [jobs]);
}
