import { describe, expect, test } from 'vitest';
import {
  CODE_SECONDS,
  CODE_TRIES,
  CODE_TRIES_OF_ALL,
  LINK_SECONDS,
} from '../../contract/accounts/values.ts';
import { testDatabase } from '../../test/database.ts';
import { bearer, buildUser, PASSWORD } from '../../test/factories.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { createCodeSecrets } from './code-secrets.ts';

const database = testDatabase();
const EMAIL = 'ada@example.com';
const PHONE = '+442079460000';

const SIGN_UP = {
  email: EMAIL,
  password: PASSWORD,
  first_name: 'Ada',
  last_name: 'Byron',
  country: 'France',
};
const SPENT = { status: 400, code: 'invalid_token', title: 'This code or link no longer works' };

async function start(given: Parameters<typeof startApp>[1] = {}) {
  const app = await startApp(database, given);
  return { app, mailInbox: await startMailInbox(app) };
}

/** Asks for a code to sign in with and waits for it. */
async function askedForCode({ app, mailInbox }: Awaited<ReturnType<typeof start>>) {
  expect((await app.post('/v1/auth/otp', { email: EMAIL })).status).toBe(200);
  return { code: await mailInbox.codeTo(EMAIL), token: await mailInbox.tokenTo(EMAIL) };
}

const withCode = (app: TestApp, code: string, more: object = {}) =>
  app.post('/v1/auth/verify', { type: 'otp', email: EMAIL, code, ...more });
const withLink = (app: TestApp, token: string) =>
  app.post('/v1/auth/verify', { type: 'otp', token });

async function expectSpent(answer: Response): Promise<void> {
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject(SPENT);
}

/** Codes that are not the right one. */
function* wrongCodes(right: string) {
  for (let n = 1; ; n += 1) yield String((Number(right) + n) % 1_000_000).padStart(6, '0');
}

const codes = () => database.knex('one_time_codes');

describe('signing in with a code', () => {
  test('returns a session and confirms the address', async () => {
    const user = await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { code } = await askedForCode(house);
    const answer = await withCode(house.app, code);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const session = await json<{ access_token: string; refresh_token: string }>(answer);
    expect(session).toMatchObject({
      token_type: 'bearer',
      refresh_token: expect.stringMatching(/^shr_/),
      user: { id: user.id, email_confirmed_at: expect.any(String) },
    });
    const me = await house.app.get('/v1/auth/user', bearer(session.access_token));
    expect(await me.json()).toMatchObject({ id: user.id, email: EMAIL });
  });

  test('works with the link from the mail too', async () => {
    const user = await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { token } = await askedForCode(house);
    const answer = await withLink(house.app, token);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ user: { id: user.id } });
  });

  test('sends a text message to a confirmed phone number', async () => {
    const user = await buildUser(database.knex, { phone: PHONE });
    const { app, mailInbox } = await start();
    await app.post('/v1/auth/otp', { phone: '+44 20 7946 0000' });
    const [text] = await mailInbox.to(PHONE);
    expect(text).toMatch(/^\d{6} is your Stationhouse code\. It works for 10 minutes\.$/);
    const code = await mailInbox.codeTo(PHONE);
    const answer = await app.post('/v1/auth/verify', { type: 'otp', phone: PHONE, code });
    expect(await answer.json()).toMatchObject({ user: { id: user.id } });
  });

  test('puts the refresh token into a cookie for our own pages, and refuses that to others', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { code } = await askedForCode(house);
    const refused = await withCode(house.app, code, { session: 'cookie' });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'csrf_rejected' });
    const answer = await house.app.post(
      '/v1/auth/verify',
      { type: 'otp', email: EMAIL, code, session: 'cookie' },
      { headers: { Origin: house.app.services.publicUrl } },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toMatch(/refresh_token=shr_.*httponly/i);
    expect(await answer.json()).not.toHaveProperty('refresh_token');
  });
});

describe('a code', () => {
  test('works once, and so does its link', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { code, token } = await askedForCode(house);
    expect((await withCode(house.app, code)).status).toBe(200);
    await expectSpent(await withCode(house.app, code));
    await expectSpent(await withLink(house.app, token));
  });

  test('stops working after five wrong tries', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { code } = await askedForCode(house);
    const wrong = wrongCodes(code);
    for (let n = 0; n < CODE_TRIES; n += 1) {
      await expectSpent(await withCode(house.app, String(wrong.next().value)));
    }
    await expectSpent(await withCode(house.app, code));
    // A newer one has tries of its own.
    expect((await withCode(house.app, (await askedForCode(house)).code)).status).toBe(200);
  });

  test('still works at the fifth try', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { code } = await askedForCode(house);
    const wrong = wrongCodes(code);
    for (let n = 1; n < CODE_TRIES; n += 1) await withCode(house.app, String(wrong.next().value));
    expect((await withCode(house.app, code)).status).toBe(200);
  });

  test('works for ten minutes after it is sent, and not a second longer', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { code } = await askedForCode(house);
    const row = await codes().first(
      database.knex.raw('extract(epoch from code_expires_at - now())::float as code_seconds'),
      database.knex.raw('extract(epoch from link_expires_at - now())::float as link_seconds'),
    );
    expect(row.code_seconds).toBeCloseTo(CODE_SECONDS, -1);
    expect(row.link_seconds).toBeCloseTo(LINK_SECONDS.otp, -1);
    await codes().update({ code_expires_at: database.knex.fn.now() });
    await expectSpent(await withCode(house.app, code));
  });

  test('does not work before it is sent', async () => {
    const app = await startApp(database);
    const { secrets } = app.services;
    await app.post('/v1/auth/signup', SIGN_UP);
    const row = await codes().first();
    const { code = '' } = createCodeSecrets(secrets).reveal(row) ?? {};
    await expectSpent(await withCode(app, code, { type: 'signup' }));
    const mailInbox = await startMailInbox(app);
    expect(await mailInbox.codeTo(EMAIL)).toBe(code);
    expect((await withCode(app, code, { type: 'signup' })).status).toBe(200);
  });

  test.each(['code', 'link'])('of the newest three works until one is used: %s', async (use) => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { app } = house;
    const oldest = await askedForCode(house);
    // Strangers ask for more.
    const first = await askedForCode(house);
    const others = [await askedForCode(house), await askedForCode(house)];
    await expectSpent(await withCode(app, oldest.code));
    await expectSpent(await withLink(app, oldest.token));
    const answer = use === 'code' ? withCode(app, first.code) : withLink(app, first.token);
    expect((await answer).status).toBe(200);
    for (const { code } of [first, ...others]) await expectSpent(await withCode(app, code));
  });

  test('is not voided by the wrong tries of a stranger elsewhere', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start({ trustProxy: 1 });
    const earlier = await askedForCode(house);
    const { code } = await askedForCode(house);
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
    const tried = (guess: string, address: string) =>
      house.app.post('/v1/auth/verify', { type: 'otp', email: EMAIL, code: guess }, from(address));
    const wrong = wrongCodes(code);
    for (let n = 0; n < 2 * CODE_TRIES; n += 1) {
      await tried(String(wrong.next().value), '198.51.100.7');
    }
    // That address has no try left, with any code.
    await expectSpent(await tried(code, '198.51.100.7'));
    await expectSpent(await tried(earlier.code, '198.51.100.7'));
    expect((await tried(earlier.code, '203.0.113.9')).status).toBe(200);
  });

  test('has 25 tries from all addresses together', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start({ trustProxy: 1 });
    const { code } = await askedForCode(house);
    const wrong = wrongCodes(code);
    for (let n = 0; n <= CODE_TRIES_OF_ALL; n += 1) {
      const body = { type: 'otp', email: EMAIL, code: String(wrong.next().value) };
      const headers = { 'X-Forwarded-For': `198.51.100.${n}` };
      await expectSpent(await house.app.post('/v1/auth/verify', body, { headers }));
    }
    await expectSpent(await withCode(house.app, code));
    expect(await codes().first('tries')).toEqual({ tries: CODE_TRIES_OF_ALL });
  });

  test('of one type does not work as another type', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { code, token } = await askedForCode(house);
    await expectSpent(await withCode(house.app, code, { type: 'signup' }));
    await expectSpent(
      await house.app.post('/v1/auth/reset', { token, password: 'quite another long one' }),
    );
    expect((await withCode(house.app, code)).status).toBe(200);
  });

  test('of a deleted user does not work', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { code, token } = await askedForCode(house);
    await database.knex('users').delete();
    await expectSpent(await withCode(house.app, code));
    await expectSpent(await withLink(house.app, token));
  });
});

describe('a code’s link', () => {
  test('expires', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { token } = await askedForCode(house);
    await codes().update({ link_expires_at: database.knex.fn.now() });
    await expectSpent(await withLink(house.app, token));
  });

  test('still works after wrong guesses at the code', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { code, token } = await askedForCode(house);
    const wrong = wrongCodes(code);
    for (let n = 0; n < 2 * CODE_TRIES; n += 1) {
      await withCode(house.app, String(wrong.next().value));
    }
    expect((await withLink(house.app, token)).status).toBe(200);
  });
});

/** `npm run test:full` sends more. */
const GUESSES = process.env['FULL'] === '1' ? 1_000 : 200;

describe('parallel requests', () => {
  test(`compare at most five of ${GUESSES} guesses`, async () => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { code } = await askedForCode(house);
    const wrong = wrongCodes(code);
    const guesses = Array.from({ length: GUESSES - 1 }, () => String(wrong.next().value));
    const statuses = await Promise.all(
      guesses.map(async (guess) => (await withCode(house.app, guess)).status),
    );
    // Two cores may say 503 to some of so many.
    expect(statuses.filter((status) => status !== 503).every((status) => status === 400)).toBe(
      true,
    );
    expect(await codes().first('tries')).toEqual({ tries: CODE_TRIES });
    await expectSpent(await withCode(house.app, code));
  });

  test('sign in one of fifty with the right code', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { code } = await askedForCode(house);
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await withCode(house.app, code)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(49);
    expect(await database.knex('sessions')).toHaveLength(1);
  });

  test('sign in one of fifty with the link', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const house = await start();
    const { token } = await askedForCode(house);
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await withLink(house.app, token)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 400)).toHaveLength(49);
  });
});

describe('while the secret is rotated', () => {
  const OLD = 'the older secret, about to be rotated out';
  const NEW = 'the newer secret, which makes what is new';

  test('a code sent before still works', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const { code } = await askedForCode(await start({ secrets: [OLD] }));
    const after = await startApp(database, { secrets: [NEW, OLD] });
    expect((await withCode(after, code)).status).toBe(200);
  });

  test('a queued mail is still sent, and its link works', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const before = await start({
      secrets: [OLD],
      mailer: { send: () => Promise.reject(new Error('no mail server today')) },
    });
    await before.app.post('/v1/auth/otp', { email: EMAIL });
    await expect
      .poll(() => database.knex('graphile_worker._private_jobs').pluck('last_error'))
      .toEqual(['no mail server today']);
    await database.knex('graphile_worker._private_jobs').update({ run_at: new Date() });
    await before.mailInbox.close();
    const after = await start({ secrets: [NEW, OLD] });
    expect((await withLink(after.app, await after.mailInbox.tokenTo(EMAIL))).status).toBe(200);
  });

  test('codes of a removed secret stop working', async () => {
    await buildUser(database.knex, { email: EMAIL });
    const { code } = await askedForCode(await start({ secrets: [OLD] }));
    const after = await startApp(database, { secrets: [NEW] });
    await expectSpent(await withCode(after, code));
  });
});
