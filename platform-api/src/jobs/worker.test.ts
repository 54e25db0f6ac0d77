import { Writable } from 'node:stream';
import pino from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { HOUR_MS } from '../../contract/time.ts';
import { testDatabase } from '../../test/database.ts';
import {
  MAX_ATTEMPTS,
  MAX_DEATHS,
  queueJob,
  taskFor,
  type Job,
  type JobRun,
  type Task,
} from './job.ts';
import { startWorker, type Worker } from './worker.ts';

const database = testDatabase();

const GREET: Job<{ name: string }> = { name: 'greet', payload: z.object({ name: z.string() }) };

/** Long enough for the library's slowest way back: a poll every 2 s, a restart after 2 s. */
const PATIENCE = { timeout: 15_000, interval: 20 };

function startGreeter(run: (name: string, about: JobRun) => Promise<void> | void) {
  const task = taskFor(GREET, async ({ name }, about) => run(name, about));
  return start([task]);
}

async function start(
  tasks: Task[],
  options: { slots?: number } = {},
): Promise<{ worker: Worker; logged: () => LogLine[] }> {
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
  const worker = await startWorker({ databaseUrl: database.url, tasks, log, ...options });
  onTestFinished(() => worker.stop());
  return { worker, logged: () => lines };
}

interface LogLine {
  level: number;
  msg: string;
  alarm?: string;
}

const PINO_ERROR = 50;

/** Something that the test waits for, or that waits for the test. */
function moment(): { promise: Promise<void>; happens: () => void } {
  let happens = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    happens = resolve;
  });
  return { promise, happens };
}

const jobs = () => database.knex('graphile_worker._private_jobs');
const greet = (name: string) => queueJob(database.knex, GREET, { name });

const makeAllDue = () => jobs().update({ run_at: database.knex.fn.now() });

async function cutConnections(): Promise<number> {
  const { rows } = await database.knex.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'stationhouse worker' and datname = current_database()`,
  );
  return rows.length;
}

describe('startWorker', () => {
  test('runs a job at once, without waiting for the next poll', async () => {
    const greeted: string[] = [];
    await startGreeter((name) => void greeted.push(name));
    await greet('warm up');
    await vi.waitFor(() => expect(greeted).toEqual(['warm up']), PATIENCE);

    const began = performance.now();
    for (const name of ['Ada', 'Grace', 'Mary']) {
      await greet(name);
      await vi.waitFor(() => expect(greeted).toContain(name), PATIENCE);
    }
    // Three polls would be up to six seconds.
    expect(performance.now() - began).toBeLessThan(1_500);
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
  });

  test('never runs a job whose transaction rolled back', async () => {
    const greeted: string[] = [];
    await startGreeter((name) => void greeted.push(name));
    const change = database.knex.transaction(async (trx) => {
      await queueJob(trx, GREET, { name: 'never' });
      throw new Error('the change failed');
    });
    await expect(change).rejects.toThrow('the change failed');
    await database.knex.transaction((trx) => queueJob(trx, GREET, { name: 'after' }));
    await vi.waitFor(() => expect(greeted).toEqual(['after']), PATIENCE);
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
    expect(greeted).toEqual(['after']);
  });

  test('retries a failed job with backoff and the same id', async () => {
    const runs: JobRun[] = [];
    await startGreeter((_name, about) => {
      runs.push(about);
      if (about.attempt < 3) throw new Error('not yet');
    });
    await greet('Ada');
    for (const attempt of [1, 2]) {
      await vi.waitFor(async () => {
        const [job] = await jobs().select('attempts', 'locked_at', 'last_error');
        expect(job).toEqual({ attempts: attempt, locked_at: null, last_error: 'not yet' });
      }, PATIENCE);
      const [job] = await jobs().select(
        database.knex.raw('extract(epoch from run_at - now())::float as wait'),
      );
      // exp(attempt) seconds from the failure.
      expect(job.wait).toBeGreaterThan(Math.exp(attempt) - 1.5);
      await makeAllDue();
    }
    await vi.waitFor(() => expect(runs).toHaveLength(3), PATIENCE);
    expect(runs.map((run) => run.attempt)).toEqual([1, 2, 3]);
    expect(new Set(runs.map((run) => run.id)).size).toBe(1);
  });

  test('logs one alarm when a job is given up, and never its payload', async () => {
    const { logged } = await startGreeter(() => {
      throw new Error('never works');
    });
    await greet('canary-in-the-payload');
    await jobs().update({ max_attempts: 2 });
    await vi.waitFor(
      async () => expect(await jobs().first()).toMatchObject({ attempts: 1, locked_at: null }),
      PATIENCE,
    );
    expect(logged().filter((line) => line.level >= PINO_ERROR)).toEqual([]);
    await makeAllDue();
    await vi.waitFor(
      async () => expect(await jobs().first()).toMatchObject({ attempts: 2, locked_at: null }),
      PATIENCE,
    );
    const errors = logged().filter((line) => line.level >= PINO_ERROR);
    expect(errors).toEqual([
      expect.objectContaining({ alarm: 'job_given_up', task: 'greet', attempt: 2 }),
    ]);
    expect(JSON.stringify(logged())).not.toContain('canary-in-the-payload');
  });

  test('fails a job whose payload does not match, without running its task', async () => {
    const greeted: string[] = [];
    await startGreeter((name) => void greeted.push(name));
    await database.knex.raw(`select graphile_worker.add_job('greet', payload := '{"nobody": 1}')`);
    await vi.waitFor(
      async () => expect(await jobs().first()).toMatchObject({ attempts: 1 }),
      PATIENCE,
    );
    expect(greeted).toEqual([]);
  });
});

describe('jobs with the same key', () => {
  const greetAs = (name: string, key: string) => queueJob(database.knex, GREET, { name }, key);

  test('replace a waiting one, and leave other jobs alone', async () => {
    const greeted: string[] = [];
    for (const name of ['Ada', 'Grace', 'Mary']) await greetAs(name, 'one');
    await greetAs('Edith', 'two');
    await greet('Joan');
    await startGreeter((name) => void greeted.push(name));
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
    expect(greeted.toSorted()).toEqual(['Edith', 'Joan', 'Mary']);
  });

  test('run after one that has already started', async () => {
    const greeted: string[] = [];
    const mayEnd = moment();
    await startGreeter(async (name) => {
      greeted.push(name);
      if (name === 'Ada') await mayEnd.promise;
    });
    await greetAs('Ada', 'one');
    await vi.waitFor(() => expect(greeted).toEqual(['Ada']), PATIENCE);
    await greetAs('Grace', 'one');
    await vi.waitFor(() => expect(greeted).toEqual(['Ada', 'Grace']), PATIENCE);
    mayEnd.happens();
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
  });

  test('replace a failed one that waits for its retry', async () => {
    const greeted: string[] = [];
    await startGreeter((name) => {
      greeted.push(name);
      if (name === 'Ada') throw new Error('not yet');
    });
    await greetAs('Ada', 'one');
    await vi.waitFor(
      async () => expect(await jobs().first()).toMatchObject({ attempts: 1, locked_at: null }),
      PATIENCE,
    );
    // A day away.
    await jobs().update({ run_at: database.knex.raw(`now() + interval '1 day'`) });
    await greetAs('Grace', 'one');
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
    expect(greeted).toEqual(['Ada', 'Grace']);
  });
});

test('runs low-priority jobs after all others, even older ones', async () => {
  const left: number[] = [];
  const slow: Job<{ name: string }> = { ...GREET, name: 'greet_slowly', yields: true };
  for (const name of ['Ada', 'Grace']) await queueJob(database.knex, slow, { name });
  for (const name of ['Mary', 'Edith', 'Joan']) await greet(name);
  await start([
    taskFor(GREET, async () => undefined),
    taskFor(slow, async () => {
      const waiting = await jobs().where({ priority: 0, locked_at: null });
      left.push(waiting.length);
    }),
  ]);
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
  expect(left).toEqual([0, 0]);
});

test.each([
  { often: 'night', at: (hour: number) => `0 ${hour} * * *`, everyMs: 24 * HOUR_MS },
  { often: 'five minutes', at: () => '*/5 * * * *', everyMs: HOUR_MS / 12 },
])('makes up for missed runs of every $often', async ({ at, everyMs }) => {
  const known = () => database.knex('graphile_worker._private_known_crontabs');
  onTestFinished(async () => void (await known().delete()));
  await known().insert({
    identifier: 'sweep',
    known_since: database.knex.raw("now() - interval '3 days'"),
    last_execution: database.knex.raw("now() - interval '2 days'"),
  });
  let runs = 0;
  let go = () => {};
  const allAreQueued = new Promise<void>((resolve) => {
    go = resolve;
  });
  const sweep: Job<object> = { name: 'sweep', payload: z.object({}) };
  const task = taskFor(sweep, async () => {
    runs += 1;
    await allAreQueued;
  });
  // Twelve hours away: never due during the test.
  const hour = (new Date().getUTCHours() + 12) % 24;
  await start([{ ...task, schedule: at(hour) }]);
  await vi.waitFor(async () => {
    const { last_execution } = await known().first();
    expect(Date.now() - last_execution.getTime()).toBeLessThan(everyMs + HOUR_MS / 60);
  }, PATIENCE);
  go();
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
  // Of up to 576 missed runs: those that started at once, and one for all others.
  expect(runs).toBeGreaterThan(0);
  expect(runs).toBeLessThanOrEqual(3);
});

test('runs other jobs at once while a mail server keeps every mail waiting', async () => {
  const mail: Job<{ name: string }> = { ...GREET, name: 'mail', isMail: true };
  const mayEnd = moment();
  const greeted: string[] = [];
  for (const name of ['Ada', 'Grace', 'Mary', 'Edith', 'Joan']) {
    await queueJob(database.knex, mail, { name });
  }
  await start([
    taskFor(mail, () => mayEnd.promise),
    taskFor(GREET, async ({ name }) => void greeted.push(name)),
  ]);
  await vi.waitFor(async () => expect(await jobs().whereNotNull('locked_at')).not.toEqual([]));
  await greet('watch');
  await vi.waitFor(() => expect(greeted).toEqual(['watch']), { timeout: 1_500, interval: 20 });
  mayEnd.happens();
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
});

test('retries a mail within 15 minutes for a day, and other jobs with a growing wait', async () => {
  const mail: Job<{ name: string }> = { ...GREET, name: 'mail', isMail: true };
  await queueJob(database.knex, mail, { name: 'Ada' });
  await greet('Grace');
  const { max_attempts } = await jobs().orderBy('max_attempts', 'desc').first();
  const waits = Array.from({ length: max_attempts - 1 }, (_, n) => Math.min(Math.exp(n + 1), 900));
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(24 * 60 * 60);

  await jobs().update({ attempts: 9, run_at: database.knex.raw(`now() + interval '5 hours'`) });
  await start([taskFor(mail, async () => undefined), taskFor(GREET, async () => undefined)]);
  const waitOf = async (task: string) => {
    const wait = database.knex.raw('extract(epoch from run_at - now())::int as wait');
    const job = await database
      .knex('graphile_worker.jobs')
      .where({ task_identifier: task })
      .first(wait);
    return job.wait;
  };
  await vi.waitFor(async () => expect(await waitOf('mail')).toBeLessThanOrEqual(900), {
    timeout: 3_000,
  });
  expect(await waitOf('greet')).toBeGreaterThan(4 * 60 * 60);
});

describe('when the database goes away', () => {
  test('survives the loss of all its connections and then runs new jobs', async () => {
    const greeted: string[] = [];
    const { logged } = await startGreeter((name) => void greeted.push(name));
    await greet('before');
    // A job that is cut off before it is marked as done would run again.
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
    expect(greeted).toEqual(['before']);
    expect(await cutConnections()).toBeGreaterThan(0);
    await greet('after');
    await vi.waitFor(() => expect(greeted).toEqual(['before', 'after']), PATIENCE);
    expect(logged().filter((line) => line.level >= PINO_ERROR)).toEqual([]);
  });
});

describe('jobs of a process that died', () => {
  const leaveLocked = (minutes: number) =>
    jobs().update({
      attempts: 1,
      locked_by: 'pool-of-a-killed-process',
      locked_at: database.knex.raw(`now() - make_interval(mins => ${minutes})`),
    });

  test('are run by another', async () => {
    const runs: JobRun[] = [];
    await greet('Ada');
    await leaveLocked(3);
    const { logged } = await startGreeter((_name, about) => void runs.push(about));
    await vi.waitFor(() => expect(runs).toHaveLength(1), PATIENCE);
    expect(runs[0]?.attempt).toBe(2);
    expect(JSON.stringify(logged())).toContain('job of a dead process released');
  });

  test('stay locked while their process may still be alive', async () => {
    const greeted: string[] = [];
    await greet('Ada');
    await leaveLocked(1);
    await startGreeter((name) => void greeted.push(name));
    await greet('Grace');
    await vi.waitFor(() => expect(greeted).toEqual(['Grace']), PATIENCE);
    expect(await jobs().pluck('locked_by')).toContain('pool-of-a-killed-process');
  });

  test('run again after a backup from the middle of their last attempt was restored', async () => {
    const greeted: string[] = [];
    await greet('Ada');
    await leaveLocked(24 * 60);
    await jobs().update({ max_attempts: 1 });
    const { logged } = await startGreeter((name) => void greeted.push(name));
    await vi.waitFor(() => expect(greeted).toEqual(['Ada']), PATIENCE);
    expect(JSON.stringify(logged())).not.toContain('job_given_up');
  });

  test('cause an alarm if it was their last attempt', async () => {
    await greet('Ada');
    await leaveLocked(3);
    await jobs().update({ max_attempts: 1 });
    const { logged } = await startGreeter(() => undefined);
    await vi.waitFor(
      () => expect(logged().filter((line) => line.alarm === 'job_given_up')).toHaveLength(1),
      PATIENCE,
    );
  });
});

describe('stop', () => {
  test('waits for a running job', async () => {
    const began = moment();
    const mayEnd = moment();
    const { worker } = await startGreeter(async () => {
      began.happens();
      await mayEnd.promise;
    });
    await greet('Ada');
    await began.promise;
    const stopped = worker.stop();
    mayEnd.happens();
    await stopped;
    expect(await jobs()).toEqual([]);
  });

  test('returns a job that takes too long to the queue, for another process', async () => {
    const began = moment();
    const mayEnd = moment();
    const { worker } = await startGreeter(async () => {
      began.happens();
      await mayEnd.promise;
    });
    await greet('Ada');
    await began.promise;
    await worker.stop();
    expect(await jobs().pluck('locked_by')).toEqual([null]);
    const greeted: string[] = [];
    await startGreeter((name) => void greeted.push(name));
    await vi.waitFor(() => expect(greeted).toEqual(['Ada']), PATIENCE);
    mayEnd.happens();
  });

  test('closes all connections', async () => {
    const { worker } = await startGreeter(() => undefined);
    await worker.stop();
    await vi.waitFor(async () => {
      const { rows } = await database.knex.raw(
        `select pid from pg_stat_activity
         where application_name = 'stationhouse worker' and datname = current_database()`,
      );
      expect(rows).toEqual([]);
    }, PATIENCE);
  });
});

describe('a long job', () => {
  const DIG: Job<{ place: string }> = {
    name: 'dig',
    payload: z.object({ place: z.string() }),
    isLong: true,
  };

  function dig() {
    const running = new Map<string, JobRun>();
    const seen: string[] = [];
    const task = taskFor(DIG, async ({ place }, about) => {
      seen.push(place);
      running.set(place, about);
      await new Promise((resolve) => about.signal.addEventListener('abort', resolve));
      running.delete(place);
      throw new Error('stopped');
    });
    return { task, running, seen };
  }

  test('runs alone in its process, and beside other jobs', async () => {
    const { task, running, seen } = dig();
    const greeted: string[] = [];
    await start([task, taskFor(GREET, async ({ name }) => void greeted.push(name))]);
    await queueJob(database.knex, DIG, { place: 'garden' });
    await vi.waitFor(() => expect([...running.keys()]).toEqual(['garden']), PATIENCE);
    await queueJob(database.knex, DIG, { place: 'field' });
    await greet('Ada');
    await vi.waitFor(() => expect(greeted).toEqual(['Ada']), PATIENCE);
    expect(seen).toEqual(['garden']);
  });

  test('never runs twice at the same time for one key', async () => {
    const first = dig();
    const second = dig();
    await start([first.task]);
    await queueJob(database.knex, DIG, { place: 'garden' }, 'garden');
    await vi.waitFor(() => expect(first.seen).toEqual(['garden']), PATIENCE);
    await start([second.task]);
    await queueJob(database.knex, DIG, { place: 'garden' }, 'garden');
    await queueJob(database.knex, DIG, { place: 'field' }, 'field');
    await vi.waitFor(() => expect(second.seen).toEqual(['field']), PATIENCE);
  });

  test('stops with its process, and waits in the queue for another', async () => {
    const { task, running } = dig();
    const { worker } = await start([task]);
    await queueJob(database.knex, DIG, { place: 'garden' });
    await vi.waitFor(() => expect(running.size).toBe(1), PATIENCE);
    await worker.stop();
    expect(running.size).toBe(0);
    // The attempt is given back.
    expect(await jobs().first()).toMatchObject({ attempts: 0, locked_at: null });
  });

  /** As if the process of the only job so far had been killed three minutes ago. */
  const leaveDead = (more: object = {}) =>
    jobs().update({
      attempts: 1,
      locked_by: 'pool-of-a-killed-process',
      locked_at: database.knex.raw("now() - interval '3 minutes'"),
      ...more,
    });

  test('loses no attempt to the death of its process, and then lets others go first', async () => {
    const { task, running, seen } = dig();
    await queueJob(database.knex, DIG, { place: 'garden' }, 'garden');
    await leaveDead();
    await queueJob(database.knex, DIG, { place: 'field' }, 'field');
    const { worker } = await start([task]);
    await vi.waitFor(() => expect(seen).toEqual(['field']), PATIENCE);
    await vi.waitFor(
      async () =>
        expect(await jobs().where({ key: 'dig:garden' }).first()).toMatchObject({
          attempts: 0,
          max_attempts: MAX_ATTEMPTS + 1,
          locked_at: null,
        }),
      PATIENCE,
    );
    await worker.stop();
    await jobs().where({ key: 'dig:field' }).delete();
    await start([task]);
    await vi.waitFor(() => expect(running.size).toBe(1), PATIENCE);
    expect(running.get('garden')).toMatchObject({ attempt: 1, deaths: 1 });
  });

  test('causes an alarm when its process has died too often', async () => {
    const { task, running } = dig();
    await queueJob(database.knex, DIG, { place: 'garden' });
    await leaveDead({ max_attempts: MAX_ATTEMPTS + MAX_DEATHS - 1 });
    const { logged } = await start([task]);
    await vi.waitFor(() => expect(running.size).toBe(1), PATIENCE);
    expect(running.get('garden')).toMatchObject({ attempt: 1, deaths: MAX_DEATHS });
    expect(logged().filter((line) => line.alarm === 'job_given_up')).toHaveLength(1);
  });
});

describe('sounds of members', () => {
  const SING: Job<{ name: string }> = {
    name: 'sing',
    payload: z.object({ name: z.string() }),
    isSound: true,
  };
  const sing = (member: string, name = member) =>
    queueJob(database.knex, { ...SING, member }, { name });

  /** A task whose runs end when they are told to. */
  function singer() {
    const begun: string[] = [];
    const running = new Map<string, () => void>();
    const task = taskFor(SING, async ({ name }) => {
      begun.push(name);
      const { promise, happens } = moment();
      running.set(name, happens);
      await promise;
      running.delete(name);
    });
    onTestFinished(() => {
      for (const end of running.values()) end();
    });
    return { task, begun, running, end: (name: string) => running.get(name)?.() };
  }

  test('delay no other job, however many there are', async () => {
    const { task, begun } = singer();
    const greeted: string[] = [];
    await start([task, taskFor(GREET, async ({ name }) => void greeted.push(name))]);
    for (const member of ['a', 'b', 'c', 'd']) await sing(member);
    await vi.waitFor(() => expect(begun).toHaveLength(2), PATIENCE);
    await greet('Ada');
    await vi.waitFor(() => expect(greeted).toEqual(['Ada']), PATIENCE);
  });

  test('are made one at a time for each member', async () => {
    const { task, begun, end } = singer();
    for (const name of ['a 1', 'a 2', 'a 3']) await sing('a', name);
    await start([task]);
    await vi.waitFor(() => expect(begun).toEqual(['a 1']), PATIENCE);
    await sing('b', 'b 1');
    await vi.waitFor(() => expect(begun).toEqual(['a 1', 'b 1']), PATIENCE);
    end('a 1');
    await vi.waitFor(() => expect(begun).toEqual(['a 1', 'b 1', 'a 2']), PATIENCE);
  });

  test('of a member who has many go behind the first ones of others', async () => {
    for (const name of ['a 1', 'a 2', 'a 3', 'a 4']) await sing('a', name);
    for (const member of ['b', 'c', 'd']) await sing(member);
    const { task, begun, end } = singer();
    await start([task]);
    const order = ['a 1', 'b', 'c', 'd', 'a 2'];
    for (const [n, name] of order.entries()) {
      await vi.waitFor(() => expect(begun.slice(0, n + 1)).toContain(name), PATIENCE);
      end(name);
    }
  });
});

test('a code goes before all other mail, and a person’s input never before a code', async () => {
  const done: string[] = [];
  const payload = z.object({ name: z.string() });
  const mail: Job<{ name: string }> = { name: 'mail', payload, isMail: true };
  const code: Job<{ name: string }> = { ...mail, name: 'code', isCode: true };
  const note = async ({ name }: { name: string }) => void done.push(name);
  for (const name of ['one', 'two', 'three']) await queueJob(database.knex, mail, { name });
  await queueJob(database.knex, code, { name: 'code' });
  // One at a time: jobs that run beside each other end in any order.
  await start([taskFor(mail, note), taskFor(code, note)], { slots: 1 });
  await vi.waitFor(() => expect(done).toHaveLength(4), PATIENCE);
  expect(done[0]).toBe('code');
});
