import { describe, expect, test } from 'vitest';
import type { Session } from '../../contract/accounts/auth.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { testDatabase } from '../../test/database.ts';
import type { Letter } from '../mail/mailer.ts';
import { buildUser, PASSWORD } from '../../test/factories.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { json, startApp, WIDE_LIMITS, type TestApp } from '../../test/server.ts';
import { statementsOf } from '../../test/statements.ts';

const database = testDatabase();
const EMAIL = 'ada@example.com';
const STRANGER = 'nobody@example.com';
const PHONE = '+442079460000';

/** The three ways to be sent something, for this address. */
const ways = [
  { path: '/v1/auth/otp', body: (email: string) => ({ email }) },
  { path: '/v1/auth/recover', body: (email: string) => ({ email }) },
  { path: '/v1/auth/resend', body: (email: string) => ({ type: 'signup', email }) },
  { path: '/v1/auth/resend', body: (email: string) => ({ type: 'otp', email }) },
];

/** An answer without its id and time. */
async function bytesOf(answer: Response) {
  const { date: _, 'x-request-id': __, ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, body: await answer.text() };
}

describe.each(ways)('asking $path whether an account exists', ({ path, body }) => {
  test('gets the same answer and runs the same statements, byte for byte', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const app = await startApp(database);
    const asked = [EMAIL, STRANGER].map((email) => async () => {
      let answer: Response | undefined;
      const statements = await statementsOf(database.knex, async () => {
        answer = await app.post(path, body(email));
      });
      return { statements, ...(answer && (await bytesOf(answer))) };
    });
    const [known, unknown] = [await asked[0]?.(), await asked[1]?.()];
    expect(known).toMatchObject({ status: 200, body: '{}' });
    expect(unknown).toEqual(known);
  });

  test('runs the same jobs, statements and rendering afterwards, and sends nothing', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const composed: string[] = [];
    const note = (did: string) => async (mail: Letter) =>
      void composed.push(`${did} to ${mail.to}: ${mail.subject}, ${mail.html.length} characters`);
    const mailer = { send: note('sent'), rehearse: note('rehearsed') };
    const app = await startApp(database, { mailer });
    // Scheduled tasks may run between.
    const tasks = app.tasks.filter(({ schedule }) => schedule === undefined);
    const mailInbox = await startMailInbox({ ...app, tasks });
    const workFor = (email: string) =>
      statementsOf(database.knex, async () => {
        await app.post(path, body(email));
        await mailInbox.to(email);
      });
    const known = await workFor(EMAIL);
    const unknown = await workFor(STRANGER);
    expect(unknown).toEqual(known);
    expect(composed).toEqual([
      expect.stringContaining(`sent to ${EMAIL}`),
      expect.stringContaining('rehearsed to nobody@example.invalid'),
    ]);
    const [sent, rehearsed] = composed.map((line) => line.slice(line.indexOf(':')));
    expect(rehearsed).toBe(sent);
    expect(await database.knex('one_time_codes')).toHaveLength(1);
  });
});

describe('a code', () => {
  test('is never sent to an unknown address, and never creates an account', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    for (const { path, body } of ways) await app.post(path, body(STRANGER));
    await app.post('/v1/auth/otp', { phone: PHONE });
    expect(await mailInbox.to(STRANGER)).toEqual([]);
    expect(await mailInbox.to(PHONE)).toEqual([]);
    for (const table of ['users', 'profiles', 'sessions', 'one_time_codes']) {
      expect(await database.knex(table)).toEqual([]);
    }
  });

  test('must be requested with an address or a number', async () => {
    const app = await startApp(database);
    for (const [path, body] of [
      ['/v1/auth/otp', {}],
      ['/v1/auth/resend', { type: 'otp' }],
      ['/v1/auth/recover', {}],
    ] as const) {
      const answer = await app.post(path, body);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        code: 'missing_target',
        detail: 'You must provide either an email or phone number.',
      });
    }
  });
});

describe('an unconfirmed phone number', () => {
  const SIGN_UP = {
    phone_number: PHONE,
    password: PASSWORD,
    first_name: 'Ada',
    last_name: 'Byron',
    country: 'France',
  };
  const signIn = (app: TestApp) =>
    app.post('/v1/auth/token', { grant_type: 'password', phone: PHONE, password: PASSWORD });

  test('gets no code to sign in and cannot sign in with a password', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    expect((await app.post('/v1/auth/signup', SIGN_UP)).status).toBe(201);
    expect(await mailInbox.to(PHONE)).toHaveLength(1);
    await app.post('/v1/auth/otp', { phone: PHONE });
    await app.post('/v1/auth/resend', { type: 'otp', phone: PHONE });
    expect(await mailInbox.to(PHONE)).toHaveLength(1);
    const answer = await signIn(app);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'invalid_credentials' });
  });

  test('can do both once the code from the sign-up is entered', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    const { access_token } = await json<Session>(await app.post('/v1/auth/signup', SIGN_UP));
    const code = await mailInbox.codeTo(PHONE);
    const headers = { Authorization: `Bearer ${access_token}` };
    const body = { type: 'signup', phone: PHONE, code };
    const answer = await app.post('/v1/auth/verify', body, { headers });
    expect(await answer.json()).toEqual({
      needs_new_password: false,
      user: expect.objectContaining({ phone: PHONE, phone_confirmed_at: expect.any(String) }),
    });
    expect((await signIn(app)).status).toBe(200);
    await app.post('/v1/auth/otp', { phone: PHONE });
    expect(await mailInbox.to(PHONE)).toHaveLength(2);
  });
});

describe('sending again', () => {
  test('sends the confirmation mail of a new account until it is confirmed', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    await buildUser(database.knex, { email: EMAIL });
    const again = () => app.post('/v1/auth/resend', { type: 'signup', email: EMAIL });
    await again();
    const first = await mailInbox.codeTo(EMAIL);
    await again();
    const code = await mailInbox.codeTo(EMAIL);
    const verify = (code: string) =>
      app.post('/v1/auth/verify', { type: 'signup', email: EMAIL, code });
    expect(code).not.toBe(first);
    const answer = await verify(code);
    expect(await answer.json()).toMatchObject({
      user: expect.objectContaining({ email_confirmed_at: expect.any(String) }),
    });
    expect((await verify(first)).status).toBe(400);
    await again();
    expect(await mailInbox.to(EMAIL)).toHaveLength(2);
  });

  test('does nothing for a change that was not requested', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    await buildUser(database.knex, { email: EMAIL, phone: PHONE });
    await app.post('/v1/auth/resend', { type: 'email_change', email: EMAIL });
    await app.post('/v1/auth/resend', { type: 'phone_change', phone: PHONE });
    expect(await mailInbox.to(EMAIL)).toEqual([]);
    expect(await mailInbox.to(PHONE)).toEqual([]);
  });

  test('mails no code for a phone number, and fails no job', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    await app.post('/v1/auth/resend', { type: 'phone_change', email: EMAIL });
    await app.post('/v1/auth/resend', { type: 'email_change', phone: PHONE });
    expect(await mailInbox.to(EMAIL)).toEqual([]);
    expect(app.logged()).not.toContain('job failed');
  });

  test('refuses password resets, which are requested anew', async () => {
    const app = await startApp(database);
    const answer = await app.post('/v1/auth/resend', { type: 'recovery', email: EMAIL });
    expect(answer.status).toBe(422);
  });
});

describe('the limits of codes', () => {
  const asProduct = (...names: (keyof typeof RATE_LIMITS)[]) => ({
    limits: {
      eventStreams: 100,
      rates: {
        ...WIDE_LIMITS,
        ...Object.fromEntries(names.map((name) => [name, RATE_LIMITS[name]])),
      },
    },
  });

  test('allow ten codes an hour for one address, without revealing the limit', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const app = await startApp(database, asProduct('code_target'));
    const mailInbox = await startMailInbox(app);
    for (let n = 0; n < 12; n += 1) {
      const path = n % 2 === 0 ? '/v1/auth/otp' : '/v1/auth/resend';
      const answer = await app.post(path, { ...(n % 2 === 1 && { type: 'otp' }), email: EMAIL });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe('{}');
      await mailInbox.to(EMAIL);
    }
    expect(await mailInbox.to(EMAIL)).toHaveLength(RATE_LIMITS.code_target.points);
  });

  test('allow one password link a minute for one address, without revealing it', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const app = await startApp(database, asProduct('recover_target', 'recover_target_minute'));
    const mailInbox = await startMailInbox(app);
    for (let n = 0; n < 3; n += 1) {
      expect(await (await app.post('/v1/auth/recover', { email: EMAIL })).text()).toBe('{}');
    }
    expect(await mailInbox.to(EMAIL)).toHaveLength(1);
  });

  test('allow five password links an hour', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const app = await startApp(database, asProduct('recover_target'));
    const mailInbox = await startMailInbox(app);
    for (let n = 0; n < 7; n += 1) {
      expect((await app.post('/v1/auth/recover', { email: EMAIL })).status).toBe(200);
      await mailInbox.to(EMAIL);
    }
    expect(await mailInbox.to(EMAIL)).toHaveLength(RATE_LIMITS.recover_target.points);
  });

  test('of a stranger leave the owner’s own requests alone', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const limits = asProduct('recover_target', 'recover_target_minute', 'messages_target').limits;
    const app = await startApp(database, { limits, trustProxy: 1 });
    const mailInbox = await startMailInbox(app);
    const recover = (address: string) => {
      const headers = { 'X-Forwarded-For': address };
      return app.post('/v1/auth/recover', { email: EMAIL }, { headers });
    };
    for (let n = 0; n < 7; n += 1) await recover('203.0.113.7');
    expect(await mailInbox.to(EMAIL)).toHaveLength(1);
    await recover('198.51.100.1');
    expect(await mailInbox.to(EMAIL)).toHaveLength(2);
  });

  test('of many addresses together end at the limit of the target', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const app = await startApp(database, { ...asProduct('messages_target'), trustProxy: 1 });
    const mailInbox = await startMailInbox(app);
    const { points } = RATE_LIMITS.messages_target;
    for (let n = 0; n < points + 3; n += 1) {
      const headers = { 'X-Forwarded-For': `203.0.113.${n}` };
      await app.post('/v1/auth/otp', { email: EMAIL }, { headers });
      await mailInbox.to(EMAIL);
    }
    expect(await mailInbox.to(EMAIL)).toHaveLength(points);
  });

  test('count an unknown address like a member’s', async () => {
    const app = await startApp(database, asProduct('code_target'));
    const statements = async () =>
      (await statementsOf(database.knex, () => app.post('/v1/auth/otp', { email: STRANGER })))
        .length;
    const withRoom = await statements();
    for (let n = 1; n < RATE_LIMITS.code_target.points; n += 1) await statements();
    expect(await statements()).toBe(withRoom - 1);
  });
});
