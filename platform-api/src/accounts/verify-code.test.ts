import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildUser, PASSWORD, signedInUser } from '../../test/factories.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { json, startApp } from '../../test/server.ts';

const database = testDatabase();
const EMAIL = 'ada@example.com';
const NEW = 'ada@new.example.com';
const PHONE = '+442079460000';

const verify = (app: Awaited<ReturnType<typeof startApp>>, body: object) =>
  app.post('/v1/auth/verify', body);

describe('a new account', () => {
  test('is confirmed with the link from its mail, without signing in', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    await app.post('/v1/auth/signup', {
      email: EMAIL,
      password: PASSWORD,
      first_name: 'Ada',
      last_name: 'Byron',
      country: 'France',
    });
    const token = await mailInbox.tokenTo(EMAIL);
    const answer = await verify(app, { type: 'signup', token });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      user: expect.objectContaining({ email: EMAIL, email_confirmed_at: expect.any(String) }),
    });
    expect((await verify(app, { type: 'signup', token })).status).toBe(400);
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

describe('a code whose action fails', () => {
  test('is not used up', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    const ada = await signedInUser(app, { email: EMAIL });
    const body = { email: NEW, current_password: PASSWORD };
    await app.post('/v1/auth/user', body, { method: 'PATCH', ...ada.as });
    const link = { type: 'email_change', token: await mailInbox.tokenTo(NEW) };
    const rival = await buildUser(database.knex, { email: NEW });
    expect((await verify(app, link)).status).toBe(400);
    await database.knex('users').where({ id: rival.id }).delete();
    expect((await verify(app, link)).status).toBe(200);
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
    verify(app, begun),
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
