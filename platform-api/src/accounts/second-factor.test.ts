import { beforeEach, describe, expect, it } from 'vitest';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { RECOVERY_CODES } from '../../contract/accounts/values.ts';
import { testDatabase } from '../../test/database.ts';
import {
  madeApiKey,
  PASSWORD,
  signedInUser,
  steppedUp,
  type SignedInUser,
} from '../../test/factories.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { codeOf } from '../../test/second-factor-recipes.ts';
import { json, startApp, WIDE_LIMITS, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

let clock = 0;
let app: TestApp;
let ada: SignedInUser;
beforeEach(async () => {
  clock = Date.parse('2026-11-24T09:00:00Z');
  app = await startApp(database, { now: () => clock });
  ada = await signedInUser(app);
  await knex('users').where({ id: ada.id }).update({ email_confirmed_at: knex.fn.now() });
});

const begin = async (as: { headers: object } = ada.as, at = app) => {
  const { headers } = await steppedUp(at, ada);
  const answer = await at.post(
    '/v1/auth/second-factor',
    {},
    { headers: { ...as.headers, ...headers } },
  );
  return { headers, ...(await json<{ uri: string; secret: string }>(answer)) };
};

const makeAdmin = ({ id }: SignedInUser) =>
  knex('user_roles').insert({ user_id: id, role: 'admin' }).onConflict('user_id').merge();

/** Turns Ada's second factor on. Its next code is that of the following step. */
async function turnOn() {
  const { headers, uri } = await begin();
  const second_factor = codeOf(uri, { now: clock });
  const answer = await app.post('/v1/auth/second-factor/confirm', { second_factor }, { headers });
  expect(answer.status).toBe(200);
  const { recovery_codes } = await json<{ recovery_codes: string[] }>(answer);
  clock += 30_000;
  return { uri, codes: recovery_codes, code: () => codeOf(uri, { now: clock }) };
}

async function signIn(second_factor?: string, at = app, headers = {}): Promise<string> {
  const body = { grant_type: 'password', email: ada.email, password: PASSWORD, second_factor };
  const answer = await at.post('/v1/auth/token', body, { headers });
  return answer.status === 200 ? 'signed in' : (await json<{ code: string }>(answer)).code;
}

describe('an account with a second factor', () => {
  it('signs in with password and code, and not with the password alone', async () => {
    const { code } = await turnOn();
    expect(await signIn()).toBe('second_factor_required');
    expect(await signIn('123456')).toBe('second_factor_wrong');
    expect(await signIn(code())).toBe('signed in');
  });

  it('accepts each code once', async () => {
    const { code } = await turnOn();
    const both = await Promise.all([signIn(code()), signIn(code())]);
    expect(both.toSorted()).toEqual(['second_factor_wrong', 'signed in']);
    clock += 30_000;
    expect(await signIn(code())).toBe('signed in');
  });

  it('accepts the code of the step before and after, and no older one', async () => {
    const { uri } = await turnOn();
    clock += 300_000;
    expect(await signIn(codeOf(uri, { now: clock, ahead: -2 }))).toBe('second_factor_wrong');
    expect(await signIn(codeOf(uri, { now: clock, ahead: 2 }))).toBe('second_factor_wrong');
    expect(await signIn(codeOf(uri, { now: clock, ahead: -1 }))).toBe('signed in');
    expect(await signIn(codeOf(uri, { now: clock, ahead: 1 }))).toBe('signed in');
  });

  it('accepts each recovery code once, however it is typed, and mails that', async () => {
    const { codes } = await turnOn();
    const inbox = await startMailInbox(app);
    const typed = codes[0]?.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o');
    expect(await signIn(typed)).toBe('signed in');
    expect(await signIn(codes[0])).toBe('second_factor_wrong');
    expect(codes).toHaveLength(RECOVERY_CODES);
    expect((await inbox.to(ada.email)).join()).toContain('A recovery code was used');
    const status = await json(await app.get('/v1/auth/second-factor', ada.as));
    expect(status).toMatchObject({ recovery_codes: RECOVERY_CODES - 1 });
  });

  it('is also asked for it after a code by mail, which stays good meanwhile', async () => {
    const { code } = await turnOn();
    const inbox = await startMailInbox(app);
    await app.post('/v1/auth/otp', { email: ada.email });
    const mailed = await inbox.codeTo(ada.email);
    const verify = (more: object) =>
      app.post('/v1/auth/verify', { type: 'otp', email: ada.email, code: mailed, ...more });
    expect(await json(await verify({}))).toMatchObject({ code: 'second_factor_required' });
    expect((await verify({ second_factor: code() })).status).toBe(200);
  });

  it('steps up with password and code', async () => {
    const { code } = await turnOn();
    const stepUp = (more: object) =>
      app.post('/v1/auth/step-up', { password: PASSWORD, ...more }, ada.as);
    expect(await json(await stepUp({}))).toMatchObject({ code: 'second_factor_required' });
    expect((await stepUp({ second_factor: code() })).status).toBe(200);
  });

  it('keeps it when the password is reset', async () => {
    await turnOn();
    const inbox = await startMailInbox(app);
    await app.post('/v1/auth/recover', { email: ada.email });
    const token = await inbox.tokenTo(ada.email);
    const answer = await app.post('/v1/auth/reset', { token, password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(await signIn()).toBe('second_factor_required');
  });

  it('refuses guesses beyond ten, without letting them keep the owner out elsewhere', async () => {
    const { code } = await turnOn();
    const { second_factor } = RATE_LIMITS;
    const limits = { eventStreams: 1, rates: { ...WIDE_LIMITS, second_factor } };
    const strict = await startApp(database, { now: () => clock, limits, trustProxy: 1 });
    const stranger = { 'X-Forwarded-For': '203.0.113.9' };
    for (let n = 0; n < second_factor.points; n += 1) {
      expect(await signIn(`00000${n}`, strict, stranger)).toBe('second_factor_wrong');
    }
    expect(await signIn(code(), strict, stranger)).toBe('rate_limited');
    expect(await signIn(code(), strict, { 'X-Forwarded-For': '203.0.113.1' })).toBe('signed in');
  });

  it('changes login and password only with a step-up that had the second factor', async () => {
    const { code } = await turnOn();
    const before = await knex('users').where({ id: ada.id }).first();
    const change = (given: object, headers = {}) =>
      app.post(
        '/v1/auth/user',
        { current_password: PASSWORD, ...given },
        { method: 'PATCH', headers: { ...ada.as.headers, ...headers } },
      );
    const changes = [
      { password: 'the tide comes in at nine' },
      { email: 'mallory@example.com' },
      { phone: '+442079460000' },
    ];
    for (const given of changes) {
      const answer = await change(given);
      expect(answer.status).toBe(403);
      expect(await json(answer)).toMatchObject({ code: 'step_up_required' });
    }
    expect(await knex('users').where({ id: ada.id }).first()).toEqual(before);
    const second_factor = code();
    const proof = await app.post('/v1/auth/step-up', { password: PASSWORD, second_factor }, ada.as);
    const { step_up_token } = await json<{ step_up_token: string }>(proof);
    for (const given of changes.toReversed()) {
      expect((await change(given, { 'Step-Up': step_up_token })).status).toBe(200);
    }
  });

  it('has a limit for codes of the app alone: its guesser keeps no other factor out', async () => {
    const { codes, uri } = await turnOn();
    const { second_factor, second_factor_day } = RATE_LIMITS;
    const rates = { ...WIDE_LIMITS, second_factor, second_factor_day };
    const strict = await startApp(database, {
      now: () => clock,
      limits: { eventStreams: 1, rates: { ...rates, second_factor_day: second_factor } },
    });
    for (let n = 0; n < second_factor.points; n += 1) {
      expect(await signIn(`00000${n}`, strict)).toBe('second_factor_wrong');
    }
    const app_code = codeOf(uri, { now: clock });
    expect(await signIn(app_code, strict)).toBe('rate_limited');
    expect(await signIn('0000-0000-0000-0000', strict)).toBe('second_factor_wrong');
    expect(await signIn(codes[0], strict)).toBe('signed in');
    expect(await signIn(app_code, strict)).toBe('rate_limited');
    // The guesses were made with the old password.
    const inbox = await startMailInbox(strict);
    await strict.post('/v1/auth/recover', { email: ada.email });
    const token = await inbox.tokenTo(ada.email);
    expect((await strict.post('/v1/auth/reset', { token, password: PASSWORD })).status).toBe(200);
    expect(await signIn(app_code, strict)).toBe('signed in');
  });

  it('spends no tries for a wrong password', async () => {
    await turnOn();
    const body = { grant_type: 'password', email: ada.email, password: 'a wrong one' };
    await app.post('/v1/auth/token', { ...body, second_factor: '123456' });
    const rows = await knex('rate_limits').where('key', 'like', 'second_factor:%');
    expect(rows).toEqual([]);
  });
});

describe('setting it up', () => {
  it('needs a step-up and a first code, ends other sessions and mails the owner', async () => {
    const inbox = await startMailInbox(app);
    expect((await app.post('/v1/auth/second-factor', {}, ada.as)).status).toBe(403);
    const { headers } = await begin();
    const wrong = await app.post(
      '/v1/auth/second-factor/confirm',
      { second_factor: '123456' },
      { headers },
    );
    expect(wrong.status).toBe(401);
    expect(await signIn()).toBe('signed in');
    expect(await knex('sessions').where({ user_id: ada.id })).toHaveLength(2);
    await turnOn();
    expect(await knex('sessions').where({ user_id: ada.id })).toHaveLength(1);
    expect((await inbox.to(ada.email)).join()).toContain('Your authenticator app is on');
  });

  it('keeps the secret encrypted, and the recovery codes hashed', async () => {
    const { uri, codes } = await turnOn();
    const secret = new URL(uri).searchParams.get('secret') ?? '';
    const { rows } = await knex.raw(
      `select a::text || (select string_agg(r::text, '') from recovery_codes r) as all_of_it,
         encode(secret, 'escape') as raw from authenticators a`,
    );
    for (const told of [secret, ...codes, codes[0]?.replaceAll('-', '') ?? '']) {
      expect(JSON.stringify(rows)).not.toContain(told);
    }
  });

  it('survives a new JWT_SECRET while the former one is kept', async () => {
    const { code } = await turnOn();
    const former = app.services.secrets;
    const rotated = await startApp(database, {
      now: () => clock,
      secrets: ['another secret of the tests, which is private', ...former],
    });
    expect(await signIn(code(), rotated)).toBe('signed in');
    clock += 30_000;
    const [newest] = rotated.services.secrets;
    const later = await startApp(database, { now: () => clock, secrets: [newest ?? ''] });
    expect(await signIn(code(), later)).toBe('signed in');
  });

  it('cannot be begun or confirmed anew while it is on', async () => {
    const { code } = await turnOn();
    const answer = await app.post(
      '/v1/auth/step-up',
      { password: PASSWORD, second_factor: code() },
      ada.as,
    );
    const { step_up_token } = await json<{ step_up_token: string }>(answer);
    const headers = { ...ada.as.headers, 'Step-Up': step_up_token };
    const again = await app.post('/v1/auth/second-factor', {}, { headers });
    expect(again.status).toBe(409);
    expect(await signIn()).toBe('second_factor_required');
  });
});

describe('removing it', () => {
  it('needs a step-up with it, and mails the owner', async () => {
    const { code } = await turnOn();
    const inbox = await startMailInbox(app);
    const remove = (headers: object) =>
      app.get('/v1/auth/second-factor', {
        method: 'DELETE',
        headers: { ...ada.as.headers, ...headers },
      });
    expect((await remove({})).status).toBe(403);
    const answer = await app.post(
      '/v1/auth/step-up',
      { password: PASSWORD, second_factor: code() },
      ada.as,
    );
    const { step_up_token } = await json<{ step_up_token: string }>(answer);
    expect((await remove({ 'Step-Up': step_up_token })).status).toBe(204);
    expect(await signIn()).toBe('signed in');
    expect((await inbox.to(ada.email)).join()).toContain('Your second factor was removed');
  });

  it('is done by an admin for a locked-out customer, with a line in the audit log', async () => {
    await turnOn();
    const grace = await signedInUser(app);
    await makeAdmin(grace);
    const { headers } = await steppedUp(app, grace);
    const path = `/v1/admin/customers/${ada.id}/second-factor`;
    expect((await app.get(path, { method: 'DELETE', headers })).status).toBe(204);
    expect(await signIn()).toBe('signed in');
    const [line] = await knex('audit_log');
    expect(line).toMatchObject({ action: 'remove_second_factor', user_id: ada.id });
  });

  it('comes with the first proof of an address that a stranger had signed up with', async () => {
    await knex('users').where({ id: ada.id }).update({ email_confirmed_at: null });
    await turnOn();
    const inbox = await startMailInbox(app);
    await app.post('/v1/auth/recover', { email: ada.email });
    const token = await inbox.tokenTo(ada.email);
    await app.post('/v1/auth/reset', { token, password: PASSWORD });
    expect(await signIn()).toBe('signed in');
  });
});

describe('where admins need one', () => {
  it('a stolen password alone adds no first one: that needs a sign-in by mail', async () => {
    const strict = await startApp(database, { now: () => clock, adminsNeedFactor: true });
    await makeAdmin(ada);
    const setUp = async (as: { headers: object }, at = strict) => {
      const { headers } = await steppedUp(at, { ...ada, ...as });
      const begun = await at.post('/v1/auth/second-factor', {}, { headers });
      if (begun.status !== 200) return (await json<{ code: string }>(begun)).code;
      const { uri } = await json<{ uri: string }>(begun);
      const second_factor = codeOf(uri, { now: clock });
      return (await at.post('/v1/auth/second-factor/confirm', { second_factor }, { headers }))
        .status;
    };
    expect(await setUp(ada.as)).toBe('second_factor_needs_mail');
    // Begun elsewhere, it cannot be confirmed here, and a passkey is refused, too.
    const { headers, uri } = await begin();
    const second_factor = codeOf(uri, { now: clock });
    const confirmed = await strict.post(
      '/v1/auth/second-factor/confirm',
      { second_factor },
      { headers },
    );
    expect(await json(confirmed)).toMatchObject({ code: 'second_factor_needs_mail' });
    clock += 30_000;
    const inbox = await startMailInbox(strict);
    await strict.post('/v1/auth/otp', { email: ada.email });
    const link = { type: 'otp', token: await inbox.tokenTo(ada.email) };
    const { access_token } = await json<{ access_token: string }>(
      await strict.post('/v1/auth/verify', link),
    );
    const as = { headers: { Authorization: `Bearer ${access_token}` } };
    expect(await setUp({ as } as never)).toBe(200);
    expect((await strict.get('/v1/admin/stats', as)).status).toBe(200);
  });

  it('an admin without one sets it up, and gets nothing else of the admin area', async () => {
    const strict = await startApp(database, { now: () => clock, adminsNeedFactor: true });
    await makeAdmin(ada);
    const refused = await strict.get('/v1/admin/stats', ada.as);
    expect(refused.status).toBe(403);
    expect(await json(refused)).toMatchObject({ code: 'second_factor_setup_required' });
    expect((await strict.get('/v1/me', ada.as)).status).toBe(200);
    await turnOn();
    expect((await strict.get('/v1/admin/stats', ada.as)).status).toBe(200);
  });

  it('a key of an admin without one is refused, too', async () => {
    await makeAdmin(ada);
    const key = await madeApiKey(app, ada, { scopes: ['read', 'admin'] });
    const strict = await startApp(database, { adminsNeedFactor: true });
    expect((await app.get('/v1/admin/stats', key.as)).status).toBe(200);
    expect((await strict.get('/v1/admin/stats', key.as)).status).toBe(403);
  });
});
