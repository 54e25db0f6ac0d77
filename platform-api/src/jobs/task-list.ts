import './home-folder.ts';
import { Logger as LibraryLogger, type JobHelpers, type TaskList } from 'graphile-worker';
import { Counter } from 'prom-client';
import type { Logger } from '../process/log.ts';
import { MAX_ATTEMPTS, MAX_DEATHS, type Task } from './job.ts';

/**
 * A task that takes longer has failed, in ms. Below `LOCK_LIFE_SECONDS` of the worker, so that a job never
 * runs twice at the same time.
 */
const TASK_LIMIT_MS = 90_000;

/** A long task renews its lock this often, in ms: several times within `LOCK_LIFE_SECONDS`. */
const RENEW_LOCK_MS = 20_000;

const runs = new Counter({
  name: 'stationhouse_job_runs_total',
  help: 'Attempts to run a job that have ended here.',
  labelNames: ['task', 'result'],
});

/**
 * Our tasks in the library's form. Logs each failed attempt as a warning and the last one as an alarm.
 * @param stopping aborts long tasks
 */
export function taskList(tasks: Task[], log: Logger, stopping: AbortSignal): TaskList {
  return Object.fromEntries(
    tasks.map((task) => [
      task.name,
      async (payload: unknown, helpers: JobHelpers) => {
        const { job } = helpers;
        const { attempts: attempt, max_attempts: maxAttempts } = job;
        // A death is noted as one more attempt that is allowed.
        const deaths = task.isLong ? Math.max(0, maxAttempts - MAX_ATTEMPTS) : 0;
        const about = { job: String(job.id), task: task.name, attempt };
        if (deaths >= MAX_DEATHS) {
          log.error({ alarm: 'job_given_up', ...about, deaths }, 'its process died too often');
        }
        try {
          const id = identityOf(job);
          const work = task.run(payload, { id, attempt, deaths, signal: stopping });
          await (task.isLong ? keepingLock(helpers, work, log) : withinLimit(work));
          runs.inc({ task: task.name, result: 'done' });
          log.info(about, 'job done');
        } catch (error) {
          if (task.isLong && stopping.aborted) await giveBackAttempt(helpers, log);
          else if (attempt < maxAttempts) {
            runs.inc({ task: task.name, result: 'failed' });
            log.warn({ ...about, err: error }, 'job failed, will retry');
          } else {
            runs.inc({ task: task.name, result: 'given_up' });
            log.error({ alarm: 'job_given_up', ...about, err: error }, 'job given up');
          }
          throw error;
        }
      },
    ]),
  );
}

/**
 * A globally unique id: job ids start at 1 in each database, and mail clients treat two mails with the
 * same Message-ID as one.
 */
function identityOf(job: JobHelpers['job']): string {
  return `${job.id}-${job.created_at.getTime().toString(36)}`;
}

/** The library counts attempts as they begin. That the process stops is no failure of the job. */
async function giveBackAttempt({ job, query }: JobHelpers, log: Logger): Promise<void> {
  await query(
    `update graphile_worker._private_jobs set attempts = attempts - 1
     where id = $1 and locked_by = $2`,
    [job.id, job.locked_by],
  ).catch((error: unknown) => log.warn({ err: error }, 'a stopped job has lost an attempt'));
}

/** Renews the lock while a long task runs, so that no other process takes the job over. */
async function keepingLock(
  { job, query }: JobHelpers,
  work: Promise<void>,
  log: Logger,
): Promise<void> {
  const renewal = setInterval(() => {
    query(
      `update graphile_worker._private_jobs set locked_at = now()
       where id = $1 and locked_by = $2`,
      [job.id, job.locked_by],
    ).catch((error: unknown) => log.warn({ err: error }, 'the lock of a long job was not renewed'));
  }, RENEW_LOCK_MS);
  try {
    await work;
  } finally {
    clearInterval(renewal);
  }
}

async function withinLimit(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`not done within ${TASK_LIMIT_MS / 1_000} s`)),
      TASK_LIMIT_MS,
    );
  });
  try {
    await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** The library retries after its errors, such as a lost connection, so they are only warnings. */
const LEVELS: Record<string, 'warn' | 'info' | 'debug'> = {
  error: 'warn',
  warning: 'warn',
  info: 'debug',
  debug: 'debug',
};

/**
 * Passes the library's messages to our log, without their metadata, which contains payloads. Results of
 * jobs are skipped because `taskList` logs them.
 */
export function libraryLog(log: Logger): LibraryLogger {
  return new LibraryLogger((scope) => (level, message, about) => {
    if (about?.['failure'] !== undefined || about?.['success'] !== undefined) return;
    log[LEVELS[level] ?? 'warn']({ worker: Reflect.get(scope, 'workerId') }, `queue: ${message}`);
  });
}
