import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Access } from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import type { Problem } from '../../contract/problem.ts';
import { testDatabase } from '../../test/database.ts';
import { madeApiKey, bearer, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { connect } from '../db/connection.ts';
import { createLogger } from '../process/log.ts';

const database = testDatabase();
const { knex } = database;

const roleOf = async (app: TestApp, { as }: SignedInUser): Promise<string> =>
  (await json<{ role: string }>(await app.get('/v1/me', as))).role;

async function callAdmin(app: TestApp, as?: RequestInit): Promise<[number, string | undefined]> {
  const answer = await app.get('/v1/admin/stats', as);
  return [answer.status, (await json<Partial<Problem>>(answer)).code];
}

async function makeKey(app: TestApp, owner: SignedInUser, scopes: string[]): Promise<string> {
  return (await madeApiKey(app, owner, { scopes })).key;
}

describe('a role', () => {
  it('is user by default', async () => {
    const app = await startApp(database);
    expect(await roleOf(app, await signedInUser(app))).toBe('user');
    expect(await roleOf(app, await signedInUser(app, { role: 'admin' }))).toBe('admin');
  });

  it('is user when its row is missing', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    await knex('user_roles').delete();
    expect(await roleOf(app, admin)).toBe('user');
    expect(await callAdmin(app, admin.as)).toEqual([403, 'forbidden']);
  });

  it('takes effect with the next call on every replica when it is lowered', async () => {
    const [app, replica] = [await startApp(database), await startApp(database)];
    const admin = await signedInUser(app, { role: 'admin' });
    for (const one of [app, replica]) expect((await callAdmin(one, admin.as))[0]).toBe(200);
    await knex('user_roles').where({ user_id: admin.id }).update({ role: 'user' });
    for (const one of [app, replica]) {
      expect(await callAdmin(one, admin.as)).toEqual([403, 'forbidden']);
    }
    await knex('user_roles').where({ user_id: admin.id }).update({ role: 'admin' });
    expect((await callAdmin(app, admin.as))[0]).toBe(200);
  });
});

describe('a role that cannot be read', () => {
  afterEach(() => knex.raw('alter table if exists hidden_roles rename to user_roles'));

  it('counts as user, and opens no admin call', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const member = await signedInUser(app);
    const key = await makeKey(app, admin, ['read', 'admin']);
    await knex.raw('alter table user_roles rename to hidden_roles');
    for (const one of [admin, member]) {
      expect(await roleOf(app, one)).toBe('user');
      expect((await app.get('/v1/me/profile', one.as)).status).toBe(200);
    }
    for (const as of [admin.as, member.as, bearer(key)]) {
      const answer = await app.get('/v1/admin/stats', as);
      expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
      expect((await json<Problem>(answer)).code).toBe('unavailable');
    }
    expect(await callAdmin(app)).toEqual([401, 'invalid_token']);
    const lines = app.logged().split('\n');
    const failures = lines.filter((line) => line.includes('a role could not be read'));
    expect(failures).not.toEqual([]);
    // The values of a statement are not logged.
    expect(failures.filter((line) => line.includes(admin.id))).toEqual([]);
    await knex.raw('alter table hidden_roles rename to user_roles');
    expect((await callAdmin(app, admin.as))[0]).toBe(200);
  });
});

describe('an unreachable database', () => {
  it('lets no request in, and answers within three seconds', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const key = await makeKey(app, admin, ['read']);
    const nowhere = 'postgres://nobody@127.0.0.1:1/nothing';
    const pool = connect(nowhere, createLogger('silent'));
    onTestFinished(() => pool.destroy());
    const cutOff = await startApp({ knex: pool, url: nowhere });
    for (const as of [admin.as, bearer(key)]) {
      for (const path of ['/v1/admin/stats', '/v1/me']) {
        const answer = await cutOff.get(path, { ...as, signal: AbortSignal.timeout(3_000) });
        expect([path, answer.status]).toEqual([path, 503]);
        expect((await json<Problem>(answer)).code).toBe('unavailable');
      }
    }
    expect(await callAdmin(cutOff, bearer('forged'))).toEqual([401, 'invalid_token']);
  });
});

describe('the admin calls', () => {
  it('are open to admins and their API keys with the scopes read and admin only', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const admin = await signedInUser(app, { role: 'admin' });
    const lowered = await signedInUser(app, { role: 'admin' });
    const deleted = await signedInUser(app, { role: 'admin' });
    const signedOut = await signedInUser(app, { role: 'admin' });
    const keys = {
      member: await makeKey(app, member, ['read', 'write']),
      reading: await makeKey(app, admin, ['read', 'admin']),
      writing: await makeKey(app, admin, ['write', 'admin']),
      plain: await makeKey(app, admin, ['read', 'write']),
      lowered: await makeKey(app, lowered, ['read', 'write', 'admin']),
    };
    await knex('user_roles').where({ user_id: lowered.id }).update({ role: 'user' });
    await knex('users').where({ id: deleted.id }).delete();
    await app.post('/v1/auth/signout', {}, signedOut.as);

    expect({
      visitor: await callAdmin(app),
      forger: await callAdmin(app, bearer('forged')),
      member: await callAdmin(app, member.as),
      'member’s program': await callAdmin(app, bearer(keys.member)),
      admin: await callAdmin(app, admin.as),
      'admin’s reading program': await callAdmin(app, bearer(keys.reading)),
      'admin’s writing program': await callAdmin(app, bearer(keys.writing)),
      'admin’s program without the scope': await callAdmin(app, bearer(keys.plain)),
      'admin no more': await callAdmin(app, lowered.as),
      'program of an admin no more': await callAdmin(app, bearer(keys.lowered)),
      'deleted admin': await callAdmin(app, deleted.as),
      'admin signed out': await callAdmin(app, signedOut.as),
    }).toEqual({
      visitor: [401, 'invalid_token'],
      forger: [401, 'invalid_token'],
      member: [403, 'forbidden'],
      'member’s program': [403, 'forbidden'],
      admin: [200, undefined],
      'admin’s reading program': [200, undefined],
      'admin’s writing program': [403, 'insufficient_scope'],
      'admin’s program without the scope': [403, 'insufficient_scope'],
      'admin no more': [403, 'forbidden'],
      'program of an admin no more': [403, 'forbidden'],
      'deleted admin': [401, 'session_ended'],
      'admin signed out': [401, 'session_ended'],
    });
  });
});

describe('every call', () => {
  it('for members refuses visitors, and every admin call refuses members', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const ask = async (access: Access, as: RequestInit): Promise<Set<number>> => {
      const statuses = new Set<number>();
      for (const { method, path } of CALLS.filter((call) => call.access === access)) {
        const address = path.replaceAll(/\{\w+\}/g, 'absent');
        statuses.add((await app.get(address, { method: method.toUpperCase(), ...as })).status);
      }
      return statuses;
    };
    expect(await ask('member', {})).toEqual(new Set([401]));
    expect(await ask('admin', {})).toEqual(new Set([401]));
    expect(await ask('admin', member.as)).toEqual(new Set([403]));
  });
});
