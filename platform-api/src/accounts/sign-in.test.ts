import { describe, expect, it } from 'vitest';
import { MAX_TRIED_PASSWORD_LENGTH } from '../../contract/accounts/values.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import type { Problem } from '../../contract/problem.ts';
import { testDatabase } from '../../test/database.ts';
import { buildUser, PASSWORD } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { createPasswords } from './passwords.ts';

const database = testDatabase();
const { knex } = database;
const LIMITS = { eventStreams: 100, rates: RATE_LIMITS };

const signIn = (app: TestApp, body: object, address = '203.0.113.1'): Promise<Response> =>
  app.post(
    '/v1/auth/token',
    { grant_type: 'password', ...body },
    // A forged header comes before the address that our proxy appends.
    { headers: { 'X-Forwarded-For': `10.0.0.1, ${address}` } },
  );

async function codeOf(answer: Response): Promise<string | undefined> {
  return (await json<Partial<Problem>>(answer)).code;
}

describe('signing in', () => {
  it('accepts the email address in any case, and the phone number in any format', async () => {
    const app = await startApp(database);
    await buildUser(knex, { email: 'ada@example.com', phone: '+442079460000' });
    for (const login of [
      { email: 'ada@example.com' },
      { email: ' Ada@EXAMPLE.com ' },
      { phone: '+442079460000' },
      { phone: '+44 (20) 7946-0000' },
    ]) {
      expect((await signIn(app, { ...login, password: PASSWORD })).status).toBe(200);
    }
  });

  it('returns missing_credentials without a login or a password', async () => {
    const app = await startApp(database);
    for (const body of [
      {},
      { email: 'ada@example.com' },
      { email: '', password: PASSWORD },
      { password: PASSWORD },
      { email: 'ada@example.com', password: '' },
      { phone: '+442079460000', password: null },
    ]) {
      const answer = await signIn(app, body);
      expect(answer.status).toBe(400);
      expect(await json(answer)).toMatchObject({
        code: 'missing_credentials',
        detail: 'You must provide either an email or phone number and a password',
      });
    }
  });

  it('refuses two logins at once, and unknown fields', async () => {
    const app = await startApp(database);
    const email = 'ada@example.com';
    for (const [body, field] of [
      [{ email, phone: '+442079460000', password: PASSWORD }, 'phone'],
      [{ email, password: PASSWORD, role: 'admin' }, 'role'],
      [{ email, password: 'x'.repeat(MAX_TRIED_PASSWORD_LENGTH + 1) }, 'password'],
      [{ email, password: [PASSWORD] }, 'password'],
      [{ email: { $ne: null }, password: PASSWORD }, 'email'],
    ] as const) {
      const answer = await signIn(app, body);
      expect(answer.status).toBe(422);
      const { errors } = await json<Problem>(answer);
      expect(errors?.map((fault) => fault.field)).toEqual([field]);
    }
  });

  it('returns the same answer, byte for byte, whatever is wrong', async () => {
    const app = await startApp(database);
    await buildUser(knex, { email: 'ada@example.com' });
    const unconfirmed = await buildUser(knex, { phone: '+442079460000' });
    await knex('users').where({ id: unconfirmed.id }).update({ phone_confirmed_at: null });
    const noPassword = await buildUser(knex, { email: 'code@example.com' });
    await knex('users').where({ id: noPassword.id }).update({ password_hash: null });
    const deleted = await buildUser(knex, { email: 'gone@example.com' });
    await knex('users').where({ id: deleted.id }).delete();
    const answers: [number, string, string][] = [];
    for (const body of [
      { email: 'nobody@example.com', password: PASSWORD },
      { email: 'ada@example.com', password: 'not the password' },
      { email: 'ada@example.com', password: `${PASSWORD} ` },
      { email: 'ada@example.com', password: PASSWORD.toUpperCase() },
      { email: 'gone@example.com', password: PASSWORD },
      { email: 'code@example.com', password: PASSWORD },
      { phone: '+442079460000', password: PASSWORD },
      { phone: '+442079460001', password: PASSWORD },
    ]) {
      const answer = await signIn(app, body);
      const headers = [...answer.headers].filter(([name]) => !/^(?:date|x-request-id)$/.test(name));
      const text = (await answer.text()).replace(/"request_id":"[^"]+"/, '');
      answers.push([answer.status, JSON.stringify(headers), text]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(401);
    expect(answers[0]?.[2]).toContain('"code":"invalid_credentials"');
  });

  it('is refused when the password changes at the same moment', async () => {
    const app = await startApp(database);
    const { id } = await buildUser(knex, { email: 'ada@example.com' });
    const password_hash = await createPasswords().hash('the password since then');
    const change = await knex.transaction();
    await change('users').where({ id }).forUpdate().first();
    const coming = signIn(app, { email: 'ada@example.com', password: PASSWORD });
    // The password was compared already and was right. Now the change is awaited.
    await expect
      .poll(() => knex('pg_locks').where({ granted: false }).first(), { timeout: 10_000 })
      .toBeDefined();
    await change('users').where({ id }).update({ password_hash });
    await change('sessions').where({ user_id: id }).delete();
    await change.commit();
    expect((await coming).status).toBe(401);
    expect(await knex('sessions')).toEqual([]);
  });
});

describe('guessing passwords', () => {
  it('is refused after five failures for one account from one address, with Retry-After', async () => {
    const app = await startApp(database, { limits: LIMITS, trustProxy: 1 });
    await buildUser(knex, { email: 'ada@example.com' });
    const wrong = { email: 'ada@example.com', password: 'a guess' };
    for (let at = 0; at < 5; at += 1) expect((await signIn(app, wrong)).status).toBe(401);
    const answer = await signIn(app, { ...wrong, password: PASSWORD });
    expect(answer.status).toBe(429);
    expect(await codeOf(answer)).toBe('rate_limited');
    const wait = Number(answer.headers.get('Retry-After'));
    expect(wait).toBeGreaterThan(890);
    expect(wait).toBeLessThanOrEqual(900);
    // Other addresses and other accounts are not affected.
    const right = { email: 'ada@example.com', password: PASSWORD };
    expect((await signIn(app, right, '203.0.113.2')).status).toBe(200);
    const other = await buildUser(knex);
    expect((await signIn(app, { email: other.email, password: PASSWORD })).status).toBe(200);
  });

  it('counts across replicas, and across the addresses of one IPv6 network', async () => {
    const replicas = [0, 1].map(() => startApp(database, { limits: LIMITS, trustProxy: 1 }));
    const [first, second] = [await replicas[0], await replicas[1]];
    const statuses: (number | undefined)[] = [];
    for (let at = 0; at < 6; at += 1) {
      const app = at % 2 ? first : second;
      const body = { email: 'ada@example.com', password: 'a guess' };
      statuses.push(app && (await signIn(app, body, `2001:db8:0:1::${at + 1}`)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('of many accounts is refused after twenty failures from one address', async () => {
    const app = await startApp(database, { limits: LIMITS, trustProxy: 1 });
    const statuses: number[] = [];
    for (let at = 0; at < 21; at += 1) {
      const body = { email: `member${at}@example.com`, password: 'a guess' };
      statuses.push((await signIn(app, body)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
  });

  it('cannot exceed the limit with parallel requests', async () => {
    const app = await startApp(database, { limits: LIMITS, trustProxy: 1 });
    await buildUser(knex, { email: 'ada@example.com' });
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        signIn(app, { email: 'ada@example.com', password: `guess ${at}` }),
      ),
    );
    const evaluated = answers.filter(({ status }) => status === 401);
    expect(evaluated).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(55);
  });

  it('does not count correct passwords', async () => {
    const app = await startApp(database, { limits: LIMITS, trustProxy: 1 });
    await buildUser(knex, { email: 'ada@example.com' });
    for (let at = 0; at < 25; at += 1) {
      const answer = await signIn(app, { email: 'ada@example.com', password: PASSWORD });
      expect(answer.status).toBe(200);
    }
    expect(
      await knex('rate_limits').where('key', 'like', 'login%').where('points', '>', 0),
    ).toEqual([]);
  });

  it('cannot be extended with forged addresses', async () => {
    const app = await startApp(database, { limits: LIMITS });
    const statuses = new Map<number, number>();
    for (let at = 0; at < 30; at += 1) {
      const body = { email: 'ada@example.com', password: 'a guess' };
      const { status } = await signIn(app, body, `198.51.100.${at}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 401: 5, 429: 25 });
  });
});

describe('a code', () => {
  it('must be requested with an address or a number', async () => {
    const app = await startApp(database);
    for (const path of ['otp', 'resend']) {
      for (const body of [{}, { email: '' }, { phone: null }]) {
        const answer = await app.post(`/v1/auth/${path}`, body);
        expect(answer.status).toBe(400);
        expect(await json(answer)).toMatchObject({
          code: 'missing_target',
          detail: 'You must provide either an email or phone number.',
        });
      }
    }
  });

  it('is sent again only with a type', async () => {
    const app = await startApp(database);
    const answer = await app.post('/v1/auth/resend', { email: 'ada@example.com' });
    expect(answer.status).toBe(422);
    const { errors } = await json<Problem>(answer);
    expect(errors?.map((fault) => fault.field)).toEqual(['type']);
  });
});
