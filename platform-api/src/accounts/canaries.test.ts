import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import { testDatabase } from '../../test/database.ts';
import { bearer, PASSWORD, signedInUser, signInAgain } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

/** Every field of every body, each with a secret of its own. */
const SECRET_FIELDS = [
  'password',
  'current_password',
  'new_password',
  'refresh_token',
  'token',
  'code',
  'key',
  'email',
  'phone',
  'phone_number',
  'first_name',
  'last_name',
  'country',
  'name',
  'scopes',
  'company_name',
  'company_address',
  'company_city',
  'company_postal_code',
  'company_website',
  'company_vat_number',
  'grant_type',
  'type',
  'scope',
  'session',
  'user_id',
  'role',
];
const SECRET_HEADERS = ['Authorization', 'Cookie', 'Referer', 'User-Agent', 'X-Forwarded-For'];
const SECRET_PARAMETERS = ['token', 'code', 'access_token', 'refresh_token', 'password', 'key'];

const fields = Object.fromEntries(SECRET_FIELDS.map((name) => [name, `canary-body-${name}`]));
const headers = {
  Authorization: 'Bearer canary-header-authorization',
  Cookie: 'refresh_token=canary-header-cookie; __Host-refresh_token=canary-header-host',
  Referer: 'https://example.com/?canary-header-referer',
  'User-Agent': 'canary-header-agent',
  'X-Forwarded-For': 'canary-header-forwarded',
  Origin: 'http://radio.example.com',
};
const query = SECRET_PARAMETERS.map((name) => `${name}=canary-query-${name}`).join('&');

/** Bodies of all answers from 400 on as one text, and the locations of redirects. */
class Refusals {
  #texts: string[] = [];
  count = 0;
  async add(answer: Response): Promise<void> {
    this.#texts.push(answer.headers.get('Location') ?? '');
    const text = await answer.text();
    if (answer.status < 400) return;
    this.count += 1;
    this.#texts.push(text, JSON.stringify([...answer.headers]));
  }
  get text(): string {
    return this.#texts.join('\n');
  }
}

/** Sends to every call of the API: the fields one by one and together, the headers, the parameters. */
async function askEverywhere(app: TestApp, as: RequestInit, refusals: Refusals): Promise<void> {
  const bodies = [
    fields,
    { ...fields, password: 1 },
    ...SECRET_FIELDS.map((name) => ({ [name]: fields[name] })),
  ];
  for (const { method, path, content_type } of CALLS) {
    if (content_type === 'text/event-stream') continue;
    const address = path.replaceAll(/\{\w+\}/g, 'absent');
    const init = { method: method.toUpperCase() };
    await refusals.add(await app.get(`${address}?${query}`, { ...init, headers }));
    if (method === 'get' || method === 'delete') continue;
    for (const body of bodies) {
      await refusals.add(await app.post(address, body, { ...init, ...as }));
    }
    const broken = `{"password": "canary-broken-json", "email": `;
    await refusals.add(await app.post(address, broken, { ...init, ...as }));
  }
}

describe('secrets in requests', () => {
  it('appear in no log and no refusal of any call', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const refusals = new Refusals();
    await askEverywhere(app, member.as, refusals);
    expect(SECRET_FIELDS.length + SECRET_HEADERS.length + SECRET_PARAMETERS.length + 2).toBe(40);
    expect(refusals.count).toBeGreaterThan(100);
    expect(app.logged()).not.toContain('canary');
    expect(refusals.text).not.toContain('canary');
  }, 60_000);

  it('appear in no log when they are valid: passwords, tokens, keys, cookies, addresses', async () => {
    const app = await startApp(database);
    const email = 'canary-ada@example.com';
    const password = 'canary password of a good length';
    const own = { headers: { Origin: 'http://radio.example.com' } };
    const secrets = [email, password, PASSWORD];
    const refusals = new Refusals();
    const account = {
      email,
      password,
      first_name: 'canary-first',
      last_name: 'canary-last',
      phone_number: '+44 20 7946 0999',
      country: 'Malta',
    };
    const made = await json<{ access_token: string; refresh_token: string }>(
      await app.post('/v1/auth/signup', account),
    );
    const as = bearer(made.access_token);
    await refusals.add(await app.post('/v1/auth/signup', account));
    const refresh = { grant_type: 'refresh_token', refresh_token: made.refresh_token };
    const next = await json<{ access_token: string; refresh_token: string }>(
      await app.post('/v1/auth/token', refresh),
    );
    const cookie = await app.post(
      '/v1/auth/token',
      { grant_type: 'password', email, password, session: 'cookie' },
      own,
    );
    const kept = cookie.headers.get('Set-Cookie')?.split(';')[0]?.split('=')[1] ?? '';
    await app.post(
      '/v1/auth/token',
      { grant_type: 'refresh_token' },
      { headers: { ...own.headers, Cookie: `refresh_token=${kept}` } },
    );
    const proven = await app.post('/v1/auth/step-up', { password }, as);
    const { step_up_token } = await json<{ step_up_token: string }>(proven);
    const key = await json<{ key: string }>(
      await app.post(
        '/v1/me/api-keys',
        { name: 'canary-key', scopes: ['read'] },
        { headers: { ...as.headers, 'Step-Up': step_up_token } },
      ),
    );
    secrets.push(step_up_token);
    await app.get('/v1/me', bearer(key.key));
    await refusals.add(await app.post('/v1/me/api-keys', {}, bearer(key.key)));
    for (const path of ['otp', 'recover']) await app.post(`/v1/auth/${path}`, { email });
    // Every job that these have left is done and logs, too.
    const jobs = await knex('graphile_worker._private_jobs as job')
      .join('graphile_worker._private_tasks as task', 'task.id', 'job.task_id')
      .select('job.payload', 'task.identifier');
    for (const { identifier, payload } of jobs) {
      const task = app.tasks.find(({ name }) => name === identifier);
      await task?.run(payload, {
        id: randomUUID(),
        attempt: 1,
        signal: new AbortController().signal,
      });
    }
    expect(app.sent.mails.length).toBeGreaterThan(0);
    for (const { text } of app.sent.mails) {
      secrets.push(...(text.match(/\b\d{6}\b|(?<=token=)[\w-]+/g) ?? []));
    }
    // The session dies of its old token: that is logged, the token is not.
    await knex('refresh_tokens').update({ used_at: knex.raw("used_at - interval '1 minute'") });
    await refusals.add(await app.post('/v1/auth/token', refresh));
    secrets.push(made.access_token, made.refresh_token, next.access_token, next.refresh_token);
    secrets.push(kept, key.key);
    expect(secrets.every((secret) => secret.length >= 6)).toBe(true);
    for (const secret of secrets) {
      expect(app.logged()).not.toContain(secret);
      expect(refusals.text).not.toContain(secret);
    }
    expect(app.logged()).not.toContain('canary');
  });

  it('appear in no log when the database refuses a statement with them', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const other = await signInAgain(app, member);
    const secrets = [member.email, member.refresh_token, PASSWORD, 'canary'];
    const refusals = new Refusals();
    for (const table of ['profiles', 'sessions', 'users', 'one_time_codes', 'api_keys']) {
      await knex.raw('alter table ?? rename to hidden', [table]);
      try {
        await refusals.add(await app.get('/v1/me', member.as));
        await refusals.add(await app.get('/v1/me', bearer('shk_canary-key')));
        const { email } = member;
        for (const [path, body] of [
          ['token', { grant_type: 'password', email, password: PASSWORD }],
          ['token', { grant_type: 'refresh_token', refresh_token: other.refresh_token }],
          ['signup', { email: 'canary@example.com', password: 'canary of a good length' }],
          ['verify', { type: 'otp', email, code: '123456' }],
          ['recover', { email }],
        ] as const) {
          const names =
            path === 'signup' ? { first_name: 'A', last_name: 'B', country: 'Malta' } : {};
          await refusals.add(await app.post(`/v1/auth/${path}`, { ...body, ...names }));
        }
      } finally {
        await knex.raw('alter table hidden rename to ??', [table]);
      }
    }
    expect(app.logged()).toContain('unexpected error');
    const hashes = await knex('refresh_tokens').pluck<Buffer[]>('token_hash');
    for (const secret of [...secrets, ...hashes.map((hash) => hash.toString('hex'))]) {
      expect([secret, app.logged().includes(secret)]).toEqual([secret, false]);
      expect([secret, refusals.text.includes(secret)]).toEqual([secret, false]);
    }
  });
});
