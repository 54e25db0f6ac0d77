import { runOnce } from 'graphile-worker';
import pg from 'pg';
import { libraryLog } from '../src/jobs/task-list.ts';
import { taskList } from '../src/jobs/task-list.ts';
import type { TestApp } from './server.ts';

/** A round of work on the queue. */
export interface Shift {
  /** Resolves when nothing is due any more. */
  done: Promise<void>;
  /** The worker dies: what it has begun stays locked. */
  die: () => Promise<void>;
}

/**
 * Does an app's jobs by the real queue, as a worker would that is started now: a job that fails stays and
 * waits, as in life.
 */
export function startShift({ services, tasks }: TestApp): Shift {
  const { databaseUrl, log } = services;
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 3 });
  // A dead worker's connections end with their database, so their errors are ignored.
  const lost = () => undefined;
  pgPool.on('error', lost);
  pgPool.on('connect', (client) => client.on('error', lost));
  const working = runOnce({
    pgPool,
    taskList: taskList(tasks, log),
    logger: libraryLog(log),
    noHandleSignals: true,
    concurrency: 1,
  });
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= pgPool.end());
  const done = working.finally(end);
  return { done, die: end };
}

/** Everything that is due, to its end. */
export const workQueue = (app: TestApp): Promise<void> => startShift(app).done;

/**
 * Time has passed on the queue: what has failed is due again, and what a dead worker had locked is free
 * (jobs/worker).
 */
export async function letTimePass({ services }: TestApp): Promise<void> {
  await services
    .db('graphile_worker._private_jobs')
    .update({ run_at: services.db.fn.now(), locked_at: null, locked_by: null });
}
