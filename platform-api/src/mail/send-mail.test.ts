import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { startSmtpSink, type SmtpSink } from '../../test/smtp-sink.ts';
import { passwordChanged } from '../accounts/account-mails.tsx';
import '../billing/operator-mails.tsx';
import { queueJob } from '../jobs/job.ts';
import { startWorker } from '../jobs/worker.ts';
import '../stations/station-mails.tsx';
import { SEND_MAIL, queueMail, type Mail } from './send-mail.ts';
import { createSmtpMailer } from './smtp-mailer.ts';

const database = testDatabase();
const publicUrl = 'https://radio.example.com';

/** Longer than the worker's slowest poll. */
const PATIENCE = { timeout: 10_000, interval: 20 };

const jobs = () => database.knex('graphile_worker._private_jobs');

async function startSending(sink: SmtpSink): Promise<void> {
  const mailer = createSmtpMailer({
    url: sink.url,
    from: { name: 'Stationhouse', address: 'hello@stationhouse.example' },
  });
  const worker = await startWorker({
    databaseUrl: database.url,
    tasks: [SEND_MAIL.taskWith({ mailer, publicUrl })],
    log: pino({ level: 'silent' }),
  });
  onTestFinished(async () => {
    await worker.stop();
    mailer.close();
  });
}

test('sends no mail for a transaction that rolled back', async () => {
  const sink = await startSmtpSink();
  await startSending(sink);
  const change = database.knex.transaction(async (trx) => {
    await queueMail(trx, 'never@example.com', passwordChanged({}));
    throw new Error('the change failed');
  });
  await expect(change).rejects.toThrow('the change failed');
  await database.knex.transaction((trx) => queueMail(trx, 'ada@example.com', passwordChanged({})));
  expect((await sink.next()).recipients).toEqual(['ada@example.com']);
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
  expect(sink.mails).toHaveLength(1);
});

const DAY = '2026-11-28T12:00:00.000Z';

test.each<{ notice: Mail; subject: string; says: string }>([
  {
    notice: { message: 'password-changed', to: 'ada@example.com' },
    subject: 'Your Stationhouse password was changed',
    says: `${publicUrl}/auth`,
  },
  {
    notice: { message: 'email-changed', to: 'ada@example.com', new_email: 'ada@new.example' },
    subject: 'Your Stationhouse account has a new address',
    says: 'ada@new.example',
  },
  {
    notice: { message: 'already-registered', to: 'ada@example.com' },
    subject: 'You already have a Stationhouse account',
    says: `${publicUrl}/auth`,
  },
  {
    notice: {
      message: 'purchase-confirmed',
      to: 'ada@example.com',
      package_name: 'Starter',
      total_amount: 537_60,
      currency: 'eur',
    },
    subject: 'Thank you: your Stationhouse station is on its way',
    says: '€537.60',
  },
  {
    notice: {
      message: 'new-purchase',
      to: 'ada@example.com',
      package_name: 'Starter',
      total_amount: 537_60,
      currency: 'eur',
      company_name: 'The Counting House',
    },
    subject: 'A new Stationhouse customer: Starter',
    says: 'The Counting House',
  },
  {
    notice: { message: 'payment-failed', to: 'ada@example.com', off_air_at: DAY },
    subject: 'Your payment to Stationhouse didn’t go through',
    says: '28 November 2026',
  },
  {
    notice: { message: 'subscription-cancelled', to: 'ada@example.com', ends_at: DAY },
    subject: 'Your Stationhouse subscription is cancelled',
    says: '28 November 2026',
  },
  {
    notice: { message: 'subscription-ended', to: 'ada@example.com', off_air_at: DAY },
    subject: 'Your Stationhouse subscription has ended',
    says: '28 November 2026',
  },
  {
    notice: { message: 'station-suspended', to: 'ada@example.com' },
    subject: 'Your Stationhouse station is off air',
    says: `${publicUrl}/members`,
  },
  {
    notice: { message: 'station-restored', to: 'ada@example.com' },
    subject: 'Your Stationhouse station is back',
    says: `${publicUrl}/members`,
  },
  {
    notice: { message: 'station-off-air', to: 'ada@example.com' },
    subject: 'Your Stationhouse station is off air for now',
    says: `${publicUrl}/members`,
  },
  {
    notice: { message: 'station-back', to: 'ada@example.com', station_url: `${publicUrl}/blue` },
    subject: 'Your Stationhouse station is back on air',
    says: `${publicUrl}/blue`,
  },
  {
    notice: { message: 'station-silent', to: 'ada@example.com', since: DAY },
    subject: 'Your Stationhouse station is silent',
    says: '28 November 2026 at 12:00',
  },
  {
    notice: { message: 'station-well', to: 'ada@example.com', station_url: `${publicUrl}/blue` },
    subject: 'Your Stationhouse station plays again',
    says: `${publicUrl}/blue`,
  },
  {
    notice: { message: 'billing-alarm', to: 'ada@example.com', lines: ['One thing.'] },
    subject: 'Stationhouse billing needs your attention',
    says: 'One thing.',
  },
])('sends the mail $notice.message with its content', async ({ notice, subject, says }) => {
  const sink = await startSmtpSink();
  await startSending(sink);
  await queueJob(database.knex, SEND_MAIL, notice);
  const { recipients, email } = await sink.next();
  expect(recipients).toEqual(['ada@example.com']);
  expect(email.subject).toBe(subject);
  expect(email.text).toContain(says);
  expect(email.html).toContain(says);
});

test('keeps a mail of another release on the queue, because this one has no kind of its name', async () => {
  const { run } = SEND_MAIL.taskWith({ mailer: { send: async () => undefined }, publicUrl });
  const about = { id: '1', attempt: 1, signal: new AbortController().signal };
  await expect(run({ message: 'station-in-space', to: 'ada@example.com' }, about)).rejects.toThrow(
    'This release has no mail with the name station-in-space',
  );
});
