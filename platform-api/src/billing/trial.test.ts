import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { openShop, orderOf } from '../../test/purchases.ts';
import { workQueue } from '../../test/work-queue.ts';
import { queueJob } from '../jobs/job.ts';
import { LOOK_AFTER_MEMBERS } from './reconcile.ts';
import { isReminderDue } from './trial.ts';

const database = testDatabase();

const DAY_SECONDS = 24 * 60 * 60;

/** A member with a paid trial. */
async function shopWithTrial() {
  const shop = await openShop(database);
  await shop.buy({ ...orderOf('Professional'), trial: true });
  const atStripe = () => shop.standIn.acts.subscriptions()[0];
  const end = atStripe()?.items.data[0]?.current_period_end ?? 0;
  return {
    shop,
    atStripe,
    end,
    /** Moves the clock to so many days before the end. */
    daysBefore: (days: number) =>
      shop.standIn.acts.advance({
        seconds: end - shop.standIn.acts.time() - days * DAY_SECONDS,
      }),
  };
}

const subjects = ({ app }: { app: { sent: { mails: { subject: string }[] } } }) =>
  app.sent.mails.map(({ subject }) => subject);

describe('a trial', () => {
  test('costs the set-up fee and a month, and ends automatically after it', async () => {
    const { shop, atStripe, end, daysBefore } = await shopWithTrial();
    expect(atStripe()?.cancel_at).toBe(end);
    const ends_at = new Date(end * 1_000).toISOString();
    const { subscription } = await shop.billing();
    expect(subscription).toMatchObject({
      trial_ends_at: ends_at,
      cancel_at: ends_at,
      next_payment_date: null,
    });
    expect(await shop.mails()).toMatchObject([
      { message: 'purchase-confirmed', trial_ends_at: ends_at },
      { message: 'new-purchase' },
    ]);
    daysBefore(-1);
    const after = await shop.sync(shop.member.id);
    expect([after.subscription?.status, after.invoices.length]).toEqual(['canceled', 1]);
  });

  test('that is continued with one click renews each month, and does not end again', async () => {
    const { shop, daysBefore } = await shopWithTrial();
    daysBefore(3);
    expect((await shop.resume()).status).toBe(200);
    expect((await shop.billing()).subscription).toMatchObject({
      trial_ends_at: null,
      cancel_at: null,
      amount: 358_80,
    });
    const mails = await shop.mails();
    expect(mails.at(-1)).toMatchObject({ message: 'trial-continued', payment: { amount: 358_80 } });
    shop.standIn.acts.advance({ months: 13 });
    const { subscription, invoices } = await shop.sync(shop.member.id);
    expect([subscription?.status, subscription?.cancel_at]).toEqual(['active', null]);
    expect(invoices.length).toBeGreaterThan(10);
    // A cancellation afterwards is an ordinary one.
    await shop.cancel();
    expect((await shop.billing()).subscription).toMatchObject({ trial_ends_at: null });
    expect((await shop.mails()).at(-1)).toMatchObject({ message: 'subscription-cancelled' });
  });

  test('reminds its member seven days and one day before its end, once each', async () => {
    const { shop, daysBefore } = await shopWithTrial();
    const look = async () => {
      await queueJob(database.knex, LOOK_AFTER_MEMBERS, {});
      await workQueue(shop.app);
      await workQueue(shop.app);
      return subjects(shop).filter((subject) => subject.includes('trial ends')).length;
    };
    const found: number[] = [];
    for (const days of [8, 7, 5, 1, 0.5]) {
      daysBefore(days);
      found.push(await look(), await look());
    }
    expect(found).toEqual([0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
  });

  test('is named on the payment page in the words of the summary and the email', async () => {
    const shop = await openShop(database);
    const page = await shop.pageOf({ ...orderOf('Starter'), trial: true });
    const text = await (await fetch(page)).text();
    const terms =
      'Nothing more after that, unless you continue. It is then €178.80 per month incl. VAT.';
    expect(text).toContain(terms);
    expect(text).not.toContain('until you cancel');
  });

  test('is another order than the same package without one', async () => {
    const shop = await openShop(database);
    const first = await shop.pageOf(orderOf('Starter'));
    const second = await shop.pageOf({ ...orderOf('Starter'), trial: true });
    expect(second).not.toBe(first);
    expect(await shop.openSessions()).toHaveLength(1);
    expect(await shop.purchases()).toMatchObject([{ is_trial: true, attempt: 2 }]);
  });
});

test.each([
  ['8 days before', 8, null, false],
  ['a week before', 7, null, true],
  ['a week before, reminded', 6, 7, false],
  ['a day before, reminded a week before', 1, 7, true],
  ['a day before, never reminded', 1, null, true],
  ['an hour before, reminded a day before', 0.04, 1, false],
  ['afterwards', -1, null, false],
])('%s: whether a reminder is due', (_, days, reminded, isDue) => {
  const end = new Date('2026-12-22T09:30:00Z');
  const before = (count: number) => new Date(end.getTime() - count * DAY_SECONDS * 1_000);
  const last = reminded === null ? null : before(reminded);
  expect(isReminderDue(end, last, before(days))).toBe(isDue);
});
