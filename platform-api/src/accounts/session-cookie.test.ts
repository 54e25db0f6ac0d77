import { describe, expect, it } from 'vitest';
import type { Session } from '../../contract/accounts/auth.ts';
import type { Problem } from '../../contract/problem.ts';
import { testDatabase } from '../../test/database.ts';
import { buildUser, PASSWORD } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const HTTPS = 'https://radio.example.com';

async function signIn(app: TestApp, own: Record<string, string>): Promise<Response> {
  const { email } = await buildUser(database.knex);
  const body = { grant_type: 'password', email, password: PASSWORD, session: 'cookie' };
  return app.post('/v1/auth/token', body, { headers: own });
}

/** The cookie of an answer as a browser sends it back. */
const cookieOf = (answer: Response): string =>
  answer.headers.get('Set-Cookie')?.split(';')[0] ?? '';

describe('the session of our own pages', () => {
  it('is in a cookie that scripts cannot read and other sites cannot send', async () => {
    const app = await startApp(database, { publicUrl: HTTPS });
    const answer = await signIn(app, { Origin: HTTPS });
    expect(answer.status).toBe(200);
    const session = await json<Session>(answer);
    expect(session).not.toHaveProperty('refresh_token');
    expect(session.access_token).toMatch(/^ey/);
    const [cookie = '', ...attributes] = (answer.headers.get('Set-Cookie') ?? '').split('; ');
    expect(cookie).toMatch(/^__Host-refresh_token=shr_[\w-]{43}$/);
    const expected = ['path=/', 'samesite=strict', 'secure', 'httponly'];
    const lower = attributes.map((attribute) => attribute.toLowerCase());
    expect(lower).toEqual(expect.arrayContaining(expected));
    expect(lower.some((attribute) => attribute.startsWith('domain'))).toBe(false);
    const expires = Date.parse(lower.find((one) => one.startsWith('expires='))?.slice(8) ?? '');
    expect((expires - Date.now()) / 86_400_000).toBeCloseTo(30, 1);
  });

  it('has a name without prefix on http', async () => {
    const app = await startApp(database);
    const answer = await signIn(app, { 'Sec-Fetch-Site': 'same-origin' });
    expect(cookieOf(answer)).toMatch(/^refresh_token=shr_/);
    expect(answer.headers.get('Set-Cookie')?.toLowerCase()).not.toContain('secure');
    expect(answer.headers.get('Set-Cookie')?.toLowerCase()).toContain('httponly');
  });

  it('starts in the cookie at sign-up too', async () => {
    const app = await startApp(database, { publicUrl: HTTPS });
    const body = {
      email: 'ada@example.com',
      password: PASSWORD,
      first_name: 'Ada',
      last_name: 'Byron',
      country: 'United Kingdom',
      session: 'cookie',
    };
    const answer = await app.post('/v1/auth/signup', body, { headers: { Origin: HTTPS } });
    expect(answer.status).toBe(201);
    expect(await json(answer)).not.toHaveProperty('refresh_token');
    expect(cookieOf(answer)).toMatch(/^__Host-refresh_token=shr_/);
  });

  it('is refreshed from the cookie into the cookie', async () => {
    const app = await startApp(database, { publicUrl: HTTPS });
    const cookie = cookieOf(await signIn(app, { Origin: HTTPS }));
    const headers = { Origin: HTTPS, Cookie: cookie };
    const answer = await app.post('/v1/auth/token', { grant_type: 'refresh_token' }, { headers });
    expect(answer.status).toBe(200);
    expect(await json(answer)).not.toHaveProperty('refresh_token');
    expect(cookieOf(answer)).toMatch(/^__Host-refresh_token=shr_/);
    expect(cookieOf(answer)).not.toBe(cookie);
  });

  it('cannot be started or used by another site’s page', async () => {
    const app = await startApp(database, { publicUrl: HTTPS });
    const cookie = cookieOf(await signIn(app, { Origin: HTTPS }));
    const pages: Record<string, string>[] = [
      { Origin: 'https://evil.test' },
      { Origin: 'https://blue.radio.example.com', 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
      {},
    ];
    for (const foreign of pages) {
      const headers = { ...foreign, Cookie: cookie };
      for (const answer of [
        await app.post('/v1/auth/token', { grant_type: 'refresh_token' }, { headers }),
        await app.post('/v1/auth/signout', {}, { headers }),
        await signIn(app, foreign),
      ]) {
        expect(answer.status).toBe(403);
        expect((await json<Problem>(answer)).code).toBe('csrf_rejected');
        expect(answer.headers.get('Set-Cookie')).toBeNull();
      }
    }
    const headers = { Origin: HTTPS, Cookie: cookie };
    const answer = await app.post('/v1/auth/token', { grant_type: 'refresh_token' }, { headers });
    expect(answer.status).toBe(200);
  });

  it('is missing without cookie and token', async () => {
    const app = await startApp(database, { publicUrl: HTTPS });
    for (const Cookie of [
      '',
      '__Host-refresh_token=',
      'refresh_token=shr_x',
      '__Host-refresh_token=x',
    ]) {
      const headers = { Origin: HTTPS, ...(Cookie && { Cookie }) };
      const answer = await app.post('/v1/auth/token', { grant_type: 'refresh_token' }, { headers });
      expect(answer.status).toBe(401);
      expect((await json<Problem>(answer)).code).toBe('invalid_token');
    }
  });

  it('ends with its cookie at sign-out', async () => {
    const app = await startApp(database, { publicUrl: HTTPS });
    const cookie = cookieOf(await signIn(app, { Origin: HTTPS }));
    const headers = { Origin: HTTPS, Cookie: cookie };
    const answer = await app.post('/v1/auth/signout', {}, { headers });
    expect(answer.status).toBe(204);
    const cleared = answer.headers.get('Set-Cookie') ?? '';
    expect(cleared).toMatch(/^__Host-refresh_token=; /);
    expect(cleared.toLowerCase()).toContain('expires=thu, 01 jan 1970');
    // Without the same attributes a browser keeps the old one.
    expect(cleared.toLowerCase()).toContain('path=/');
    expect(cleared.toLowerCase()).toContain('secure');
    expect(await database.knex('sessions')).toHaveLength(0);
    const again = await app.post('/v1/auth/token', { grant_type: 'refresh_token' }, { headers });
    expect(again.status).toBe(401);
  });
});
