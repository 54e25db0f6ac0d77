import { describe, expect, test, vi } from 'vitest';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { testDatabase } from '../../test/database.ts';
import {
  buildUser,
  PASSWORD,
  signedInUser,
  signInAgain,
  type SignedInUser,
} from '../../test/factories.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { json, startApp, WIDE_LIMITS, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const OLD = 'ada@example.com';
const NEW = 'ada@new.example.com';
const PHONE = '+442079460000';
const NEW_PASSWORD = 'the tide comes in at nine';

async function start(given: Parameters<typeof startApp>[1] = {}) {
  const app = await startApp(database, given);
  const mailInbox = await startMailInbox(app);
  return { app, mailInbox, ada: await signedInUser(app, { email: OLD }) };
}

const change = (app: TestApp, who: SignedInUser, body: object, current_password = PASSWORD) =>
  app.post('/v1/auth/user', { current_password, ...body }, { method: 'PATCH', ...who.as });
const verify = (app: TestApp, body: object, by?: SignedInUser) =>
  app.post('/v1/auth/verify', body, by?.as);
const userRow = (id: string) => database.knex('users').where({ id }).first();

/** The answer without its request id. */
async function answerOf(answer: Response) {
  const {
    id: _,
    email: __,
    created_at: ___,
    ...user
  } = await json<Record<string, unknown>>(answer);
  return { status: answer.status, user };
}

describe('a new email address', () => {
  test('takes effect once it is confirmed, and the old address gets a mail', async () => {
    const { app, mailInbox, ada } = await start();
    const answer = await change(app, ada, { email: NEW });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: ada.id, email: OLD, new_email: NEW });
    expect(await userRow(ada.id)).toMatchObject({ email: OLD });
    expect(await mailInbox.to(OLD)).toEqual([]);

    const token = await mailInbox.tokenTo(NEW);
    const confirmed = await verify(app, { type: 'email_change', token }, ada);
    expect(await confirmed.json()).toEqual({
      needs_new_password: false,
      user: expect.objectContaining({
        email: NEW,
        new_email: null,
        email_confirmed_at: expect.any(String),
      }),
    });
    expect(await database.knex('profiles').first('email')).toEqual({ email: NEW });
    expect(await mailInbox.to(OLD)).toEqual([expect.stringContaining(NEW)]);
    const signIn = (email: string) =>
      app.post('/v1/auth/token', { grant_type: 'password', email, password: PASSWORD });
    expect((await signIn(OLD)).status).toBe(401);
    expect((await signIn(NEW)).status).toBe(200);
  });

  test('is confirmed by its code too, which can be sent again', async () => {
    const { app, mailInbox, ada } = await start();
    await change(app, ada, { email: NEW });
    const first = await mailInbox.codeTo(NEW);
    await app.post('/v1/auth/resend', { type: 'email_change', email: NEW });
    const code = await mailInbox.codeTo(NEW);
    const confirm = (code: string) => verify(app, { type: 'email_change', email: NEW, code }, ada);
    expect(code).not.toBe(first);
    expect((await confirm(code)).status).toBe(200);
    expect((await confirm(first)).status).toBe(400);
  });

  test('invalidates codes sent to the old address', async () => {
    const { app, mailInbox, ada } = await start();
    await app.post('/v1/auth/recover', { email: OLD });
    const recovery = await mailInbox.tokenTo(OLD);
    await app.post('/v1/auth/otp', { email: OLD });
    const token = await mailInbox.tokenTo(OLD);
    await change(app, ada, { email: NEW });
    await verify(app, { type: 'email_change', token: await mailInbox.tokenTo(NEW) }, ada);
    const reset = { token: recovery, password: NEW_PASSWORD };
    expect((await app.post('/v1/auth/reset', reset)).status).toBe(400);
    expect((await verify(app, { type: 'otp', token })).status).toBe(400);
  });

  test('replaces an earlier requested address', async () => {
    const { app, mailInbox, ada } = await start();
    await change(app, ada, { email: NEW });
    const token = await mailInbox.tokenTo(NEW);
    await change(app, ada, { email: 'ada@third.example.com' });
    await mailInbox.to(NEW);
    expect((await verify(app, { type: 'email_change', token }, ada)).status).toBe(400);
    expect(await userRow(ada.id)).toMatchObject({ email: OLD, new_email: 'ada@third.example.com' });
  });

  test('of another account gets the same answer, and its owner gets a mail instead', async () => {
    const { app, mailInbox, ada } = await start();
    const grace = await signedInUser(app, { email: 'grace@example.com' });
    const taken = await buildUser(database.knex, { email: 'taken@example.com' });
    const [free, occupied] = await Promise.all([
      change(app, ada, { email: NEW }).then(answerOf),
      change(app, grace, { email: taken.email }).then(answerOf),
    ]);
    expect(occupied).toEqual({ ...free, user: { ...free.user, new_email: taken.email } });
    const mails = await mailInbox.to(taken.email);
    expect(app.sent.mails.find(({ to }) => to === taken.email)?.subject).toBe(
      'You already have a Stationhouse account',
    );
    expect(mails.join('')).not.toMatch(/token=|\b\d{6}\b/);
    await app.post('/v1/auth/resend', { type: 'email_change', email: taken.email });
    expect((await mailInbox.to(taken.email)).join('')).not.toMatch(/token=|\b\d{6}\b/);
  });

  test('can no longer be confirmed once another account has it', async () => {
    const { app, mailInbox, ada } = await start();
    await change(app, ada, { email: NEW });
    const token = await mailInbox.tokenTo(NEW);
    await buildUser(database.knex, { email: NEW });
    const answer = await verify(app, { type: 'email_change', token }, ada);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_token' });
    expect(await userRow(ada.id)).toMatchObject({ email: OLD });
    expect(await mailInbox.to(OLD)).toEqual([]);
  });

  test('equal to the current one changes nothing and sends nothing', async () => {
    const { app, mailInbox, ada } = await start();
    const answer = await change(app, ada, { email: 'ADA@example.com' });
    expect(await answer.json()).toMatchObject({ email: OLD, new_email: null });
    expect(await mailInbox.to(OLD)).toEqual([]);
  });
});

describe('a new phone number', () => {
  /** A number needs a confirmed email address. */
  async function startConfirmed() {
    const house = await start();
    await database.knex('users').update({ email_confirmed_at: new Date() });
    return house;
  }

  test('takes effect once its code is entered, and signs in from then on', async () => {
    const { app, mailInbox, ada } = await startConfirmed();
    const answer = await change(app, ada, { phone: '+44 20 7946 0000' });
    expect(await answer.json()).toMatchObject({ phone: null });
    const code = await mailInbox.codeTo(PHONE);
    const confirmed = await verify(app, { type: 'phone_change', phone: PHONE, code }, ada);
    expect(await confirmed.json()).toEqual({
      needs_new_password: false,
      user: expect.objectContaining({ phone: PHONE, phone_confirmed_at: expect.any(String) }),
    });
    const signIn = { grant_type: 'password', phone: PHONE, password: PASSWORD };
    expect((await app.post('/v1/auth/token', signIn)).status).toBe(200);
  });

  test('gets its code again while the change is pending', async () => {
    const { app, mailInbox, ada } = await startConfirmed();
    await change(app, ada, { phone: PHONE });
    const first = await mailInbox.codeTo(PHONE);
    await app.post('/v1/auth/resend', { type: 'phone_change', phone: PHONE });
    const code = await mailInbox.codeTo(PHONE);
    expect(code).not.toBe(first);
    expect((await verify(app, { type: 'phone_change', phone: PHONE, code }, ada)).status).toBe(200);
    await app.post('/v1/auth/resend', { type: 'phone_change', phone: PHONE });
    expect(await mailInbox.to(PHONE)).toHaveLength(2);
  });

  test('of another account gets the same answer, and no message', async () => {
    const { app, mailInbox, ada } = await startConfirmed();
    await buildUser(database.knex, { phone: PHONE });
    const [free, occupied] = [
      await answerOf(await change(app, ada, { phone: '+442079460001' })),
      await answerOf(await change(app, ada, { phone: PHONE })),
    ];
    expect(occupied).toEqual(free);
    expect(await mailInbox.to(PHONE)).toEqual([]);
  });

  test('can no longer be confirmed once another account has it', async () => {
    const { app, mailInbox, ada } = await startConfirmed();
    await change(app, ada, { phone: PHONE });
    const code = await mailInbox.codeTo(PHONE);
    await buildUser(database.knex, { phone: PHONE });
    expect((await verify(app, { type: 'phone_change', phone: PHONE, code }, ada)).status).toBe(400);
  });
});

describe('a new password', () => {
  test('ends all other sessions, keeps this one, and is reported by mail', async () => {
    const { app, mailInbox, ada } = await start();
    const other = await signInAgain(app, ada);
    expect((await change(app, ada, { password: NEW_PASSWORD })).status).toBe(200);
    expect((await app.get('/v1/auth/user', ada.as)).status).toBe(200);
    const ended = await app.get('/v1/auth/user', other.as);
    expect(ended.status).toBe(401);
    expect(await ended.json()).toMatchObject({ code: 'session_ended' });
    const refresh = { grant_type: 'refresh_token', refresh_token: other.refresh_token };
    expect((await app.post('/v1/auth/token', refresh)).status).toBe(401);
    await mailInbox.to(OLD);
    expect(app.sent.mails.map(({ subject }) => subject)).toEqual([
      'Your Stationhouse password was changed',
    ]);
    const signIn = (password: string) =>
      app.post('/v1/auth/token', { grant_type: 'password', email: OLD, password });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
  });

  test('cancels a pending change of address, but not one in the same request', async () => {
    const { app, mailInbox, ada } = await start();
    await change(app, ada, { email: 'thief@example.com' });
    const thiefs = await mailInbox.tokenTo('thief@example.com');
    await change(app, ada, { password: NEW_PASSWORD, email: NEW });
    const verified = (token: string) => verify(app, { type: 'email_change', token }, ada);
    expect((await verified(thiefs)).status).toBe(400);
    expect((await verified(await mailInbox.tokenTo(NEW))).status).toBe(200);
  });

  test('must be strong enough', async () => {
    const { app, ada } = await start();
    for (const password of ['short', 'password123', OLD]) {
      const answer = await change(app, ada, { password });
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ code: 'weak_password' });
    }
    expect((await app.get('/v1/auth/user', ada.as)).status).toBe(200);
  });
});

describe('a change of the login', () => {
  test('needs the current password; a wrong one changes nothing', async () => {
    const { app, mailInbox, ada } = await start();
    const before = await userRow(ada.id);
    const body = { email: NEW, phone: PHONE, password: NEW_PASSWORD };
    const answer = await change(app, ada, body, 'not the password');
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ code: 'current_password_wrong' });
    expect(await userRow(ada.id)).toEqual(before);
    expect(await mailInbox.to(NEW)).toEqual([]);
  });

  test('is refused when the password was reset meanwhile', async () => {
    const { app, ada } = await start();
    const reset = await database.knex.transaction();
    await reset('users').where({ id: ada.id }).update({ password_hash: 'the hash of a new one' });
    const answer = change(app, ada, { email: 'thief@example.com' });
    await vi.waitFor(async () => {
      const { rows } = await database.knex.raw(
        `select pid from pg_stat_activity
         where wait_event_type = 'Lock' and datname = current_database()`,
      );
      expect(rows).toHaveLength(1);
    });
    await reset.commit();
    expect((await answer).status).toBe(422);
    expect(await userRow(ada.id)).toMatchObject({ new_email: null });
  });

  test('allows five wrong passwords, even in parallel; correct ones do not count', async () => {
    const { current_password } = RATE_LIMITS;
    const rates = { ...WIDE_LIMITS, current_password };
    const { app, ada } = await start({ limits: { eventStreams: 100, rates } });
    for (let n = 0; n < 2 * current_password.points; n += 1) {
      expect((await change(app, ada, { email: OLD })).status).toBe(200);
    }
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, n) => change(app, ada, { email: NEW }, `guess number ${n}`)),
    );
    const statuses = tries.map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(current_password.points);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20 - current_password.points);
    expect(tries.find(({ status }) => status === 429)?.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  test('needs a session and at least one field', async () => {
    const { app, ada } = await start();
    const body = { email: NEW, current_password: PASSWORD };
    const stranger = await app.post('/v1/auth/user', body, { method: 'PATCH' });
    expect(stranger.status).toBe(401);
    expect((await change(app, ada, {})).status).toBe(422);
    const strange = await change(app, ada, { email: NEW, role: 'admin' });
    expect(strange.status).toBe(422);
    expect(await strange.json()).toMatchObject({
      errors: [{ field: 'role', code: 'unknown_field' }],
    });
  });

  test('sends at most ten codes an hour to one address, without revealing it', async () => {
    const { code_target } = RATE_LIMITS;
    const rates = { ...WIDE_LIMITS, code_target };
    const { app, mailInbox, ada } = await start({ limits: { eventStreams: 100, rates } });
    for (let n = 0; n < code_target.points + 2; n += 1) {
      expect((await change(app, ada, { email: NEW })).status).toBe(200);
      await mailInbox.to(NEW);
    }
    expect(await mailInbox.to(NEW)).toHaveLength(code_target.points);

    await change(app, ada, { email: 'ada@third.example.com' });
    const token = await mailInbox.tokenTo('ada@third.example.com');
    // Nothing is sent, but the change is still pending.
    await change(app, ada, { email: NEW });
    expect((await verify(app, { type: 'email_change', token }, ada)).status).toBe(400);
  });
});
