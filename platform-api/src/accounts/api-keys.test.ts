import { describe, expect, it } from 'vitest';
import { listCustomerApiKeys, revokeCustomerApiKey } from '../../contract/admin/customer-acts.ts';
import { CALLS } from '../../contract/calls.ts';
import { MAX_API_KEYS } from '../../contract/accounts/values.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import type { Problem } from '../../contract/problem.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import {
  bearer,
  confirmAddress,
  madeApiKey,
  PASSWORD,
  signedInUser,
  steppedUp,
  type SignedInUser,
} from '../../test/factories.ts';
import { patientTransaction, untilLockIsAwaited } from '../../test/held-locks.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { statementsOf } from '../../test/statements.ts';

const database = testDatabase();
const { knex } = database;

interface Key {
  id: string;
  name: string;
  scopes: string[];
  prefix: string;
  key?: string;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
}
type NewKey = Key & { key: string };

async function makeKey(
  app: TestApp,
  member: SignedInUser,
  scopes = ['read', 'write'],
): Promise<NewKey> {
  const body = { name: 'Shop window', scopes };
  const answer = await app.post('/v1/me/api-keys', body, await steppedUp(app, member));
  expect(answer.status).toBe(201);
  return json<NewKey>(answer);
}

const list = async (app: TestApp, { as }: SignedInUser): Promise<Key[]> =>
  (await json<{ data: Key[] }>(await app.get('/v1/me/api-keys', as))).data;

const codeOf = async (answer: Response): Promise<string | undefined> =>
  (await json<Partial<Problem>>(answer)).code;

const revoke = (app: TestApp, { as }: SignedInUser, id: string): Promise<Response> =>
  app.get(`/v1/me/api-keys/${id}`, { method: 'DELETE', ...as });

const patch = (as: SignedInUser['as']) => ({ method: 'PATCH', ...as });

const newPassword = (given: object = {}) => ({
  password: 'the tide comes in at nine',
  current_password: PASSWORD,
  ...given,
});

function signOutWith(body: object) {
  return (app: TestApp, { as }: SignedInUser) => app.post('/v1/auth/signout', body, as);
}

async function resetByMail(app: TestApp, { email }: SignedInUser): Promise<Response> {
  const mailInbox = await startMailInbox(app);
  await app.post('/v1/auth/recover', { email });
  const { password } = newPassword();
  return app.post('/v1/auth/reset', { token: await mailInbox.tokenTo(email), password });
}

describe('an API key', () => {
  it('is shown once, is listed by its prefix, and is stored as a hash', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const made = await makeKey(app, member, ['read']);
    expect(made.key).toMatch(/^shk_[\w-]{43}$/);
    expect(made).toMatchObject({ name: 'Shop window', scopes: ['read'], last_used_at: null });
    expect(made.prefix).toBe(made.key.slice(0, 10));
    const { key, ...shown } = made;
    expect(await list(app, member)).toEqual([shown]);
    const row = await knex('api_keys').first();
    expect(row.key_hash).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(key.slice(10));
    expect(app.logged()).not.toContain(key);
  });

  it('can be seen and revoked only by its owner', async () => {
    const app = await startApp(database);
    const [member, stranger] = [await signedInUser(app), await signedInUser(app)];
    const { id, key } = await makeKey(app, member);
    expect(await list(app, stranger)).toEqual([]);
    for (const one of [id, 'abc', '00000000-0000-0000-0000-000000000000']) {
      const answer = await revoke(app, stranger, one);
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'not_found']);
    }
    const me = await json(await app.get('/v1/me', bearer(key)));
    expect(me).toMatchObject({ user: { id: member.id } });
  });

  it('stops working on every replica as soon as it is revoked', async () => {
    const [app, replica] = [await startApp(database), await startApp(database)];
    const member = await signedInUser(app);
    const [first, second] = [await makeKey(app, member), await makeKey(app, member)];
    expect((await replica.get('/v1/me', bearer(first.key))).status).toBe(200);
    expect((await revoke(app, member, first.id)).status).toBe(204);
    for (const one of [app, replica]) {
      const answer = await one.get('/v1/me', bearer(first.key));
      expect([answer.status, await codeOf(answer)]).toEqual([401, 'invalid_token']);
      expect((await one.get('/v1/me', bearer(second.key))).status).toBe(200);
    }
    expect((await revoke(app, member, first.id)).status).toBe(404);
  });

  it('is deleted with its owner, and survives signing out on this device', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const { as } = await madeApiKey(app, member);
    await app.post('/v1/auth/signout', {}, member.as);
    expect((await app.get('/v1/me', as)).status).toBe(200);
    await knex('users').where({ id: member.id }).delete();
    expect((await app.get('/v1/me', as)).status).toBe(401);
  });

  it.each<[string, (app: TestApp, member: SignedInUser) => Promise<Response>]>([
    ['signing out everywhere', signOutWith({ scope: 'global' })],
    ['signing out everywhere else', signOutWith({ scope: 'others' })],
    [
      'ending all other sessions',
      (app, { as }) => app.get('/v1/auth/sessions', { method: 'DELETE', ...as }),
    ],
    ['a password reset', resetByMail],
    [
      'a password change that asks for it',
      (app, { as }) => app.post('/v1/auth/user', newPassword({ end_api_keys: true }), patch(as)),
    ],
  ])('ends with %s, and those of others stay', async (_, act) => {
    const app = await startApp(database);
    const [member, stranger] = [await signedInUser(app), await signedInUser(app)];
    await knex('users').where({ id: member.id }).update({ email_confirmed_at: new Date() });
    const [mine, another] = [await madeApiKey(app, member), await madeApiKey(app, stranger)];
    expect((await act(app, member)).status).toBeLessThan(300);
    const statuses = [await app.get('/v1/me', mine.as), await app.get('/v1/me', another.as)];
    expect(statuses.map(({ status }) => status)).toEqual([401, 200]);
  });

  it('stays when a password change does not ask for its end', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const { as } = await madeApiKey(app, member);
    const changed = await app.post('/v1/auth/user', newPassword(), patch(member.as));
    expect(changed.status).toBe(200);
    expect((await app.get('/v1/me', as)).status).toBe(200);
  });

  it('can only read with the scope read, and only write with the scope write', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const reads = bearer((await makeKey(app, member, ['read'])).key);
    const writes = bearer((await makeKey(app, member, ['write'])).key);
    const both = bearer((await makeKey(app, member)).key);
    const patch = async (as: { headers: object }) => {
      const answer = await app.post(
        '/v1/me/profile',
        { first_name: 'Ada' },
        { method: 'PATCH', headers: { ...as.headers } },
      );
      return answer.status;
    };
    const get = async (as: RequestInit) => (await app.get('/v1/me/profile', as)).status;
    expect([await get(reads), await patch(reads)]).toEqual([200, 403]);
    expect([await get(writes), await patch(writes)]).toEqual([403, 200]);
    expect([await get(both), await patch(both)]).toEqual([200, 200]);
    const refused = await app.post('/v1/me/profile', {}, { method: 'PATCH', ...reads });
    const detail =
      'This API key lacks the scope “account:write”. Use a key that has it, or create one.';
    expect(await json(refused)).toMatchObject({ code: 'insufficient_scope', detail });
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="account:write"',
    );
  });

  it('names every scope that it lacks for an admin’s call', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const { key } = await makeKey(app, admin, ['stations:read']);
    const refused = await app.get('/v1/admin/stats', bearer(key));
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="read admin"',
    );
    expect(await json(refused)).toMatchObject({
      detail: expect.stringContaining('“read” and “admin”'),
    });
  });

  it('is refused by calls for passwords, sessions, keys, teams and paid subscriptions', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const as = bearer((await makeKey(app, member)).key);
    const forPeople = CALLS.filter((call) => call.api_keys === false);
    expect(forPeople.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'patch /v1/auth/user',
      'get /v1/auth/sessions',
      'delete /v1/auth/sessions',
      'delete /v1/auth/sessions/{id}',
      'post /v1/auth/step-up',
      'get /v1/auth/second-factor',
      'post /v1/auth/second-factor',
      'post /v1/auth/second-factor/confirm',
      'post /v1/auth/second-factor/recovery-codes',
      'delete /v1/auth/second-factor',
      'post /v1/auth/passkey-creation',
      'post /v1/auth/passkeys',
      'delete /v1/auth/passkeys/{id}',
      'get /v1/me/export',
      'delete /v1/me',
      'get /v1/me/api-keys',
      'post /v1/me/api-keys',
      'delete /v1/me/api-keys/{id}',
      'get /v1/me/team',
      'post /v1/me/team/invitations',
      'post /v1/me/team/invitations/{id}/resend',
      'delete /v1/me/team/invitations/{id}',
      'patch /v1/me/team/members/{id}',
      'delete /v1/me/team/members/{id}',
      'get /v1/me/teams',
      'delete /v1/me/teams/{id}',
      'post /v1/me/teams',
      'post /v1/me/billing/cancel',
      'post /v1/me/billing/resume',
      'put /v1/me/billing/package',
      'post /v1/me/billing/portal',
      'get /v1/admin/customers.csv',
      'post /v1/admin/customers/{user_id}/password-reset',
      'delete /v1/admin/customers/{user_id}/second-factor',
      'get /v1/admin/customers/{user_id}/api-keys',
      'delete /v1/admin/customers/{user_id}/api-keys/{id}',
      'post /v1/admin/customers/{user_id}/view',
      'delete /v1/admin/customers/{user_id}/view',
      'delete /v1/admin/customers/{user_id}',
      'put /v1/admin/customers/{user_id}/role',
      'put /v1/admin/stations/host',
      'post /v1/admin/personal-data/erasure',
    ]);
    for (const { method, path } of forPeople) {
      const address = path.replace(/\{\w+\}/, '00000000-0000-0000-0000-000000000000');
      const answer = await app.get(address, { method: method.toUpperCase(), ...as });
      expect([path, answer.status, await codeOf(answer)]).toEqual([path, 403, 'forbidden']);
    }
    expect((await app.get('/v1/auth/user', as)).status).toBe(200);
    expect((await app.post('/v1/auth/signout', { scope: 'global' }, as)).status).toBe(204);
    expect((await app.get('/v1/me', member.as)).status).toBe(200);
  });

  it('shows when it was last used, to the minute', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const { key, id } = await makeKey(app, member);
    const lastUsed = async (): Promise<Date | null> =>
      (await knex('api_keys').where({ id }).first()).last_used_at;
    await app.get('/v1/me', bearer(key));
    const first = await lastUsed();
    expect(Date.now() - (first?.getTime() ?? 0)).toBeLessThan(60_000);
    await app.get('/v1/me', bearer(key));
    expect(await lastUsed()).toEqual(first);
    await knex('api_keys').update({ last_used_at: knex.raw("now() - interval '61 seconds'") });
    await app.get('/v1/me', bearer(key));
    expect((await lastUsed())?.getTime()).toBeGreaterThanOrEqual(first?.getTime() ?? Infinity);
    expect((await list(app, member))[0]?.last_used_at).toBe((await lastUsed())?.toISOString());
  });

  it('is read in one round trip', async () => {
    const app = await startApp(database);
    const { key } = await makeKey(app, await signedInUser(app));
    const statements = await statementsOf(knex, () => app.get('/v1/auth/user', bearer(key)));
    expect(statements).toHaveLength(1);
  });

  it('is created only after the password was entered again', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const body = { name: 'Shop window', scopes: ['read'] };
    const stolen = await app.post('/v1/me/api-keys', body, member.as);
    expect([stolen.status, await codeOf(stolen)]).toEqual([403, 'step_up_required']);
    expect(await knex('api_keys')).toEqual([]);
    const asked = await app.post('/v1/me/api-keys', body, await steppedUp(app, member));
    expect(asked.status).toBe(201);
  });

  it('is announced by a mail to the confirmed address, without words that its maker chose', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    const [member, unconfirmed] = [await signedInUser(app), await signedInUser(app)];
    await knex('users').where({ id: member.id }).update({ email_confirmed_at: new Date() });
    await madeApiKey(app, unconfirmed);
    const { key, prefix } = await madeApiKey(app, member, { name: 'Win a prize' });
    const [mail = '', ...others] = await mailInbox.to(member.email);
    expect(mail).toContain(prefix);
    expect([mail.includes(key), mail.includes('Win a prize')]).toEqual([false, false]);
    expect(others).toEqual([]);
    expect(await mailInbox.to(unconfirmed.email)).toEqual([]);
  });

  it('stops working when it expires, and never does without a date', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const forever = await madeApiKey(app, member);
    const { as, id } = await madeApiKey(app, member, { expires_in_days: 30 });
    const [listed, kept] = await list(app, member);
    const days = (Date.parse(listed?.expires_at ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
    expect(kept?.expires_at).toBeNull();
    expect((await app.get('/v1/me', as)).status).toBe(200);
    await knex('api_keys').where({ id }).update({ expires_at: new Date() });
    expect((await app.get('/v1/me', as)).status).toBe(401);
    expect((await app.get('/v1/me', forever.as)).status).toBe(200);
  });

  it('is not created when its session ends meanwhile', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const init = await steppedUp(app, member);
    const trx = await patientTransaction(knex);
    await trx('sessions').where({ user_id: member.id }).delete();
    const body = { name: 'Shop window', scopes: ['read'] };
    const making = app.post('/v1/me/api-keys', body, init);
    await untilLockIsAwaited(knex);
    await trx.commit();
    const answer = await making;
    expect([answer.status, await codeOf(answer)]).toEqual([401, 'session_ended']);
    expect(await knex('api_keys')).toEqual([]);
  });

  it('counts towards the limit of twenty, even when all are created at once', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const init = await steppedUp(app, member);
    const make = () => app.post('/v1/me/api-keys', { name: 'Shop window', scopes: ['read'] }, init);
    const answers = await Promise.all(Array.from({ length: MAX_API_KEYS + 10 }, make));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([
      ...Array.from({ length: MAX_API_KEYS }, () => 201),
      ...Array.from({ length: 10 }, () => 409),
    ]);
    const refused = await make();
    expect(await codeOf(refused)).toBe('too_many_keys');
    const [oldest] = await list(app, member);
    await revoke(app, member, oldest?.id ?? '');
    expect((await make()).status).toBe(201);
  });

  it('can be created twenty times an hour', async () => {
    const app = await startApp(database, { limits: { eventStreams: 1, rates: RATE_LIMITS } });
    const member = await signedInUser(app);
    for (let at = 0; at < 20; at += 1) {
      const { id } = await makeKey(app, member);
      await revoke(app, member, id);
    }
    const body = { name: 'Shop window', scopes: ['read'] };
    const answer = await app.post('/v1/me/api-keys', body, await steppedUp(app, member));
    expect([answer.status, await codeOf(answer)]).toEqual([429, 'rate_limited']);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  it('needs a name and valid scopes', async () => {
    const app = await startApp(database);
    const as = await steppedUp(app, await signedInUser(app));
    for (const [body, field] of [
      [{ scopes: ['read'] }, 'name'],
      [{ name: ' ', scopes: ['read'] }, 'name'],
      [{ name: 'x'.repeat(201), scopes: ['read'] }, 'name'],
      [{ name: 'Shop' }, 'scopes'],
      [{ name: 'Shop', scopes: [] }, 'scopes'],
      [{ name: 'Shop', scopes: ['read', 'read'] }, 'scopes'],
      [{ name: 'Shop', scopes: ['owner'] }, 'scopes.0'],
      [{ name: 'Shop', scopes: ['read'], expires_in_days: 0 }, 'expires_in_days'],
      [{ name: 'Shop', scopes: ['read'], expires_in_days: 1.5 }, 'expires_in_days'],
      [{ name: 'Shop', scopes: ['read'], expires_in_days: 9_999 }, 'expires_in_days'],
      [{ name: 'Shop', scopes: 'read' }, 'scopes'],
      [{ name: 'Shop', scopes: ['read'], user_id: 'x' }, 'user_id'],
      [{ name: 'Shop', scopes: ['read'], key: 'shk_mine' }, 'key'],
    ] as const) {
      const answer = await app.post('/v1/me/api-keys', body, as);
      expect(answer.status).toBe(422);
      const { errors } = await json<Problem>(answer);
      expect(errors?.map((fault) => fault.field)).toEqual([field]);
    }
    expect(await knex('api_keys')).toEqual([]);
  });
});

describe('an admin’s key', () => {
  const ADMINS = '/v1/admin/customers';
  const status = async (app: TestApp, as: RequestInit) => (await app.get(ADMINS, as)).status;

  it('has no admin rights without the scope admin', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const plain = await madeApiKey(app, admin);
    const full = await madeApiKey(app, admin, { scopes: ['read', 'admin'] });
    expect([await status(app, plain.as), await status(app, full.as)]).toEqual([403, 200]);
    expect((await app.get('/v1/me', plain.as)).status).toBe(200);
    const { id } = await signedInUser(app);
    const written = await app.post(`${ADMINS}/${id}/checks`, {}, full.as);
    expect(written.status).toBe(403);
  });

  it('can be created by admins only, and the scope admin needs another', async () => {
    const app = await startApp(database);
    const make = async (user: SignedInUser, scopes: string[]) =>
      app.post('/v1/me/api-keys', { name: 'Key', scopes }, await steppedUp(app, user));
    const member = await signedInUser(app);
    const refused = await make(member, ['read', 'admin']);
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'forbidden']);
    const admin = await signedInUser(app, { role: 'admin' });
    expect((await make(admin, ['admin'])).status).toBe(422);
    expect(await knex('api_keys')).toEqual([]);
  });

  it('ends when its owner stops being an admin, and other keys stay', async () => {
    const app = await startApp(database);
    const [boss, admin] = [
      await signedInUser(app, { role: 'admin' }),
      await signedInUser(app, { role: 'admin' }),
    ];
    const [full, plain] = [
      await madeApiKey(app, admin, { scopes: ['read', 'admin'] }),
      await madeApiKey(app, admin),
    ];
    await knex('users').update({ email_confirmed_at: new Date() });
    const init = { method: 'PUT', ...(await steppedUp(app, boss)) };
    const path = `${ADMINS}/${admin.id}/role`;
    expect((await app.post(path, { role: 'user' }, init)).status).toBe(200);
    expect((await app.post(path, { role: 'admin' }, init)).status).toBe(200);
    expect((await app.get('/v1/me', full.as)).status).toBe(401);
    expect((await app.get('/v1/me', plain.as)).status).toBe(200);
  });

  it('is named by its first characters in the audit log, also once it is revoked', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const customer = await signedInUser(app);
    const { id, as, prefix } = await madeApiKey(app, admin, { scopes: ['read', 'write', 'admin'] });
    const change = (first_name: string, by: SignedInUser['as']) =>
      app.post(
        `${ADMINS}/${customer.id}`,
        { profile: { first_name } },
        { method: 'PATCH', headers: { ...by.headers, 'If-Match': '*' } },
      );
    expect((await change('Augusta', as)).status).toBe(200);
    expect((await change('Ada', admin.as)).status).toBe(200);
    await revoke(app, admin, id);
    const lines = await json<{ data: object[] }>(await app.get('/v1/admin/audit', admin.as));
    expect(lines.data).toMatchObject([{ api_key_prefix: null }, { api_key_prefix: prefix }]);
  });
});

/** A customer with a key, an admin, and what the admin does about the key. */
async function openDesk() {
  const app = await startApp(database);
  const inbox = await startMailInbox(app);
  const ada = await signedInUser(app);
  await confirmAddress(knex, ada);
  const key = await makeKey(app, ada);
  const admin = await signedInUser(app, { role: 'admin' });
  const token = admin.access_token;
  const listKeys = async (user_id = ada.id) =>
    json<{ data: Key[] }>(await send(app, listCustomerApiKeys, { token, params: { user_id } }));
  const revokeKey = (user_id = ada.id) =>
    send(app, revokeCustomerApiKey, { token, params: { user_id, id: key.id } });
  return { app, inbox, ada, key, admin, listKeys, revokeKey };
}

describe('an API key of a customer that others may know', () => {
  it('is found by its first characters, and the key itself is never shown', async () => {
    const { listKeys, key } = await openDesk();
    const { data } = await listKeys();
    expect(data).toMatchObject([{ id: key.id }]);
    expect(key.key.startsWith(data[0]?.prefix ?? 'none')).toBe(true);
    expect(JSON.stringify(data)).not.toContain(key.key);
  });

  it('ends at once when an admin revokes it, and its owner is told', async () => {
    const { app, ada, key, revokeKey, listKeys, inbox } = await openDesk();
    expect((await app.get('/v1/me', bearer(key.key))).status).toBe(200);
    expect((await revokeKey()).status).toBe(204);
    expect((await app.get('/v1/me', bearer(key.key))).status).toBe(401);
    expect(await listKeys()).toMatchObject({ data: [] });
    const mails = await inbox.to(ada.email);
    expect(mails.at(-1)).toContain(`your API key that begins with ${key.prefix}`);
    expect(mails.at(-1)).not.toContain(key.key);
  });

  it('leaves a line in the audit log that names its first characters alone', async () => {
    const { ada, admin, key, revokeKey } = await openDesk();
    await revokeKey();
    const lines = await knex('audit_log').where({ action: 'revoke_api_key' });
    expect(lines).toMatchObject([
      { actor_id: admin.id, user_id: ada.id, before: { prefix: key.prefix } },
    ]);
    expect(JSON.stringify(lines)).not.toContain(key.key);
  });

  it('is revoked once, and only as its own customer’s', async () => {
    const { admin, revokeKey } = await openDesk();
    expect((await revokeKey(admin.id)).status).toBe(404);
    expect((await revokeKey()).status).toBe(204);
    expect((await revokeKey()).status).toBe(404);
    expect(await knex('audit_log').where({ action: 'revoke_api_key' })).toHaveLength(1);
  });
});
