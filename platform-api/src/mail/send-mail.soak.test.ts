import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { startSmtpSink, type SmtpSink } from '../../test/smtp-sink.ts';
import { startWorker } from '../jobs/worker.ts';
import { passwordChanged } from '../accounts/account-mails.tsx';
import { SEND_MAIL, queueMail } from './send-mail.ts';
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

/** Makes each waiting job due and waits until it has failed once more. */
async function failAll(attempt: number): Promise<void> {
  await jobs().update({ run_at: database.knex.fn.now() });
  await vi.waitFor(async () => {
    const waiting = await jobs().select('attempts', 'locked_at');
    expect(waiting.every((job) => job.attempts === attempt && job.locked_at === null)).toBe(true);
  }, PATIENCE);
}

test('loses no mail while SMTP is down: each arrives once, with one Message-ID', async () => {
  const first = await startSmtpSink();
  first.refuse(true);
  await startSending(first);
  const recipients = Array.from({ length: 5 }, (_, index) => `member-${index}@example.com`);
  for (const to of recipients) await queueMail(database.knex, to, passwordChanged({}));
  await failAll(1);
  await failAll(2);
  expect(first.mails).toEqual([]);
  await first.stop();
  await failAll(3);

  const second = await startSmtpSink(Number(new URL(first.url).port));
  await jobs().update({ run_at: database.knex.fn.now() });
  await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
  expect(second.mails.flatMap((mail) => mail.recipients).toSorted()).toEqual(recipients);

  const ids = new Map<string, Set<string | undefined>>();
  for (const { recipients, email } of [...first.refused, ...second.mails]) {
    const [to = ''] = recipients;
    ids.set(to, (ids.get(to) ?? new Set()).add(email.messageId));
  }
  expect(first.refused.length).toBe(10);
  expect([...ids.values()].map((of) => of.size)).toEqual([1, 1, 1, 1, 1]);
  expect(new Set([...ids.values()].flatMap((of) => [...of])).size).toBe(5);
});
