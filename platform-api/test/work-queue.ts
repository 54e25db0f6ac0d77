import { runOnce } from 'graphile-worker';
import pg from 'pg';
import { libraryLog } from '../src/jobs/task-list.ts';
import { taskList } from '../src/jobs/task-list.ts';
import type { TestApp } from './server.ts';

/** One run of a worker. */
export interface Shift {
  /** Resolves when no job is due. */
  done: Promise<void>;
  /** Crashes the worker: its job stays locked. */
  die: () => Promise<void>;
}

/**
 * Runs an app's due jobs with the real queue, as a newly started worker does. A failed job waits for its retry.
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
    taskList: taskList(tasks, log, new AbortController().signal),
    logger: libraryLog(log),
    noHandleSignals: true,
    concurrency: 1,
  });
  let ended: Promise<void> | undefined;
  const end = () => (ended ??= pgPool.end());
  const done = working.finally(end);
  return {
    done,
    die() {
      // The library would ask for connections for ever; a dead process asks for none.
      pgPool.connect = () => new Promise(() => undefined);
      return end();
    },
  };
}

/** Runs all jobs that are due. */
export const workQueue = (app: TestApp): Promise<void> => startShift(app).done;

/**
 * Makes all jobs due now, as if time had passed: failed ones, and those that a crashed worker has locked.
 */
export async function letTimePass({ services }: TestApp): Promise<void> {
  await services
    .db('graphile_worker._private_jobs')
    .update({ run_at: services.db.fn.now(), locked_at: null, locked_by: null });
}
