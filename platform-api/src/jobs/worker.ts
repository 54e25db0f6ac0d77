import './home-folder.ts';
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { DAY_MS } from '../../contract/time.ts';
import { onReadOnly } from '../db/connection.ts';
import type { Logger } from '../process/log.ts';
import { createOutageLog, type OutageLog } from '../process/outage-log.ts';
import { MAIL_ATTEMPTS, MAIL_RETRY_SECONDS, type Task } from './job.ts';
import { libraryLog, taskList } from './task-list.ts';

/** Concurrent long jobs of one process: they load the CPU. */
const LONG_CONCURRENCY = 1;

/** Concurrent jobs of one process that make sounds of members. Each member has one, so another slot serves the others. */
const SOUND_CONCURRENCY = 2;

/**
 * Connections for mail, for other jobs, for sounds and for long jobs: one per job and one that listens; and one that
 * releases locks.
 * @param slots jobs at a time
 */
export const workerConnections = (slots: number): number =>
  slots === 0 ? 0 : 2 * (slots + 1) + (SOUND_CONCURRENCY + 1) + (LONG_CONCURRENCY + 1) + 1;

const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 10_000;

/** Interval of looking for jobs of dead processes, in ms. */
const SWEEP_EVERY_MS = 30_000;

/**
 * A lock older than this belongs to a dead process, in seconds: no task runs longer than `TASK_LIMIT_MS`, and
 * long ones renew their locks.
 * The library's own limit is 4 hours, far longer than a sign-in code lives.
 */
const LOCK_LIFE_SECONDS = 120;

/**
 * Living processes release a job long before its lock is this old, in seconds. An older lock comes from a backup,
 * or from a time without any process.
 */
const STALE_LOCK_SECONDS = 10 * 60;

/** The library gives up when it loses the database during a job. Restart it after this, in ms. */
const RESTART_AFTER_MS = 2_000;

/** At shutdown: time for running jobs to finish, then for connections to close, in ms. */
const FINISH_MS = 5_000;
const CLOSE_MS = 2_000;

/** Runs the queue's jobs within this process. */
export interface Worker {
  /** Takes no more jobs, waits a few seconds for running ones, and returns the rest to the queue. */
  stop(): Promise<void>;
}

/**
 * Runs the queue's jobs for as long as the process lives. LISTEN announces new jobs at once. The worker
 * reconnects after the database was away, and takes over jobs of dead processes. Jobs that send mail, that make sounds
 * of members and that are long have slots of their own: neither a mail server that does not answer nor hostile input
 * delays anything else.
 *
 * Resolves after the first attempt to reach the database, successful or not; never rejects.
 */
export async function startWorker(options: {
  databaseUrl: string;
  tasks: Task[];
  /** Concurrent jobs, and the same number again for mail; default: 2. They mostly wait, not for the CPU. */
  slots?: number;
  log: Logger;
}): Promise<Worker> {
  const { databaseUrl, tasks, slots = 2, log } = options;
  const stopping = new AbortController();
  const outage = createOutageLog('database of the worker', log);
  const pool = openPool({ databaseUrl, size: workerConnections(slots) }, (error) => {
    // `pool.end()` resolves while connections are still closing: the database may end them first.
    if (!stopping.signal.aborted) outage.lost(error);
  });
  const lanes = [
    { concurrency: slots, tasks: tasks.filter(({ isMail }) => isMail) },
    { concurrency: SOUND_CONCURRENCY, tasks: tasks.filter(({ isSound }) => isSound) },
    {
      concurrency: LONG_CONCURRENCY,
      tasks: tasks.filter(({ isLong, isSound }) => isLong && !isSound),
    },
    {
      concurrency: slots,
      tasks: tasks.filter(({ isMail, isSound, isLong }) => !isMail && !isSound && !isLong),
    },
  ]
    .filter((lane) => lane.tasks.length > 0)
    .map((lane) => createLane({ ...lane, pool, log, outage, stopping: stopping.signal }));

  const longTasks = tasks.filter(({ isLong }) => isLong).map(({ name }) => name);
  async function keepSweeping(): Promise<void> {
    do {
      try {
        await releaseLeftJobs(pool, { longTasks, log });
        await capMailRetries(pool);
        outage.back();
      } catch (error) {
        outage.lost(error);
      }
    } while (await sleepUnlessAborted(SWEEP_EVERY_MS, stopping.signal));
  }

  async function end(): Promise<void> {
    stopping.abort();
    await Promise.all(lanes.map((lane) => lane.finish()));
    await isDoneWithin(CLOSE_MS, pool.end());
  }

  await Promise.all(lanes.map((lane) => lane.start()));
  for (const lane of lanes) void lane.keepRunning();
  void keepSweeping();

  let ended: Promise<void> | undefined;
  return { stop: () => (ended ??= end()) };
}

interface LaneOptions {
  pool: pg.Pool;
  tasks: Task[];
  concurrency: number;
  log: Logger;
  outage: OutageLog;
  stopping: AbortSignal;
}

/** Runs some of the tasks, in slots of their own. */
function createLane(options: LaneOptions) {
  const { pool, log, outage, stopping } = options;
  let runner: Runner | undefined;
  /** The lock owner's name of the current run, or of one that broke and may have left locks. */
  let lockedAs: string | undefined;

  async function start(): Promise<void> {
    try {
      if (lockedAs !== undefined) await releaseWorker(pool, lockedAs);
      const started = await runLibrary(options, (name) => {
        lockedAs = name;
      });
      if (stopping.aborted) await started.stop();
      else runner = started;
      outage.back();
    } catch (error) {
      outage.lost(error);
    }
  }

  async function keepRunning(): Promise<void> {
    while (!stopping.aborted) {
      await runner?.promise.catch(() => undefined);
      runner = undefined;
      if (await sleepUnlessAborted(RESTART_AFTER_MS, stopping)) await start();
    }
  }

  /** Waits for running jobs for a few seconds, then returns them to the queue. */
  async function finish(): Promise<void> {
    const finished = runner?.stop().catch(() => undefined);
    if (!(await isDoneWithin(FINISH_MS, finished)) && lockedAs !== undefined) {
      await releaseWorker(pool, lockedAs).catch((error: unknown) =>
        log.warn({ err: error }, 'running jobs stay locked until another process releases them'),
      );
    }
  }

  return { start, keepRunning, finish };
}

/** @param onName receives the name that owns this run's locks, before any job is locked */
function runLibrary(
  { pool, tasks, concurrency, log, stopping }: LaneOptions,
  onName: (name: string) => void,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => onName(workerPool.id));
  return run({
    pgPool: pool,
    taskList: taskList(tasks, log, stopping),
    parsedCronItems: parseCronItems(scheduleOf(tasks)),
    concurrency,
    noHandleSignals: true,
    logger: libraryLog(log),
    events,
    // Without these two the library does not await the end of a job. If the database went away at that
    // moment, the unhandled rejection would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
}

/** A scheduled run that was missed because no process was up is made up for within a day. */
const BACKFILL_MS = DAY_MS;

const scheduleOf = (tasks: Task[]) =>
  tasks.flatMap(({ name, schedule }) =>
    schedule === undefined
      ? []
      : [
          {
            task: name,
            match: schedule,
            // The key coalesces several missed runs into one.
            options: { backfillPeriod: BACKFILL_MS, jobKey: `schedule:${name}` },
          },
        ],
  );

interface LeftJob {
  id: string;
  task_identifier: string;
  attempts: number;
  max_attempts: number;
  locked_by: string;
}

/**
 * Releases jobs whose process died while running them; a live worker takes them at its next poll. Logs an
 * alarm if it was a job's last attempt, except in a restored backup: that job has not failed.
 */
async function releaseLeftJobs(
  pool: pg.Pool,
  { longTasks, log }: { longTasks: string[]; log: Logger },
): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts - 1
     where attempts >= max_attempts and locked_at < now() - make_interval(secs => $1)`,
    [STALE_LOCK_SECONDS],
  );
  const { rows } = await pool.query<LeftJob>(
    `select id, task_identifier, attempts, max_attempts, locked_by from graphile_worker.jobs
     where locked_at < now() - make_interval(secs => $1)`,
    [LOCK_LIFE_SECONDS],
  );
  const workers = [...new Set(rows.map((row) => row.locked_by))];
  if (workers.length > 0) await releaseDead(pool, { workers, longTasks });
  for (const { id, task_identifier: task, attempts, max_attempts } of rows) {
    if (attempts >= max_attempts && !longTasks.includes(task)) {
      log.error(
        { alarm: 'job_given_up', job: String(id), task, attempt: attempts },
        'job given up',
      );
    } else {
      log.warn({ job: String(id), task, attempt: attempts }, 'job of a dead process released');
    }
  }
}

/**
 * Releases the jobs of dead processes. For a long job the death is no attempt, but one more that is allowed, by which
 * deaths are counted. It goes behind the others, in case it is the cause. One transaction, so that two replicas don't
 * count a death twice.
 */
async function releaseDead(
  pool: pg.Pool,
  { workers, longTasks }: { workers: string[]; longTasks: string[] },
): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('begin');
    await client.query(
      `update graphile_worker._private_jobs
       set attempts = attempts - 1, max_attempts = max_attempts + 1, run_at = now()
       where locked_by = any ($1) and task_id in (
         select id from graphile_worker._private_tasks where identifier = any ($2))`,
      [workers, longTasks],
    );
    await client.query('select graphile_worker.force_unlock_workers($1::text[])', [workers]);
    await client.query('commit');
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // With an error the connection is closed, and its transaction with it.
    client.release(failure);
  }
}

/**
 * Caps the library's backoff for failed mails. Those queued by a release with fewer attempts keep it,
 * because they would be given up too soon.
 */
async function capMailRetries(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now() + make_interval(secs => $1)
     where attempts > 0 and locked_at is null and max_attempts = $2
       and run_at > now() + make_interval(secs => $1)`,
    [MAIL_RETRY_SECONDS, MAIL_ATTEMPTS],
  );
}

/** Releases every job that a worker of this name has locked. */
async function releaseWorker(pool: pg.Pool, name: string): Promise<void> {
  await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [[name]]);
}

async function isDoneWithin(ms: number, work: Promise<unknown> | undefined): Promise<boolean> {
  const late = sleep(ms, false, { ref: false });
  return Promise.race([(work ?? Promise.resolve()).then(() => true), late]);
}

/** Returns false as soon as the signal aborts. Does not keep the process alive. */
async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal, ref: false });
    return true;
  } catch {
    return false;
  }
}

function openPool(
  { databaseUrl, size }: { databaseUrl: string; size: number },
  onLost: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'stationhouse worker',
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS + 1_000,
    keepAlive: true,
  });
  // An 'error' event without a listener, of an idle or a used connection, would end the process.
  pool.on('error', onLost);
  pool.on('connect', (client) => {
    client.on('error', onLost);
    onReadOnly(client, () => void client.end());
  });
  return pool;
}
