import type { JobHelpers, TaskList } from 'graphile-worker';
import type { Logger } from '../log.ts';
import type { Task } from './job.ts';

/**
 * A task that takes longer has failed, in ms: below the two minutes after which a locked job counts as
 * left by a dead process, so that no job is ever run twice at once.
 */
const TASK_LIMIT_MS = 90_000;

/** Our tasks as the library calls them. Each failed try is a warning, the last one an alarm. */
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
          if (attempt < maxAttempts)
            log.warn({ ...about, err: error }, 'job failed, to be tried again');
          else log.error({ alarm: 'job_given_up', ...about, err: error }, 'job given up');
          throw error;
        }
      },
    ]),
  );
}

/**
 * A name that no other job has, in no other database either: numbers begin at 1 in each, and two letters
 * of one Message-ID count as one.
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
