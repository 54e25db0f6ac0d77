import { describe, expect, it } from 'vitest';
import { signUp, verifyCode } from '../../contract/accounts/auth.ts';
import type { Problem } from '../../contract/problem.ts';
import { testDatabase } from '../../test/database.ts';
import { buildUser, PASSWORD } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const OWN = 'https://radio.example.com';

/** The headers with which a browser identifies the requesting page. */
type Asker = [who: string, said: Record<string, string>];

const OURS: Asker[] = [
  ['our page', { Origin: OWN, 'Sec-Fetch-Site': 'same-origin' }],
  ['our page in an older browser', { Origin: OWN }],
  ['our page under another name of the host', { 'Sec-Fetch-Site': 'same-origin' }],
];

const FOREIGN: Asker[] = [
  ['another site', { Origin: 'https://evil.test', 'Sec-Fetch-Site': 'cross-site' }],
  ['another site in an older browser', { Origin: 'https://evil.test' }],
  [
    'a station on a sub-domain',
    { Origin: 'https://blue.radio.example.com', 'Sec-Fetch-Site': 'same-site' },
  ],
  [
    'a sister on the same domain',
    { Origin: 'https://blue.example.com', 'Sec-Fetch-Site': 'same-site' },
  ],
  [
    'our name without encryption',
    { Origin: 'http://radio.example.com', 'Sec-Fetch-Site': 'same-site' },
  ],
  ['our name on another port', { Origin: `${OWN}:8443`, 'Sec-Fetch-Site': 'same-site' }],
  ['a name that ends like ours', { Origin: 'https://evil-radio.example.com' }],
  ['a name that begins like ours', { Origin: `${OWN}.evil.test` }],
  ['our name in capitals', { Origin: 'https://RADIO.example.com' }],
  ['a sandboxed frame', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
  ['a bookmark', { 'Sec-Fetch-Site': 'none' }],
  ['a client without these headers', {}],
  ['a list of origins', { Origin: `${OWN}, https://evil.test` }],
];

const FORM_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=a',
];

/** A member's cookie, which the browser adds to every request. */
async function cookieOf(app: TestApp): Promise<{ email: string; Cookie: string }> {
  const { email } = await buildUser(database.knex);
  const body = { grant_type: 'password', email, password: PASSWORD, session: 'cookie' };
  const answer = await app.post('/v1/auth/token', body, { headers: { Origin: OWN } });
  return { email, Cookie: answer.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

/** All calls that use or create a session cookie. */
const USES: [path: string, body: object][] = [
  ['/v1/auth/token', { grant_type: 'refresh_token' }],
  ['/v1/auth/signout', { scope: 'global' }],
  [
    '/v1/auth/token',
    { grant_type: 'password', email: 'member@example.com', password: PASSWORD, session: 'cookie' },
  ],
  ['/v1/auth/signup', { ...signUp.body_examples['with an email address'], session: 'cookie' }],
  ['/v1/auth/verify', { ...verifyCode.body_examples['by code'], session: 'cookie' }],
];

describe('a session in a cookie', () => {
  it.each(FOREIGN)('is refused from %s', async (_, said) => {
    const app = await startApp(database, { publicUrl: OWN });
    const { Cookie } = await cookieOf(app);
    for (const [path, body] of USES) {
      const answer = await app.post(path, body, { headers: { ...said, Cookie } });
      expect([path, answer.status]).toEqual([path, 403]);
      expect((await json<Problem>(answer)).code).toBe('csrf_rejected');
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    // No session was refreshed or ended, and no user signed up.
    expect(await database.knex('sessions')).toHaveLength(1);
    expect(await database.knex('refresh_tokens').whereNotNull('used_at')).toHaveLength(0);
    expect(await database.knex('users')).toHaveLength(1);
  });

  it.each(OURS)('is accepted from %s', async (_, said) => {
    const app = await startApp(database, { publicUrl: OWN });
    const { Cookie } = await cookieOf(app);
    const headers = { ...said, Cookie };
    const refreshed = await app.post(
      '/v1/auth/token',
      { grant_type: 'refresh_token' },
      { headers },
    );
    expect(refreshed.status).toBe(200);
    const out = await app.post('/v1/auth/signout', {}, { headers });
    expect(out.status).toBe(204);
    expect(await database.knex('sessions')).toHaveLength(0);
  });

  it('is never used by requests that an HTML form can send', async () => {
    const app = await startApp(database, { publicUrl: OWN });
    const { Cookie } = await cookieOf(app);
    for (const [, said] of [...OURS, ...FOREIGN]) {
      for (const type of FORM_TYPES) {
        for (const body of ['', '{}', '{"scope":"global","a":"="}']) {
          const headers = { ...said, Cookie, 'Content-Type': type };
          const answer = await app.get('/v1/auth/signout', { method: 'POST', body, headers });
          expect([body, answer.status]).toEqual([body, body === '' ? 403 : 415]);
        }
      }
      const bare = await app.get('/v1/auth/signout', { headers: { ...said, Cookie } });
      expect(bare.status).toBe(405);
    }
    expect(await database.knex('sessions')).toHaveLength(1);
  });

  it('is ignored if the token is in the header', async () => {
    const app = await startApp(database, { publicUrl: OWN });
    const { Cookie } = await cookieOf(app);
    for (const path of ['/v1/me', '/v1/auth/user', '/v1/auth/sessions']) {
      const answer = await app.get(path, { headers: { Cookie, Origin: OWN } });
      expect((await json<Problem>(answer)).code).toBe('invalid_token');
    }
  });
});
