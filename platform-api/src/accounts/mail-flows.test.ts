import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../test/database.ts';
import { bearer, buildUser, PASSWORD } from '../../test/factories.ts';
import { codeIn, linkIn } from '../../test/mail-inbox.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { startSmtpSink, type ParsedMail, type SmtpSink } from '../../test/smtp-sink.ts';
import { queueJob, type Task } from '../jobs/job.ts';
import { startWorker } from '../jobs/worker.ts';
import type { Letter, Mailer } from '../mail/mailer.ts';
import { createSmtpMailer } from '../mail/smtp-mailer.ts';

const database = testDatabase();
const EMAIL = 'ada@example.com';
const NEW = 'ada@new.example.com';
const FROM = { name: 'Stationhouse', address: 'hello@radio.example.com' };
const NEW_PASSWORD = 'the tide comes in at nine';
const SIGN_UP = {
  email: EMAIL,
  password: PASSWORD,
  first_name: 'Ada',
  last_name: 'Byron',
  country: 'France',
};

/** Long enough for the worker's next poll. */
const PATIENCE = { timeout: 10_000, interval: 20 };

const jobs = () => database.knex('graphile_worker._private_jobs');
const makeAllDue = () => jobs().update({ run_at: database.knex.fn.now() });

/** The whole system: the app, its worker, and an SMTP server. */
async function start(
  around: (mailer: Mailer) => Mailer = (mailer) => mailer,
  change: (task: Task) => Task = (task) => task,
) {
  const sink = await startSmtpSink();
  const smtp = createSmtpMailer({ url: sink.url, from: FROM });
  const app = await startApp(database, { mailer: around(smtp) });
  const { log } = app.services;
  const worker = await startWorker({
    databaseUrl: database.url,
    tasks: app.tasks.map(change),
    log,
  });
  onTestFinished(async () => {
    await worker.stop();
    smtp.close();
  });
  return { app, sink };
}

const textOf = ({ email }: ParsedMail): string => email.text ?? '';
const mailTo = (sink: SmtpSink, address: string) =>
  sink.next(({ recipients }) => recipients.includes(address));
const verify = (app: TestApp, body: object, init?: RequestInit) =>
  app.post('/v1/auth/verify', body, init);

describe('with real mail', () => {
  test('a user signs up, confirms the address, and signs in by a code', async () => {
    const { app, sink } = await start();
    expect((await app.post('/v1/auth/signup', SIGN_UP)).status).toBe(201);
    const welcome = await mailTo(sink, EMAIL);
    expect(welcome.recipients).toEqual([EMAIL]);
    const { url, token } = linkIn(textOf(welcome));
    expect(url.origin).toBe(app.services.publicUrl);
    expect(url.pathname).toBe('/');
    expect(welcome.email.html).toContain(url.hash.replace('&', '&amp;'));
    const confirmed = await verify(app, { type: 'signup', token });
    expect(await confirmed.json()).toMatchObject({
      user: { email: EMAIL, email_confirmed_at: expect.any(String) },
    });

    await app.post('/v1/auth/otp', { email: EMAIL });
    const code = codeIn(textOf(await mailTo(sink, EMAIL)));
    const signedIn = await verify(app, { type: 'otp', email: EMAIL, code });
    const { access_token } = await json<{ access_token: string }>(signedIn);
    expect((await app.get('/v1/auth/user', bearer(access_token))).status).toBe(200);
  });

  test('a user gets the mail for a forgotten password while all other jobs are stuck', async () => {
    const stuck: string[] = [];
    const { app, sink } = await start(undefined, (task) =>
      task.isMail
        ? task
        : {
            ...task,
            run: async (_, { signal }) => {
              stuck.push(task.name);
              await new Promise((resolve) => signal.addEventListener('abort', resolve));
            },
          },
    );
    for (const name of ['watch_stations', 'check_domains']) {
      await queueJob(database.knex, { name, payload: z.object({}) }, {});
    }
    await vi.waitFor(() => expect(stuck.length).toBeGreaterThanOrEqual(2), PATIENCE);
    await buildUser(database.knex, { email: EMAIL });
    await app.post('/v1/auth/recover', { email: EMAIL });
    expect(textOf(await mailTo(sink, EMAIL))).toContain('#type=recovery');
  });

  test('a user resets a forgotten password', async () => {
    const { app, sink } = await start();
    await buildUser(database.knex, { email: EMAIL });
    await app.post('/v1/auth/recover', { email: EMAIL });
    const { token, url } = linkIn(textOf(await mailTo(sink, EMAIL)));
    expect(url.hash).toMatch(/^#type=recovery&token=/);
    const reset = await app.post('/v1/auth/reset', { token, password: NEW_PASSWORD });
    expect(reset.status).toBe(200);
    expect((await mailTo(sink, EMAIL)).email.subject).toContain('password was changed');
    const signIn = { grant_type: 'password', email: EMAIL, password: NEW_PASSWORD };
    expect((await app.post('/v1/auth/token', signIn)).status).toBe(200);
  });

  test('a user changes the address, and the old one gets a mail', async () => {
    const { app, sink } = await start();
    const signedUp = await app.post('/v1/auth/signup', SIGN_UP);
    const { access_token } = await json<{ access_token: string }>(signedUp);
    await mailTo(sink, EMAIL);
    const body = { email: NEW, current_password: PASSWORD };
    await app.post('/v1/auth/user', body, { method: 'PATCH', ...bearer(access_token) });
    const { token } = linkIn(textOf(await mailTo(sink, NEW)));
    expect((await verify(app, { type: 'email_change', token }, bearer(access_token))).status).toBe(
      200,
    );
    expect(textOf(await mailTo(sink, EMAIL))).toContain(NEW);
  });
});

describe('when the mail server is down', () => {
  test('the request succeeds, and the code arrives later and works', async () => {
    const { app, sink } = await start();
    await buildUser(database.knex, { email: EMAIL });
    await sink.stop();
    expect((await app.post('/v1/auth/otp', { email: EMAIL })).status).toBe(200);
    await vi.waitFor(
      async () => expect(await jobs().first()).toMatchObject({ attempts: 1, locked_at: null }),
      PATIENCE,
    );
    // It has waited longer than its lifetime, which starts only when it is sent.
    await database.knex('one_time_codes').update({
      created_at: database.knex.raw(`now() - interval '1 hour'`),
      code_expires_at: database.knex.raw(`now() - interval '50 minutes'`),
      link_expires_at: database.knex.raw(`now() - interval '50 minutes'`),
    });
    const back = await startSmtpSink(Number(new URL(sink.url).port));
    await makeAllDue();
    const code = codeIn(textOf(await mailTo(back, EMAIL)));
    expect((await verify(app, { type: 'otp', email: EMAIL, code })).status).toBe(200);
  });

  test('a code that was replaced while it was queued is not sent', async () => {
    const { app, sink } = await start();
    await buildUser(database.knex, { email: EMAIL });
    sink.refuse(true);
    for (const count of [1, 2]) {
      await app.post('/v1/auth/otp', { email: EMAIL });
      await vi.waitFor(() => expect(sink.refused).toHaveLength(count), PATIENCE);
    }
    await vi.waitFor(
      async () => expect(await jobs().whereNull('locked_at')).toHaveLength(2),
      PATIENCE,
    );
    sink.refuse(false);
    await makeAllDue();
    await vi.waitFor(async () => expect(await jobs()).toEqual([]), PATIENCE);
    expect(sink.mails).toHaveLength(1);
    const code = codeIn(sink.mails.map(textOf).join(''));
    expect((await verify(app, { type: 'otp', email: EMAIL, code })).status).toBe(200);
  });
});

test('a mail sent twice after a crash has the same text and the same Message-ID', async () => {
  let crashes = 1;
  const { app, sink } = await start((mailer) => ({
    async send(mail: Letter) {
      await mailer.send(mail);
      if (crashes > 0) {
        crashes -= 1;
        throw new Error('killed between sending and noting it');
      }
    },
  }));
  await buildUser(database.knex, { email: EMAIL });
  await app.post('/v1/auth/otp', { email: EMAIL });
  const first = await mailTo(sink, EMAIL);
  await vi.waitFor(
    async () => expect(await jobs().first()).toMatchObject({ attempts: 1, locked_at: null }),
    PATIENCE,
  );
  await makeAllDue();
  const second = await mailTo(sink, EMAIL);
  expect(second.email.messageId).toBe(first.email.messageId);
  expect(codeIn(textOf(second))).toBe(codeIn(textOf(first)));
  expect(linkIn(textOf(second)).token).toBe(linkIn(textOf(first)).token);
  const { token } = linkIn(textOf(first));
  expect((await verify(app, { type: 'otp', token })).status).toBe(200);
});

/** Every row of every table, the queue's own included, as text. */
async function dump(): Promise<string> {
  const tables: { schemaname: string; tablename: string }[] = await database
    .knex('pg_tables')
    .whereIn('schemaname', ['public', 'graphile_worker'])
    .select('schemaname', 'tablename');
  const rows = await Promise.all(
    tables.map(async ({ schemaname, tablename }) => {
      const { rows } = await database.knex.raw<{ rows: { row: string }[] }>(
        'select t::text as row from ??.?? as t',
        [schemaname, tablename],
      );
      return rows.map(({ row }) => row);
    }),
  );
  return rows.flat().join('\n');
}

describe('a secret that signs in', () => {
  test.each([
    ['/v1/auth/otp', { email: EMAIL }],
    ['/v1/auth/recover', { email: EMAIL }],
    ['/v1/auth/resend', { type: 'signup', email: EMAIL }],
  ])('is stored unencrypted in no table, queue or log: %s', async (path, body) => {
    const { app, sink } = await start();
    await buildUser(database.knex, { email: EMAIL });
    // The server reads the mail and then refuses it, so the test knows the mail while it is still queued.
    sink.refuse(true);
    await app.post(path, body);
    await vi.waitFor(
      async () => expect(await jobs().first()).toMatchObject({ attempts: 1, locked_at: null }),
      PATIENCE,
    );
    const text = sink.refused.map(textOf).join('');
    const { token } = linkIn(text);
    const codes = text.match(/\b\d{6}\b/g) ?? [];

    const places = { database: await dump(), log: app.logged() };
    expect(places.database).toContain(EMAIL);
    expect(places.database).toContain('deliver_code');
    for (const place of Object.values(places)) {
      expect(place).not.toContain(token);
      expect(place).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
      // Six digits also occur in times, ids and hashes, as part of longer numbers.
      for (const code of codes)
        expect(place).not.toMatch(new RegExp(`(?<![\\w.-])${code}(?![\\w-])`));
    }
  });
});
