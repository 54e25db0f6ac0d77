import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import type { Problem } from '../../contract/problem.ts';
import { MINUTE_MS } from '../../contract/time.ts';
import { testDatabase } from '../../test/database.ts';
import { bearer, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { forgedTokens } from '../../test/forged-tokens.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { statementsOf } from '../../test/statements.ts';
import { createAccessTokens } from './session-tokens.ts';

const database = testDatabase();

/** Thousands of requests: `npm run test:full` sends them. */
const EVERY_LIE_EVERYWHERE = process.env['FULL'] === '1';

/** The code of a refusal; undefined for a successful answer. */
async function codeOf(answer: Response): Promise<string | undefined> {
  const { code } = await json<Partial<Problem>>(answer);
  return code;
}

const PROTECTED = CALLS.filter(({ access }) => access !== 'public').map(({ method, path }) => ({
  method: method.toUpperCase(),
  path: path.replaceAll(/\{\w+\}/g, () => randomUUID()),
}));

describe('an access token', () => {
  const publicUrl = 'http://radio.example.com';
  const about = { user_id: randomUUID(), session_id: randomUUID() };
  const [oldSecret, newSecret] = ['an old secret, long enough', 'a new secret, long enough'];

  it('names its user and session, on every replica with the same secret', async () => {
    const [first, second] = [0, 1].map(() =>
      createAccessTokens({ secrets: [newSecret], publicUrl, now: Date.now }),
    );
    expect(await second?.read(first?.issue(about) ?? '')).toEqual(about);
  });

  it('survives a rotation while the old secret is still listed', async () => {
    const make = (secrets: string[]) => createAccessTokens({ secrets, publicUrl, now: Date.now });
    const old = make([oldSecret]).issue(about);
    const rotating = make([newSecret, oldSecret]);
    expect(await rotating.read(old)).toEqual(about);
    expect(await make([newSecret]).read(rotating.issue(about))).toEqual(about);
    await expect(make([newSecret]).read(old)).rejects.toMatchObject({ kind: 'invalid_token' });
  });

  it('of another installation is refused, even with the same secret', async () => {
    const make = (url: string) =>
      createAccessTokens({ secrets: [newSecret], publicUrl: url, now: Date.now });
    const theirs = make('https://other.example.com').issue(about);
    await expect(make(publicUrl).read(theirs)).rejects.toMatchObject({ kind: 'invalid_token' });
  });

  it('contains only ids and times', () => {
    const token = createAccessTokens({ secrets: [newSecret], publicUrl, now: Date.now }).issue(
      about,
    );
    const [, claims = ''] = token.split('.');
    expect(Object.keys(JSON.parse(Buffer.from(claims, 'base64url').toString())).toSorted()).toEqual(
      ['aud', 'exp', 'iat', 'iss', 'sid', 'sub'],
    );
    expect(token).not.toContain(newSecret);
  });
});

describe('authentication', () => {
  let app: TestApp;
  let member: SignedInUser;
  let clock = 0;
  beforeEach(async () => {
    clock = Date.now();
    app = await startApp(database, { now: () => clock });
    member = await signedInUser(app);
  });
  afterEach(() => {
    clock = 0;
  });

  it('refuses forged tokens: each of them at one call, and two at every protected call', async () => {
    const [secret = ''] = app.services.secrets;
    const now = Math.floor(clock / 1000);
    const forged = forgedTokens({ token: member.access_token, secret, now });
    expect(new Set(forged.map(([, token]) => token)).size).toBeGreaterThanOrEqual(60);
    expect(PROTECTED.length).toBeGreaterThanOrEqual(12);
    const me = { method: 'GET', path: '/v1/me' };
    const inTurn = PROTECTED.flatMap((call, n) =>
      [2 * n, 2 * n + 1].map((lie) => ({ call, lie: lie % forged.length })),
    );
    const asked = EVERY_LIE_EVERYWHERE
      ? PROTECTED.flatMap((call) => forged.map((_, lie) => ({ call, lie })))
      : [...forged.map((_, lie) => ({ call: me, lie })), ...inTurn];
    const accepted: string[] = [];
    for (const { call, lie } of asked) {
      const { method, path } = call;
      const [name, token] = forged[lie] ?? ['none', ''];
      const answer = await app.get(path, { method, ...bearer(token) });
      const code = await codeOf(answer);
      const isRefused = code === 'invalid_token' || code === 'token_expired';
      if (answer.status !== 401 || !isRefused) accepted.push(`${method} ${path}: ${name}`);
    }
    expect(accepted).toEqual([]);
    // The one that they were made from is good.
    expect((await app.get('/v1/me', member.as)).status).toBe(200);
  }, 120_000);

  it('closes the connection on a token of twenty kilobytes', async () => {
    const answer = await app.get('/v1/me', bearer('a'.repeat(20_000)));
    expect(answer.status).toBe(431);
  });

  it.each(['Basic', 'Token', 'Bearer:', 'Bearer,'])('refuses the scheme %s', async (scheme) => {
    const headers = { Authorization: `${scheme} ${member.access_token}` };
    expect((await app.get('/v1/me', { headers })).status).toBe(401);
  });

  it('reads the token from the Authorization header only', async () => {
    const { access_token } = member;
    for (const [path, headers] of [
      [`/v1/me?access_token=${access_token}`, {}],
      ['/v1/me', { Cookie: `access_token=${access_token}; refresh_token=${access_token}` }],
      ['/v1/me', { 'X-Access-Token': access_token }],
    ] as const) {
      expect((await app.get(path, { headers })).status).toBe(401);
    }
  });

  it('names the scheme in WWW-Authenticate', async () => {
    const answer = await app.get('/v1/me');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await codeOf(answer)).toBe('invalid_token');
  });

  it('accepts a token for fifteen minutes, plus a minute of clock skew', async () => {
    clock += 15 * MINUTE_MS;
    expect((await app.get('/v1/me', member.as)).status).toBe(200);
    clock += 61_000;
    const answer = await app.get('/v1/me', member.as);
    expect(answer.status).toBe(401);
    expect(await codeOf(answer)).toBe('token_expired');
  });

  it('refuses a token for another user’s session', async () => {
    const other = await signedInUser(app);
    const tokens = createAccessTokens({ ...app.services });
    const { sid } = JSON.parse(
      Buffer.from(other.access_token.split('.')[1] ?? '', 'base64url').toString(),
    );
    const mixed = tokens.issue({ user_id: member.id, session_id: sid });
    const answer = await app.get('/v1/me', bearer(mixed));
    expect(answer.status).toBe(401);
    expect(await codeOf(answer)).toBe('session_ended');
  });

  it('refuses a token of a deleted user, on every replica', async () => {
    const replica = await startApp(database);
    expect((await replica.get('/v1/me', member.as)).status).toBe(200);
    await database.knex('users').where({ id: member.id }).delete();
    for (const one of [app, replica]) {
      const answer = await one.get('/v1/me', member.as);
      expect(answer.status).toBe(401);
      expect(await codeOf(answer)).toBe('session_ended');
    }
  });

  it('refuses a token of an ended session, on every replica', async () => {
    const replica = await startApp(database);
    expect((await replica.get('/v1/me', member.as)).status).toBe(200);
    const signedOut = await app.post('/v1/auth/signout', {}, member.as);
    expect(signedOut.status).toBe(204);
    for (const one of [app, replica]) {
      expect(await codeOf(await one.get('/v1/me', member.as))).toBe('session_ended');
    }
  });

  it('needs one database query before a member’s own data is read', async () => {
    const statements = await statementsOf(database.knex, async () => {
      expect((await app.get('/v1/me', member.as)).status).toBe(200);
      expect((await app.get('/v1/auth/user', member.as)).status).toBe(200);
    });
    // With the session: the profile, with whether there is a station and a team. Then the user alone.
    expect(statements).toHaveLength(2 + 1);
  });
});
