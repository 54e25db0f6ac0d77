import { Logger as LibraryLogger, type JobHelpers, type TaskList } from 'graphile-worker';
import type { Logger } from '../log.ts';
import type { Task } from './job.ts';

/**
 * A task that takes longer has failed, in ms. Below `LOCK_LIFE_SECONDS` of the worker, so that a job never
 * runs twice at the same time.
 */
const TASK_LIMIT_MS = 90_000;

/** Our tasks in the library's form. Logs each failed attempt as a warning and the last one as an alarm. */
export function taskList(tasks: Task[], log: Logger): TaskList {
  return Object.fromEntries(
    tasks.map((task) => [
      task.name,
      async (payload: unknown, { job }: JobHelpers) => {
        const { attempts: attempt, max_attempts: maxAttempts } = job;
        const about = { job: String(job.id), task: task.name, attempt };
        try {
          await withinLimit(task.run(payload, { id: identityOf(job), attempt }));
          log.info(about, 'job done');
        } catch (error) {
          if (attempt < maxAttempts) log.warn({ ...about, err: error }, 'job failed, will retry');
          else log.error({ alarm: 'job_given_up', ...about, err: error }, 'job given up');
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
