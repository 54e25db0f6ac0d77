import type pg from 'pg';
import type { Logger } from '../log.ts';

/**
 * A lock older than this is a dead process's, in seconds: no task may run that long
 * (`TASK_LIMIT_MS`). The library itself waits 4 hours, far beyond the life of a sign-in code.
 */
const LOCK_LIFE_SECONDS = 120;

interface LeftJob {
  id: string;
  task_identifier: string;
  attempts: number;
  max_attempts: number;
  locked_by: string;
}

/**
 * Gives back the jobs of processes that died while doing them; a living worker takes them within its
 * next poll. One that died in its last try has had its chances: that is an alarm.
 */
export async function releaseLeftJobs(pool: pg.Pool, log: Logger): Promise<void> {
  const { rows } = await pool.query<LeftJob>(
    `select id, task_identifier, attempts, max_attempts, locked_by from graphile_worker.jobs
     where locked_at < now() - make_interval(secs => $1)`,
    [LOCK_LIFE_SECONDS],
  );
  for (const worker of new Set(rows.map((row) => row.locked_by))) await releaseWorker(pool, worker);
  for (const { id, task_identifier: task, attempts, max_attempts } of rows) {
    if (attempts >= max_attempts) {
      log.error(
        { alarm: 'job_given_up', job: String(id), task, attempt: attempts },
        'job given up',
      );
    } else {
      log.warn({ job: String(id), task, attempt: attempts }, 'job of a dead process released');
    }
  }
}

/** Gives back every job that a worker of this name has locked. */
export async function releaseWorker(pool: pg.Pool, name: string): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [[name]]);
}
