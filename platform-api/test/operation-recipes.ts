import { expect } from 'vitest';
import { z } from 'zod';
import {
  actOnFailed,
  changeModes,
  getOperations,
  OPERATION_ACTS,
} from '../contract/admin/operations.ts';
import { queueJob } from '../src/jobs/job.ts';
import { passwordChanged } from '../src/accounts/account-mails.tsx';
import { queueMail } from '../src/mail/send-mail.ts';
import type { Recipe, World } from './recipe.ts';

/** A job and a mail that have failed. @returns the ids */
async function failedJobs({ app }: World): Promise<string[]> {
  const { db } = app.services;
  await queueJob(db, { name: 'count_sheep', payload: z.object({}) }, {});
  await queueMail(db, 'ada@example.com', passwordChanged({}));
  const jobs = db('graphile_worker._private_jobs');
  await jobs.clone().update({ attempts: db.ref('max_attempts'), last_error: 'no answer' });
  return (await jobs.pluck<number[]>('id')).map(String);
}

const WORK = {
  message: 'We move.',
  starts_at: '2999-11-28T02:00:00.000Z',
  ends_at: '2999-11-28T04:00:00.000Z',
};

/** Recipes of the calls of the page Operations. */
export const OPERATION_RECIPES: Record<string, Recipe> = {
  async getOperations(world) {
    const { app, admin, ask } = world;
    await failedJobs(world);
    await app.services.db('stripe_events').insert({
      id: 'evt_1',
      type: 'invoice.paid',
      customer_id: 'cus_1',
      happened_at: new Date(),
    });
    await ask(getOperations, { token: admin.access_token });
  },
  async actOnFailed(world) {
    const { admin, ask } = world;
    const token = admin.access_token;
    const ids = await failedJobs(world);
    for (const act of OPERATION_ACTS) {
      const answer = await ask(actOnFailed, { token, body: { act, ids } });
      expect(answer.body).toEqual({ done: act.endsWith('_job') ? ids.length : 0 });
    }
  },
  async changeModes({ admin, ask }) {
    const token = admin.access_token;
    for (const body of [
      { maintenance: true, planned_work: WORK },
      { planned_work: { ...WORK, ends_at: WORK.starts_at } },
      { maintenance: false, planned_work: null },
    ]) {
      await ask(changeModes, { token, body });
    }
  },
};
