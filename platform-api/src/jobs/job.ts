// The jobs room: work that outlives its request, kept in the database until it is done.
import type { Knex } from 'knex';
import type { z } from 'zod';

/**
 * A job fails this often before it is given up: with graphile-worker's exponential waits the last try
 * comes about a day after the first (fault table, SMTP down).
 */
const MAX_ATTEMPTS = 14;

/** A kind of work: its name in the queue and what it needs to know. */
export interface Job<Payload> {
  name: string;
  payload: z.ZodType<Payload>;
  /** Lets all others pass first: work that waits for a partner, who may keep it waiting long. */
  yields?: true;
}

/** Of two jobs that are due, the one with the lower number is done first (graphile-worker). */
const PRIORITY = { usual: 0, yielding: 10 };

/** What a task is told beside its payload. */
export interface JobRun {
  /** The same at every try: what is sent twice because of a crash can be told to be the same. */
  id: string;
  /** From 1. */
  attempt: number;
}

/** How a kind of work is done. May be run again after it was done: a crash can come in between. */
export interface Task {
  name: string;
  run(payload: unknown, about: JobRun): Promise<void>;
  /** When it is done by itself, as crontab writes it, in UTC. */
  schedule?: string;
}

/** Says how a job is done. A payload of another shape fails the job before anything is done. */
export function taskFor<Payload>(
  job: Job<Payload>,
  run: (payload: Payload, about: JobRun) => Promise<void>,
): Task {
  return {
    name: job.name,
    run: (payload, about) => run(job.payload.parse(payload), about),
  };
}

/**
 * Puts a job into the queue. Given a transaction, the job is there exactly when the transaction's
 * change is.
 *
 * @param key what the job is about, where doing it once serves all who asked: it takes the place of one
 *   that waits under the same key, and follows one that has begun, which may have seen too little
 */
export async function queueJob<Payload>(
  db: Knex,
  job: Job<Payload>,
  payload: Payload,
  key: string | null = null,
): Promise<void> {
  await db.raw(
    `select graphile_worker.add_job(
      :name, payload := :payload::json, max_attempts := :attempts, priority := :priority,
      job_key := :key)`,
    {
      name: job.name,
      payload: JSON.stringify(payload),
      attempts: MAX_ATTEMPTS,
      priority: job.yields ? PRIORITY.yielding : PRIORITY.usual,
      // Kinds of work may be about the same thing.
      key: key === null ? null : `${job.name}:${key}`,
    },
  );
}
