import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sendContactMessage } from '../../contract/contact/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { startApp, type TestApp } from '../../test/server.ts';
import { startSmtpSink } from '../../test/smtp-sink.ts';
import { createSmtpMailer } from '../mail/smtp-mailer.ts';

const database = testDatabase();
const { knex } = database;
const FROM = { name: 'Stationhouse', address: 'hello@radio.example.com' };
const MESSAGE = {
  name: 'Ada Byron',
  email: 'ada@example.com',
  company: 'The Counting House',
  subject: 'Music for three cafés',
  message: 'We open in May.\n\nCan all three play one station?',
};

/** Long enough for the worker's next poll. */
const PATIENCE = { timeout: 10_000, interval: 20 };

const jobs = () => knex('graphile_worker._private_jobs');
const write = (app: TestApp, body: unknown) => send(app, sendContactMessage, { body });

/** The app and an SMTP server. The mail worker delivers once it is started. */
async function start() {
  const sink = await startSmtpSink();
  const mailer = createSmtpMailer({ url: sink.url, from: FROM });
  onTestFinished(() => mailer.close());
  return { sink, app: await startApp(database, { mailer }) };
}

async function expectTaken(answer: Response): Promise<void> {
  expect([answer.status, await answer.json()]).toEqual([202, { success: true }]);
}

describe('a message', () => {
  test('arrives once, later, when SMTP was down', async () => {
    const { app, sink } = await start();
    await sink.stop();
    await startMailInbox(app);
    await expectTaken(await write(app, MESSAGE));
    await vi.waitFor(
      async () => expect(await jobs().first()).toMatchObject({ attempts: 1, locked_at: null }),
      PATIENCE,
    );
    const back = await startSmtpSink(Number(new URL(sink.url).port));
    await jobs().update({ run_at: knex.fn.now() });
    expect((await back.next()).email.subject).toContain(MESSAGE.subject);
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
    expect(back.mails).toHaveLength(1);
  });
});
