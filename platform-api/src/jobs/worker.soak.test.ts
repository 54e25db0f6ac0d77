import { Writable } from 'node:stream';
import pino from 'pino';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../test/database.ts';
import { withClient } from '../../test/global-setup.ts';
import { queueJob, taskFor, type Job, type JobRun, type Task } from './job.ts';
import { startWorker, type Worker } from './worker.ts';

const database = testDatabase();

const GREET: Job<{ name: string }> = { name: 'greet', payload: z.object({ name: z.string() }) };

/** Long enough for the library's slowest way back: a poll every 2 s, a restart after 2 s. */
const PATIENCE = { timeout: 15_000, interval: 20 };

function startGreeter(run: (name: string, about: JobRun) => Promise<void> | void) {
  const task = taskFor(GREET, async ({ name }, about) => run(name, about));
  return start([task]);
}

async function start(tasks: Task[]): Promise<{ worker: Worker; logged: () => LogLine[] }> {
  const lines: LogLine[] = [];
  const log = pino(
    { level: 'debug' },
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(JSON.parse(String(chunk)));
        done();
      },
    }),
  );
  const worker = await startWorker({ databaseUrl: database.url, tasks, log });
  onTestFinished(() => worker.stop());
  return { worker, logged: () => lines };
}

interface LogLine {
  level: number;
  msg: string;
  alarm?: string;
}

const jobs = () => database.knex('graphile_worker._private_jobs');
const greet = (name: string) => queueJob(database.knex, GREET, { name });

/** Allows or refuses new connections to the database. Open ones stay. */
async function admitConnections(allowed: boolean): Promise<void> {
  const name = new URL(database.url).pathname.slice(1);
  await withClient(inject('testServerUrl'), (client) =>
    client.query(`alter database ${name} with allow_connections ${allowed}`),
  );
}

async function cutConnections(): Promise<number> {
  const { rows } = await database.knex.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'stationhouse worker' and datname = current_database()`,
  );
  return rows.length;
}

describe('when the database goes away', () => {
  test('restarts and runs a job again if the database was away when the job ended', async () => {
    // The library may print its error when it gives up.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let runs = 0;
    const { logged } = await startGreeter(async () => {
      runs += 1;
      if (runs > 1) return;
      await admitConnections(false);
      await cutConnections();
    });
    await greet('Ada');
    await vi.waitFor(
      () => expect(JSON.stringify(logged())).toContain('database of the worker lost'),
      PATIENCE,
    );
    await admitConnections(true);
    await vi.waitFor(() => expect(runs).toBe(2), PATIENCE);
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
  });

  test('starts as soon as the database can be reached', async () => {
    await greet('Ada');
    await admitConnections(false);
    const greeted: string[] = [];
    await startGreeter((name) => void greeted.push(name));
    await admitConnections(true);
    await vi.waitFor(() => expect(greeted).toEqual(['Ada']), PATIENCE);
  });
});
