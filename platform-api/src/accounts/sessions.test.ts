import type { Knex } from 'knex';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Session } from '../../contract/accounts/auth.ts';
import { REFRESH_GRACE_SECONDS } from '../../contract/accounts/values.ts';
import type { Problem } from '../../contract/problem.ts';
import { testDatabase } from '../../test/database.ts';
import { madeApiKey, bearer, buildUser, signedInUser, signInAgain } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { statementsOf } from '../../test/statements.ts';
import { connect } from '../db/connection.ts';
import { createLogger } from '../process/log.ts';
import { startSession } from './sessions.ts';

const database = testDatabase();
const { knex } = database;
const PLACE = { user_agent: 'a test', address: '127.0.0.1' };

const refresh = (app: TestApp, refresh_token: string, init?: RequestInit): Promise<Response> =>
  app.post('/v1/auth/token', { grant_type: 'refresh_token', refresh_token }, init);

async function refreshed(app: TestApp, token: string): Promise<Required<Session>> {
  const answer = await refresh(app, token);
  expect(answer.status).toBe(200);
  return json(answer);
}

async function codeOf(answer: Response): Promise<string | undefined> {
  const { code } = await json<Partial<Problem>>(answer);
  return code;
}

/** Every use of a refresh token so far is now older than the grace. */
const letGracePass = (): Promise<unknown> =>
  knex('refresh_tokens')
    .whereNotNull('used_at')
    .update({ used_at: knex.raw("used_at - interval '11 seconds'") });

/** Another replica: an app with a pool of its own on the same database. */
async function startReplica(): Promise<TestApp> {
  const pool = connect(database.url, createLogger('silent'));
  onTestFinished(() => pool.destroy());
  return startApp({ knex: pool, url: database.url });
}

/** Starts so many sessions of one person and gives their refresh tokens. */
async function startSessions(db: Knex, count: number): Promise<string[]> {
  const user = await buildUser(db);
  const tokens: string[] = [];
  for (let at = 0; at < count; at += 1) {
    tokens.push((await startSession(db, user, PLACE)).refresh_token);
  }
  return tokens;
}

const goodTokensPerSession = async (): Promise<number[]> =>
  (
    await knex('refresh_tokens').whereNull('used_at').groupBy('session_id').count({ count: '*' })
  ).map((row) => Number(Object(row).count));

describe('a session', () => {
  it('returns tokens, their type, their lifetime and the user', async () => {
    const app = await startApp(database);
    const { id, email } = await buildUser(knex);
    const answer = await app.post('/v1/auth/token', {
      grant_type: 'password',
      email,
      password: 'a long walk by the sea',
    });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('Set-Cookie')).toBeNull();
    const session = await json<Session>(answer);
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 900, user: { id, email } });
    expect(Object.keys(session.user).toSorted()).toEqual([
      'created_at',
      'email',
      'email_confirmed_at',
      'id',
      'new_email',
      'phone',
      'phone_confirmed_at',
    ]);
    const user = await app.get('/v1/auth/user', bearer(session.access_token));
    expect(await json(user)).toEqual(session.user);
  });

  it('is refreshed with a refresh token that works once', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const second = await refreshed(app, member.refresh_token);
    expect(second.refresh_token).not.toBe(member.refresh_token);
    expect(second.user.id).toBe(member.id);
    expect((await app.get('/v1/me', bearer(second.access_token))).status).toBe(200);
    const third = await refreshed(app, second.refresh_token);
    expect(third.refresh_token).not.toBe(second.refresh_token);
  });

  it('gives two racing tabs the same next token, also after a lost answer', async () => {
    const app = await startApp(database);
    const { refresh_token } = await signedInUser(app);
    const first = await refreshed(app, refresh_token);
    const again = await refreshed(app, refresh_token);
    expect(again.refresh_token).toBe(first.refresh_token);
    await refreshed(app, again.refresh_token);
  });

  it('ends when a used token is reused after ten seconds, with all its tokens', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const other = await signInAgain(app, member);
    const second = await refreshed(app, member.refresh_token);
    await letGracePass();
    const stolen = await refresh(app, member.refresh_token);
    expect(stolen.status).toBe(401);
    expect(await codeOf(stolen)).toBe('refresh_token_reused');
    expect((await refresh(app, second.refresh_token)).status).toBe(401);
    expect(await codeOf(await app.get('/v1/me', bearer(second.access_token)))).toBe(
      'session_ended',
    );
    expect(app.logged()).toContain('a refresh token was reused');
    expect(app.logged()).not.toContain(member.refresh_token);
    // The user's other sessions continue.
    await refreshed(app, other.refresh_token);
  });

  it('ends when the token before the previous one is reused, even at once', async () => {
    const app = await startApp(database);
    const { refresh_token } = await signedInUser(app);
    const second = await refreshed(app, refresh_token);
    const third = await refreshed(app, second.refresh_token);
    expect(await codeOf(await refresh(app, refresh_token))).toBe('refresh_token_reused');
    expect((await refresh(app, third.refresh_token)).status).toBe(401);
  });

  it.each([
    ['unused for seven days', { last_used_at: "now() - interval '7 days 1 minute'" }],
    ['older than thirty days', { created_at: "now() - interval '30 days 1 minute'" }],
  ])('is over when it is %s', async (_, times) => {
    const app = await startApp(database);
    const { refresh_token } = await signedInUser(app);
    for (const [column, time] of Object.entries(times)) {
      await knex('sessions').update({ [column]: knex.raw(time) });
    }
    const answer = await refresh(app, refresh_token);
    expect(answer.status).toBe(401);
    expect(await codeOf(answer)).toBe('session_ended');
    expect(await knex('refresh_tokens')).toHaveLength(0);
  });

  it('expires after seven unused days, or after thirty days', async () => {
    const app = await startApp(database);
    const { refresh_token } = await signedInUser(app);
    await knex('sessions').update({
      last_used_at: knex.raw("now() - interval '6 days 23 hours'"),
      created_at: knex.raw("now() - interval '29 days 23 hours'"),
    });
    await refreshed(app, refresh_token);
    const { last_used_at } = await knex('sessions').first();
    expect(Date.now() - last_used_at.getTime()).toBeLessThan(60_000);
  });

  it('cannot be refreshed with an invalid token', async () => {
    const app = await startApp(database);
    await signedInUser(app);
    const unknown = `shr_${'A'.repeat(43)}`;
    for (const token of ['', 'shr_', 'x', unknown, 'null', "' or 1=1 --", '../../']) {
      const answer = await refresh(app, token);
      expect([token, answer.status]).toEqual([token, 401]);
      expect(await codeOf(answer)).toBe('invalid_token');
    }
    expect((await refresh(app, '\u0000')).status).toBe(422);
    expect((await refresh(app, 'x'.repeat(201))).status).toBe(422);
  });

  it('cannot be refreshed with another kind of token', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    expect(await codeOf(await refresh(app, member.access_token))).toBe('validation_failed');
    expect(await codeOf(await refresh(app, member.refresh_token.slice(0, -1)))).toBe(
      'invalid_token',
    );
    expect(await codeOf(await refresh(app, `${member.refresh_token}A`))).toBe('invalid_token');
    await refreshed(app, member.refresh_token);
  });

  it('refreshes in one round trip to the database', async () => {
    const app = await startApp(database);
    const { refresh_token } = await signedInUser(app);
    const statements = await statementsOf(knex, () => refreshed(app, refresh_token));
    expect(statements).toHaveLength(1);
  });

  it('leaves no usable token in the database', async () => {
    const app = await startApp(database);
    const first = await signedInUser(app);
    const second = await refreshed(app, first.refresh_token);
    const key = await madeApiKey(app, first);
    const tables = await knex('pg_tables').where('schemaname', 'public').pluck('tablename');
    let dump = '';
    for (const table of tables) {
      const { rows } = await knex.raw('select to_jsonb(t)::text as row from ?? t', [table]);
      dump += rows.map(({ row }: { row: string }) => row).join('\n');
    }
    expect(dump).toContain(first.email);
    for (const secret of [first.refresh_token, second.refresh_token, first.access_token, key.key]) {
      const bare = secret.replace(/^sh[rk]_/, '');
      const hex = Buffer.from(bare, 'base64url').toString('hex');
      expect([dump.includes(bare), dump.includes(hex)]).toEqual([false, false]);
    }
    expect(dump).not.toContain('a long walk by the sea');
  });
});

/** Retries busy answers, as the SDK's client does. Returns the status and the next token. */
async function refreshPatiently(app: TestApp, token: string): Promise<[number, string]> {
  for (;;) {
    const answer = await refresh(app, token);
    if (answer.status !== 503) {
      return [answer.status, (await json<Session>(answer)).refresh_token ?? ''];
    }
    await answer.text();
  }
}

describe('parallel refreshes', () => {
  it('of one token over two replicas return one successor', async () => {
    const [first, second] = [await startApp(database), await startReplica()];
    const [token = ''] = await startSessions(knex, 1);
    const began = performance.now();
    const given = await Promise.all(
      Array.from({ length: 200 }, (_, at) => refreshPatiently(at % 2 ? first : second, token)),
    );
    const seconds = (performance.now() - began) / 1000;
    const refusals = given.filter(([status]) => status !== 200);
    const successors = new Set(given.filter(([status]) => status === 200).map(([, next]) => next));
    expect(successors.size).toBe(1);
    // On a machine so slow that the grace period passes, the session ends as designed.
    expect(seconds < REFRESH_GRACE_SECONDS && refusals.length > 0).toBe(false);
    expect(await goodTokensPerSession()).toEqual(refusals.length > 0 ? [] : [1]);
  }, 60_000);

  it('by a thief and the owner never leave two valid tokens', async () => {
    const app = await startApp(database);
    const sessions = await startSessions(knex, 20);
    await Promise.all(
      sessions.map(async (token) => {
        // Both refresh as fast as they can.
        await Promise.all(
          [0, 1].map(async () => {
            let current = token;
            for (let step = 0; step < 5; step += 1) {
              const answer = await refresh(app, current);
              if (answer.status !== 200) return;
              current = (await json<Required<Session>>(answer)).refresh_token;
            }
          }),
        );
      }),
    );
    for (const count of await goodTokensPerSession()) expect(count).toBe(1);
  }, 60_000);
});

interface Listed {
  id: string;
  user_agent: string;
  ip: string;
  current: boolean;
  created_at: string;
  last_used_at: string;
}
const list = async (app: TestApp, as: RequestInit): Promise<Listed[]> => {
  const answer = await json<{ data: Listed[]; has_more: boolean; next_cursor: null }>(
    await app.get('/v1/auth/sessions', as),
  );
  expect(answer).toMatchObject({ has_more: false, next_cursor: null });
  return answer.data;
};

describe('the list of sessions', () => {
  it('shows browser and address, the current session, and the last used first', async () => {
    const app = await startApp(database, { trustProxy: 1 });
    const { email } = await buildUser(knex);
    const signIn = async (agent: string, address: string) => {
      const body = { grant_type: 'password', email, password: 'a long walk by the sea' };
      const headers = { 'User-Agent': agent, 'X-Forwarded-For': `1.2.3.4, ${address}` };
      return json<Required<Session>>(await app.post('/v1/auth/token', body, { headers }));
    };
    const shop = await signIn('Shop/1.0', '203.0.113.7');
    await signIn(`Long/${'x'.repeat(500)}`, '2001:db8::1');
    await refresh(app, shop.refresh_token, { headers: { 'X-Forwarded-For': '203.0.113.8' } });
    await signedInUser(app);
    const listed = await list(app, bearer(shop.access_token));
    expect(listed).toMatchObject([
      { user_agent: 'Shop/1.0', ip: '203.0.113.8', current: true },
      { ip: '2001:db8::1', current: false },
    ]);
    expect(listed[1]?.user_agent).toMatch(/^Long\/x{195}$/);
    for (const { created_at, last_used_at } of listed) {
      expect(Date.parse(last_used_at)).toBeGreaterThanOrEqual(Date.parse(created_at));
    }
  });

  it('leaves out expired sessions', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    await knex('sessions').update({ last_used_at: knex.raw("now() - interval '8 days'") });
    const now = await signInAgain(app, member);
    expect(await list(app, now.as)).toMatchObject([{ current: true }]);
  });

  it('ends a session at once', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const other = await signInAgain(app, member);
    const ended = (await list(app, member.as)).find(({ current }) => !current);
    const path = `/v1/auth/sessions/${ended?.id}`;
    expect((await app.get(path, { method: 'DELETE', ...member.as })).status).toBe(204);
    expect(await codeOf(await app.get('/v1/me', other.as))).toBe('session_ended');
    expect((await refresh(app, other.refresh_token)).status).toBe(401);
    expect((await app.get(path, { method: 'DELETE', ...member.as })).status).toBe(404);
    await refreshed(app, member.refresh_token);
  });

  it('ends all other sessions', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const others = [await signInAgain(app, member), await signInAgain(app, member)];
    const stranger = await signedInUser(app);
    const answer = await app.get('/v1/auth/sessions', { method: 'DELETE', ...member.as });
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    for (const { as } of others) expect((await app.get('/v1/me', as)).status).toBe(401);
    expect((await app.get('/v1/me', member.as)).status).toBe(200);
    expect((await app.get('/v1/me', stranger.as)).status).toBe(200);
  });

  it('does not end or reveal another user’s session', async () => {
    const app = await startApp(database);
    const [member, stranger] = [await signedInUser(app), await signedInUser(app)];
    const [own] = await list(app, member.as);
    for (const id of [own?.id, 'abc', '00000000-0000-0000-0000-000000000000', '%27']) {
      const path = `/v1/auth/sessions/${id}`;
      const answer = await app.get(path, { method: 'DELETE', ...stranger.as });
      expect(answer.status).toBe(404);
      expect(await codeOf(answer)).toBe('not_found');
    }
    expect((await app.get('/v1/me', member.as)).status).toBe(200);
  });
});
