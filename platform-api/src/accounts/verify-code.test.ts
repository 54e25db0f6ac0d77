import { describe, expect, test } from 'vitest';
import type { Session } from '../../contract/accounts/auth.ts';
import { testDatabase } from '../../test/database.ts';
import {
  buildUser,
  madeApiKey,
  PASSWORD,
  signedInUser,
  type SignedInUser,
} from '../../test/factories.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const EMAIL = 'ada@example.com';
const NEW = 'ada@new.example.com';
const PHONE = '+442079460000';

const verify = (app: TestApp, body: object, by?: Pick<SignedInUser, 'as'>) =>
  app.post('/v1/auth/verify', body, by?.as);

const SIGN_UP = {
  email: EMAIL,
  password: PASSWORD,
  first_name: 'Ada',
  last_name: 'Byron',
  country: 'France',
};

/** Signs up. With another person's address, this is how an attacker begins. */
async function signedUp(app: TestApp) {
  const { access_token } = await json<Session>(await app.post('/v1/auth/signup', SIGN_UP));
  return { as: { headers: { Authorization: `Bearer ${access_token}` } } };
}

const signIn = (app: TestApp) =>
  app.post('/v1/auth/token', { grant_type: 'password', email: EMAIL, password: PASSWORD });

describe('a new account', () => {
  test('is confirmed with the link from its mail, without signing in', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    const ada = await signedUp(app);
    const token = await mailInbox.tokenTo(EMAIL);
    const answer = await verify(app, { type: 'signup', token }, ada);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      needs_new_password: false,
      user: expect.objectContaining({ email: EMAIL, email_confirmed_at: expect.any(String) }),
    });
    expect([(await app.get('/v1/me', ada.as)).status, (await signIn(app)).status]).toEqual([
      200, 200,
    ]);
    expect((await verify(app, { type: 'signup', token }, ada)).status).toBe(400);
  });

  test.each([
    { type: 'signup', outcome: { needs_new_password: true } },
    { type: 'otp', outcome: { token_type: 'bearer' } },
  ])(
    'loses all other logins when a $type code from outside its sessions first proves the address',
    async ({ type, outcome }) => {
      const app = await startApp(database);
      const mailInbox = await startMailInbox(app);
      const squatter = await signedUp(app);
      const { as: byKey } = await madeApiKey(app, squatter);
      await database.knex('users').update({ phone: PHONE, phone_confirmed_at: new Date() });
      const change = { email: NEW, current_password: PASSWORD };
      await app.post('/v1/auth/user', change, { method: 'PATCH', ...squatter.as });
      const pending = { type: 'email_change', token: await mailInbox.tokenTo(NEW) };

      if (type === 'otp') await app.post('/v1/auth/otp', { email: EMAIL });
      const answer = await verify(app, { type, token: await mailInbox.tokenTo(EMAIL) });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject(outcome);
      const statuses = [
        await app.get('/v1/me', squatter.as),
        await app.get('/v1/me', byKey),
        await signIn(app),
        await verify(app, pending, squatter),
      ].map(({ status }) => status);
      expect(statuses).toEqual([401, 401, 401, 400]);
      expect(await database.knex('users').first('phone', 'new_email')).toEqual({
        phone: null,
        new_email: null,
      });
    },
  );

  test('keeps its logins when an address that was proven is proven again', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    const ada = await signedUp(app);
    await verify(app, { type: 'signup', token: await mailInbox.tokenTo(EMAIL) }, ada);
    await app.post('/v1/auth/otp', { email: EMAIL });
    const code = await mailInbox.codeTo(EMAIL);
    expect((await verify(app, { type: 'otp', email: EMAIL, code })).status).toBe(200);
    expect((await app.get('/v1/me', ada.as)).status).toBe(200);
  });

  test('keeps the time of the first confirmation', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    await buildUser(database.knex, { email: EMAIL });
    const confirmedAt = async () => {
      await app.post('/v1/auth/otp', { email: EMAIL });
      const answer = await verify(app, { type: 'otp', token: await mailInbox.tokenTo(EMAIL) });
      return (await json<{ user: { email_confirmed_at: string } }>(answer)).user.email_confirmed_at;
    };
    expect(await confirmedAt()).toBe(await confirmedAt());
  });
});

describe('a change of address', () => {
  test('is confirmed only in a session of the account, and the link then still works', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    const ada = await signedInUser(app, { email: EMAIL });
    const stranger = await signedInUser(app);
    const body = { email: NEW, current_password: PASSWORD };
    await app.post('/v1/auth/user', body, { method: 'PATCH', ...ada.as });
    const link = { type: 'email_change', token: await mailInbox.tokenTo(NEW) };
    for (const by of [undefined, stranger]) {
      const answer = await verify(app, link, by);
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ code: 'sign_in_first' });
    }
    expect((await verify(app, link, ada)).status).toBe(200);
  });
});

describe('a code whose action fails', () => {
  test('is not used up', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    const ada = await signedInUser(app, { email: EMAIL });
    const body = { email: NEW, current_password: PASSWORD };
    await app.post('/v1/auth/user', body, { method: 'PATCH', ...ada.as });
    const link = { type: 'email_change', token: await mailInbox.tokenTo(NEW) };
    const rival = await buildUser(database.knex, { email: NEW });
    expect((await verify(app, link, ada)).status).toBe(400);
    await database.knex('users').where({ id: rival.id }).delete();
    expect((await verify(app, link, ada)).status).toBe(200);
  });
});

test('codes, changes and resets of one account never deadlock', async () => {
  const app = await startApp(database);
  const mailInbox = await startMailInbox(app);
  const ada = await signedInUser(app, { email: EMAIL });
  const change = (email: string) =>
    app.post(
      '/v1/auth/user',
      { email, current_password: PASSWORD },
      { method: 'PATCH', ...ada.as },
    );
  await change(NEW);
  const begun = { type: 'email_change', token: await mailInbox.tokenTo(NEW) };
  await app.post('/v1/auth/otp', { email: EMAIL });
  const otp = { type: 'otp', token: await mailInbox.tokenTo(EMAIL) };
  const rounds = Array.from({ length: 8 }, (_, n) => [
    change(`ada${n}@example.com`),
    verify(app, begun, ada),
    verify(app, otp),
    app.post('/v1/auth/otp', { email: EMAIL }),
    app.post('/v1/auth/recover', { email: EMAIL }),
  ]);
  const statuses = (await Promise.all(rounds.flat())).map(({ status }) => status);
  expect(statuses).not.toContain(500);
  expect(app.logged()).not.toContain('deadlock');
});

describe('the body of a verification', () => {
  test.each([
    ['nothing', {}, 'type'],
    ['no code', { type: 'otp', email: EMAIL }, 'code'],
    ['a code of letters', { type: 'otp', email: EMAIL, code: 'abcdef' }, 'code'],
    ['a code of other digits', { type: 'otp', email: EMAIL, code: '١٢٣٤٥٦' }, 'code'],
    ['a code that is too long', { type: 'otp', email: EMAIL, code: '1234567' }, 'code'],
    ['a number for a code', { type: 'otp', email: EMAIL, code: 123_456 }, 'code'],
    ['two addresses', { type: 'otp', email: EMAIL, phone: PHONE, code: '123456' }, 'phone'],
    ['no address', { type: 'otp', code: '123456' }, 'phone'],
    ['a token without end', { type: 'otp', token: 'x'.repeat(201) }, 'token'],
    ['another kind', { type: 'recovery', token: 'x' }, 'type'],
    ['a strange field', { type: 'otp', token: 'x', user_id: 'x' }, 'user_id'],
  ])('is refused by name: %s', async (_, body, field) => {
    const answer = await verify(await startApp(database), body);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: expect.arrayContaining([expect.objectContaining({ field })]),
    });
  });

  test.each([
    ['a code for an unknown email', { type: 'otp', email: EMAIL, code: '123456' }],
    ['a code for an unknown phone number', { type: 'phone_change', phone: PHONE, code: '123456' }],
    ['an unknown token', { type: 'signup', token: 'x' }],
    ['a token that is no base64', { type: 'email_change', token: '\u{1F4FB} %00 ../' }],
  ])('is answered like any that is spent: %s', async (_, body) => {
    const answer = await verify(await startApp(database), body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_token' });
  });
});
