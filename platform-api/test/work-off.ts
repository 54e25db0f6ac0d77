import type { TestApp } from './server.ts';

interface Waiting {
  id: string;
  task_identifier: string;
  payload: unknown;
}

/**
 * Runs an app's queued jobs one after the other, and those that they queue, without a worker. Jobs of other
 * kinds stay in the queue. Throws the error of a job that fails.
 *
 * @param only the kinds of jobs to run; absent: all
 */
export async function workOff(app: TestApp, only?: string[]): Promise<void> {
  const { db } = app.services;
  for (;;) {
    const { rows } = await db.raw<{ rows: Waiting[] }>(
      `delete from graphile_worker._private_jobs where id = (
         select j.id from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id
         where ?::text[] is null or t.identifier = any (?::text[])
         order by j.priority, j.id limit 1
       ) returning id, payload,
         (select identifier from graphile_worker._private_tasks t where t.id = task_id) as task_identifier`,
      [only ?? null, only ?? null],
    );
    const [job] = rows;
    if (!job) return;
    await runTask(app, job.task_identifier, job.payload, job.id);
  }
}

/** Runs a task once, as its schedule would. */
export async function runTask(
  app: TestApp,
  name: string,
  payload: unknown = {},
  id = '1',
): Promise<void> {
  const task = app.tasks.find((candidate) => candidate.name === name);
  if (!task) throw new Error(`There is no task ${name}`);
  await task.run(payload, { id: String(id), attempt: 1, signal: new AbortController().signal });
}
