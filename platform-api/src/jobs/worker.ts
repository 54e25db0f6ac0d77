import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseCronItems, run, type Runner, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from '../log.ts';
import type { Task } from './job.ts';
import { releaseLeftJobs, releaseWorker } from './left-jobs.ts';
import { taskList } from './task-list.ts';
import { libraryLog } from './library-log.ts';

/** Jobs of one process at a time. They wait for SMTP, not for the processor. */
const CONCURRENCY = 2;

/** Those two, the one that listens, and one to release locks. */
const POOL_SIZE = CONCURRENCY + 2;

/** How long a connection, or an answer of the database, is waited for, in ms. */
const CONNECT_TIMEOUT_MS = 5_000;
const QUERY_TIMEOUT_MS = 10_000;

/** How often one looks for jobs that a dead process left locked, in ms. */
const SWEEP_EVERY_MS = 30_000;

/** The library gives up when the database goes away under a job: it is started anew after this, in ms. */
const RESTART_AFTER_MS = 2_000;

/** How long the end waits for running jobs, and then for connections to close, in ms. */
const FINISH_MS = 5_000;
const CLOSE_MS = 2_000;

/** Does the queue's work within this process. */
export interface Worker {
  /** Takes no more jobs, waits a few seconds for those that run, and hands the rest back. */
  stop(): Promise<void>;
}

/**
 * Works off the queue for as long as the process lives: hears of new jobs at once by LISTEN, comes back
 * by itself when the database was away, and takes over what a dead process left. Resolves after the
 * first try to reach the database, whatever came of it; never rejects.
 */
export async function startWorker(options: {
  databaseUrl: string;
  tasks: Task[];
  log: Logger;
}): Promise<Worker> {
  const { databaseUrl, tasks, log } = options;
  const stopping = new AbortController();
  const pool = openPool(databaseUrl, (error) => {
    // `pool.end()` resolves while connections are still closing: the database may end them first.
    if (!stopping.signal.aborted) log.warn({ err: error }, 'a connection of the worker was lost');
  });
  let runner: Runner | undefined;
  /** The name under which the running library locks jobs, or under which a broken one left some. */
  let lockedAs: string | undefined;

  async function start(): Promise<void> {
    try {
      if (lockedAs !== undefined) await releaseWorker(pool, lockedAs);
      const started = await runLibrary(pool, tasks, log, (name) => {
        lockedAs = name;
      });
      if (stopping.signal.aborted) await started.stop();
      else runner = started;
    } catch (error) {
      log.warn({ err: error }, 'the worker could not start, trying again');
    }
  }

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runner?.promise.catch(() => undefined);
      runner = undefined;
      if (await passes(RESTART_AFTER_MS, stopping.signal)) await start();
    }
  }

  async function keepSweeping(): Promise<void> {
    do {
      await releaseLeftJobs(pool, log).catch((error: unknown) =>
        log.warn({ err: error }, 'jobs of dead processes could not be looked for'),
      );
    } while (await passes(SWEEP_EVERY_MS, stopping.signal));
  }

  async function end(): Promise<void> {
    stopping.abort();
    const finished = runner?.stop().catch(() => undefined);
    if (!(await isDoneWithin(FINISH_MS, finished)) && lockedAs !== undefined) {
      await releaseWorker(pool, lockedAs).catch((error: unknown) =>
        log.warn({ err: error }, 'running jobs stay locked until another process releases them'),
      );
    }
    await isDoneWithin(CLOSE_MS, pool.end());
  }

  await start();
  void keepRunning();
  void keepSweeping();

  let ended: Promise<void> | undefined;
  return { stop: () => (ended ??= end()) };
}

/** @param onName hears the name under which it will lock jobs, before it locks any */
function runLibrary(
  pool: pg.Pool,
  tasks: Task[],
  log: Logger,
  onName: (name: string) => void,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => onName(workerPool.id));
  return run({
    pgPool: pool,
    taskList: taskList(tasks, log),
    parsedCronItems: parseCronItems(scheduleOf(tasks)),
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: libraryLog(log),
    events,
    // Without these two the library awaits nobody's end of a job: a database that goes away just then
    // would be an unhandled rejection, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
}

/** A time that nobody was there for is made up for within a day. */
const BACKFILL_MS = 24 * 60 * 60 * 1_000;

const scheduleOf = (tasks: Task[]) =>
  tasks.flatMap(({ name, schedule }) =>
    schedule === undefined
      ? []
      : [
          {
            task: name,
            match: schedule,
            // Of many times that were missed, one that waits stands for all.
            options: { backfillPeriod: BACKFILL_MS, jobKey: `schedule:${name}` },
          },
        ],
  );

async function isDoneWithin(ms: number, work: Promise<unknown> | undefined): Promise<boolean> {
  const late = sleep(ms, false, { ref: false });
  return Promise.race([(work ?? Promise.resolve()).then(() => true), late]);
}

/** Waits; false as soon as the signal says so. Keeps no process alive. */
async function passes(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal, ref: false });
    return true;
  } catch {
    return false;
  }
}

function openPool(databaseUrl: string, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'stationhouse worker',
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS + 1_000,
    keepAlive: true,
  });
  // An 'error' event without a listener, of an idle or a used connection, would end the process.
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}
