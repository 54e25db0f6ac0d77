import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { queueJob, type Job } from '../jobs/job.ts';
import { passwordChanged } from '../accounts/account-mails.tsx';
import { queueMail } from '../mail/send-mail.ts';
import { buildUser } from '../../test/factories.ts';
import { z } from 'zod';
import { runCommand } from './run.ts';

const database = testDatabase();
const { knex } = database;

const cli = (...args: string[]) => runCommand(args, { DATABASE_URL: database.url });

const COUNT_SHEEP: Job<object> = { name: 'count_sheep', payload: z.object({}) };

/** Fails the job as the worker does after its last attempt. */
const giveUp = (error: string) =>
  knex('graphile_worker._private_jobs').update({
    attempts: knex.ref('max_attempts'),
    last_error: error,
  });

const rowOf = (out: string, id: string) =>
  out.split('\n').find((line) => line.startsWith(`${id} `)) ?? '';

const idOf = async () => {
  const [id] = await knex('graphile_worker._private_jobs').pluck<string[]>('id');
  return String(id);
};

it('counts and lists jobs, with the first line of what failed', async () => {
  await queueJob(knex, COUNT_SHEEP, {});
  await giveUp('the sheep are gone\n    at field (farm.ts:1)');
  await queueJob(knex, COUNT_SHEEP, {});
  expect((await cli('jobs')).out).toMatch(/^count_sheep +1 +0 +1 +\d{4}-\d\d-\d\dT/m);
  const failed = await cli('jobs', 'list', '--state', 'failed');
  expect(failed.out).toMatch(/^\d+ +count_sheep +failed +14\/14 +- +the sheep are gone$/m);
  expect(failed.out.trim().split('\n')).toHaveLength(2);
});

it('runs a failed job again with all its attempts, and audits it', async () => {
  await queueJob(knex, COUNT_SHEEP, {});
  await giveUp('gone');
  const id = await idOf();
  expect(await cli('jobs', 'retry', id)).toMatchObject({
    code: 0,
    out: '1 job will run again now.\n',
  });
  expect((await cli('jobs')).out).toMatch(/^count_sheep +1 +0 +0 /m);
  expect(await knex('audit_log')).toMatchObject([
    { action: 'retry_job', actor_id: null, after: { jobs: [id] } },
  ]);
});

it('drops failed jobs, and leaves running ones alone', async () => {
  await queueJob(knex, COUNT_SHEEP, {});
  await knex('graphile_worker._private_jobs').update({ locked_at: new Date(), locked_by: 'w' });
  const running = await idOf();
  const refused = await cli('jobs', 'drop', running);
  expect([refused.code, refused.err]).toEqual([
    1,
    `0 jobs deleted.\nLeft alone: ${running}. They are running or gone.\n`,
  ]);
  await knex('graphile_worker._private_jobs').update({ locked_at: null, locked_by: null });
  await giveUp('gone');
  expect((await cli('jobs', 'drop', '--all')).out).toBe('1 job deleted.\n');
  expect((await cli('jobs')).out).toBe('TASK  WAITING  RUNNING  FAILED  OLDEST-DUE\n');
  expect(await knex('audit_log').pluck('action')).toEqual(['remove_job']);
});

it('refuses ids and states that are not valid', async () => {
  for (const [args, message] of [
    [['jobs', 'retry'], 'Give ids, or --all.'],
    [['jobs', 'retry', '1', '--all'], 'Give ids, or --all.'],
    [['jobs', 'drop', 'one'], 'one is not an id.'],
    [['jobs', 'list', '--state', 'lost'], 'Unknown state: lost'],
    [['jobs', 'burn'], 'Unknown argument: burn'],
    [['webhooks', 'retry', '1'], '1 is not an id.'],
  ] as const) {
    const { code, err } = await cli(...args);
    expect([code, err.split('\n')[0]]).toEqual([2, expect.stringContaining(message)]);
  }
});

it('lists mails that failed with their recipients, and sends them again', async () => {
  await queueMail(knex, 'ada@example.com', passwordChanged({}));
  expect((await cli('mails')).out.trim().split('\n')).toHaveLength(1);
  await giveUp('550 no such user');
  const id = await idOf();
  expect(rowOf((await cli('mails')).out, id)).toMatch(
    /password-changed +ada@example\.com +failed +104\/104 +- +550 no such user$/,
  );
  expect((await cli('mails', 'retry', '--all')).out).toBe('1 job will run again now.\n');
  expect(await knex('graphile_worker._private_jobs').select('attempts', 'max_attempts')).toEqual([
    { attempts: 0, max_attempts: 104 },
  ]);
});

it('lists webhooks that were given up and Stripe events that wait, and takes them up again', async () => {
  const { id: user_id } = await buildUser(knex, { email: 'ada@example.com' });
  const event = { id: '0190a000-0000-7000-8000-000000000001', type: 'webhook.test', data: {} };
  await knex('webhook_events').insert({ ...event, user_id });
  const endpoint = {
    id: '0190a000-0000-7000-8000-000000000002',
    user_id,
    events: ['station.live'],
  };
  await knex('webhook_endpoints').insert({
    ...endpoint,
    url: 'https://shop.example/hook',
    description: '',
    secret: Buffer.from('sealed'),
  });
  await knex('webhook_deliveries').insert({
    endpoint_id: endpoint.id,
    event_id: event.id,
    state: 'failed',
    attempts: 9,
    status: 500,
  });
  await knex('stripe_events').insert({
    id: 'evt_1stripe',
    type: 'invoice.paid',
    customer_id: 'cus_1',
    object_id: 'in_1',
    happened_at: new Date(),
  });
  const { out } = await cli('webhooks');
  const webhook = 'evt_0190a000000070008000000000000001';
  expect(rowOf(out, webhook)).toMatch(
    / out +webhook\.test .* status 500, https:\/\/shop\.example\/hook$/,
  );
  expect(rowOf(out, 'evt_1stripe')).toMatch(/ stripe +invoice\.paid .* unprocessed$/);

  expect((await cli('webhooks', 'retry', webhook)).out).toBe(
    '1 webhook will be sent again, 0 events of Stripe processed again.\n',
  );
  expect(await knex('webhook_deliveries').select('state', 'attempts')).toEqual([
    { state: 'waiting', attempts: 0 },
  ]);
  expect((await cli('webhooks', 'retry', '--all')).out).toBe(
    '0 webhooks will be sent again, 1 event of Stripe processed again.\n',
  );
  expect((await cli('jobs')).out).toMatch(/^sync_stripe_customer +1 /m);
  expect((await cli('webhooks', 'retry', webhook)).err).toMatch(/^Some of these are not failed/);
  expect(await knex('audit_log').orderBy('id').pluck('action')).toEqual([
    'retry_webhook',
    'retry_stripe_event',
  ]);
});
