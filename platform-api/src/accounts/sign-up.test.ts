import { describe, expect, it } from 'vitest';
import type { Session } from '../../contract/accounts/auth.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import type { Problem } from '../../contract/problem.ts';
import { testDatabase } from '../../test/database.ts';
import { bearer, buildUser } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

const ADA = {
  email: 'ada@example.com',
  password: 'a long walk by the sea',
  first_name: 'Ada',
  last_name: 'Byron',
  phone_number: '+44 20 7946 0000',
  country: 'United Kingdom',
};
const COMPANY = {
  company_name: 'Analytical Cafe',
  company_address: '12 St James’s Square',
  company_city: 'London',
  company_postal_code: 'SW1Y 4JH',
  company_website: 'https://cafe.example.com',
  company_vat_number: 'GB123456789',
};
const NO_COMPANY = {
  company_name: null,
  company_address: null,
  company_city: null,
  company_postal_code: null,
  company_website: null,
  company_vat_number: null,
};

const signUp = (app: TestApp, body: object): Promise<Response> => app.post('/v1/auth/signup', body);

async function refusal(answer: Response): Promise<Partial<Problem> & { fields: string[] }> {
  const problem = await json<Problem>(answer);
  return { ...problem, fields: (problem.errors ?? []).map(({ field }) => field) };
}

const queuedJobs = async (): Promise<number> =>
  (await knex('graphile_worker._private_jobs').select('id')).length;

describe('signing up', () => {
  it('with an email address creates user, role and profile, and signs in', async () => {
    const app = await startApp(database);
    const answer = await signUp(app, { ...ADA, ...COMPANY });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const session = await json<Required<Session>>(answer);
    expect(session.user).toMatchObject({
      email: 'ada@example.com',
      phone: null,
      new_email: null,
      email_confirmed_at: null,
    });
    const me = await json<object>(await app.get('/v1/me', bearer(session.access_token)));
    const { email, first_name, last_name, phone_number, country } = ADA;
    expect(me).toMatchObject({
      user: session.user,
      role: 'user',
      profile: {
        user_id: session.user.id,
        email,
        first_name,
        last_name,
        phone_number,
        country,
        ...COMPANY,
        voice_preference: 'male',
        radio_id_frequency: 10,
        setup_form_submitted: false,
        setup_form_submitted_at: null,
      },
    });
    expect(await knex('user_roles')).toEqual([{ user_id: session.user.id, role: 'user' }]);
    expect(await queuedJobs()).toBe(1);
  });

  it('keeps the kind of place, which the setup form then proposes', async () => {
    const app = await startApp(database);
    const answer = await signUp(app, { ...ADA, industry: 'cafe' });
    const { access_token } = await json<Session>(answer);
    const { profile } = await json<{ profile: object }>(
      await app.get('/v1/me', bearer(access_token)),
    );
    expect(profile).toMatchObject({ industry: 'cafe', setup_form_submitted: false });
    expect((await signUp(app, { ...ADA, industry: 'ship' })).status).toBe(422);
  });

  it('with a phone number alone makes it the login once it is confirmed', async () => {
    const app = await startApp(database);
    const { email: _, ...byPhone } = ADA;
    const answer = await signUp(app, byPhone);
    expect(answer.status).toBe(201);
    const { user, access_token } = await json<Required<Session>>(answer);
    expect(user).toMatchObject({ email: null, phone: '+442079460000', phone_confirmed_at: null });
    const me = await json<object>(await app.get('/v1/me', bearer(access_token)));
    expect(me).toMatchObject({ profile: { email: '', phone_number: ADA.phone_number } });
    const login = { grant_type: 'password', phone: '+44 (20) 7946-0000' };
    const signIn = () => app.post('/v1/auth/token', { ...login, password: ADA.password });
    expect((await signIn()).status).toBe(401);
    await knex('users').update({ phone_confirmed_at: knex.fn.now() });
    expect((await signIn()).status).toBe(200);
  });

  it('with both does not make the phone number a login', async () => {
    const app = await startApp(database);
    await signUp(app, ADA);
    expect(await knex('users').pluck('phone')).toEqual([null]);
  });

  it('ignores optional fields that are missing or empty', async () => {
    const app = await startApp(database);
    const { company_website: _, ...lines } = COMPANY;
    const empty = Object.fromEntries(Object.keys(lines).map((field) => [field, '']));
    for (const [email, company] of [
      ['absent@example.com', {}],
      ['empty@example.com', empty],
    ] as const) {
      const answer = await signUp(app, { ...ADA, email, ...company });
      expect(answer.status).toBe(201);
      const { access_token } = await json<Session>(answer);
      const profile = await json(await app.get('/v1/me/profile', bearer(access_token)));
      expect(profile).toMatchObject(NO_COMPANY);
      const { user_metadata } = await knex('users').where({ email }).first('user_metadata');
      const { password: _password, email: _email, ...told } = ADA;
      expect(user_metadata).toEqual(told);
    }
  });

  it('returns missing_credentials without a login or a password', async () => {
    const app = await startApp(database);
    for (const without of [
      { email: undefined, phone_number: undefined },
      { email: '', phone_number: '' },
      { password: undefined },
      { password: '' },
      { password: null },
    ]) {
      const answer = await signUp(app, { ...ADA, ...without });
      expect(answer.status).toBe(400);
      expect(await refusal(answer)).toMatchObject({
        code: 'missing_credentials',
        detail: 'You must provide either an email or phone number and a password',
      });
    }
  });

  it('names each missing or invalid field', async () => {
    const app = await startApp(database);
    for (const [field, value] of [
      ['first_name', undefined],
      ['last_name', undefined],
      ['country', undefined],
      ['first_name', ''],
      ['last_name', '   '],
      ['country', null],
      ['country', 'Atlantis'],
      ['first_name', 7],
      ['first_name', 'x'.repeat(201)],
      ['email', 'not an address'],
      ['email', 'two@example.com,three@example.com'],
      ['email', `${'x'.repeat(250)}@example.com`],
      ['email', 'ada\r\nBcc: all@example.com'],
      ['company_website', 'cafe.example.com'],
      ['company_website', 'javascript:alert(1)'],
      ['company_name', ['Cafe']],
      ['password', 'x'.repeat(1025)],
      ['session', 'header'],
      ['first_name', 'A\u0000da'],
    ] as const) {
      const answer = await signUp(app, { ...ADA, [field]: value });
      expect([field, value, answer.status]).toEqual([field, value, 422]);
      expect(await refusal(answer)).toMatchObject({ code: 'validation_failed', fields: [field] });
    }
    expect(await knex('users')).toEqual([]);
  });

  it('needs a country code when the phone number is the login', async () => {
    const app = await startApp(database);
    const { email: _, ...byPhone } = ADA;
    for (const phone_number of ['020 7946 0000', 'call me', '+0 1234567']) {
      const answer = await signUp(app, { ...byPhone, phone_number });
      expect(answer.status).toBe(422);
      expect((await refusal(answer)).fields).toEqual(['phone_number']);
    }
    expect((await signUp(app, { ...ADA, phone_number: '020 7946 0000' })).status).toBe(201);
  });

  it('refuses fields that are not in the form, and never creates an admin', async () => {
    const app = await startApp(database);
    const columns: string[] = await knex('information_schema.columns')
      .where('table_schema', 'public')
      .whereIn('table_name', ['users', 'profiles', 'user_roles', 'sessions', 'api_keys'])
      .pluck('column_name');
    const fields = new Set([...Object.keys(ADA), ...Object.keys(COMPANY), 'industry']);
    const strange = [
      ...new Set(columns.filter((column) => !fields.has(column))),
      'is_admin',
      'admin',
      'roles',
      'user',
      'metadata',
      'data',
      'constructor',
      'toString',
    ];
    expect(strange).toEqual(expect.arrayContaining(['role', 'user_id', 'created_at', 'id']));
    for (const field of strange) {
      for (const value of ['admin', true, null]) {
        const answer = await signUp(app, { ...ADA, [field]: value });
        expect([field, answer.status]).toEqual([field, 422]);
        const { code, errors } = await refusal(answer);
        expect(code).toBe('validation_failed');
        expect(errors).toMatchObject([{ field, code: 'unknown_field' }]);
      }
    }
    expect(await knex('users')).toEqual([]);
    expect((await signUp(app, ADA)).status).toBe(201);
    expect(await knex('user_roles').pluck('role')).toEqual(['user']);
  });

  it.each([
    ['same address', ADA],
    ['same address in other letters', { ...ADA, email: ' ADA@Example.COM ' }],
  ])('is refused for the %s', async (_, again) => {
    const app = await startApp(database);
    await signUp(app, ADA);
    const answer = await signUp(app, again);
    expect(answer.status).toBe(422);
    expect((await refusal(answer)).code).toBe('user_already_exists');
    expect(await knex('users')).toHaveLength(1);
    expect(await knex('sessions')).toHaveLength(1);
  });

  it('refuses a phone number that is a login already, in any format', async () => {
    const app = await startApp(database);
    await buildUser(knex, { phone: '+442079460000' });
    const { email: _, ...byPhone } = ADA;
    const answer = await signUp(app, { ...byPhone, phone_number: '+44 (20) 7946-0000' });
    expect((await refusal(answer)).code).toBe('user_already_exists');
  });

  it('creates one account from parallel requests', async () => {
    const app = await startApp(database);
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp(app, ADA)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 19 }, () => 422)]);
    expect(await knex('users')).toHaveLength(1);
    expect(await queuedJobs()).toBe(1);
  });

  it('refuses a password that is short, long, common, or the user’s own name', async () => {
    const app = await startApp(database);
    const tooLong = 'ab cd ef '.repeat(15).slice(0, 129);
    for (const password of ['k3#vLq9', tooLong, 'Password123', ADA.email, 'Byron2026']) {
      const answer = await signUp(app, { ...ADA, password });
      expect([password, answer.status]).toEqual([password, 422]);
      expect((await refusal(answer)).code).toBe('weak_password');
    }
    expect(await knex('users')).toEqual([]);
  });

  it('is told beforehand whether a password is good enough', async () => {
    const app = await startApp(database);
    const check = async (password: string) =>
      json<{ is_good: boolean }>(await app.post('/v1/auth/password-check', { password }));
    expect(await check('a long walk by the sea')).toEqual({ is_good: true });
    for (const weak of ['short', 'sunshine1', 'aaaaaaaaaa', 'webradio!']) {
      expect([weak, await check(weak)]).toEqual([weak, { is_good: false }]);
    }
  });

  it('uses the whole password: one with the same 72 bytes does not sign in', async () => {
    const app = await startApp(database);
    const beginning = 'seventy-two bytes of the same words '.repeat(2);
    expect(beginning).toHaveLength(72);
    await signUp(app, { ...ADA, password: `${beginning}and one end` });
    const signIn = (password: string) =>
      app.post('/v1/auth/token', { grant_type: 'password', email: ADA.email, password });
    expect((await signIn(`${beginning}and one end`)).status).toBe(200);
    expect((await signIn(`${beginning}and other end`)).status).toBe(401);
    expect((await signIn(beginning)).status).toBe(401);
  });

  it('is rolled back as a whole', async () => {
    const app = await startApp(database);
    await knex.raw(`create function fail() returns trigger language plpgsql
      as $$ begin raise exception 'no more room'; end $$`);
    // The last thing that is written of a new account.
    await knex.raw(`create trigger fail before insert on refresh_tokens execute function fail()`);
    try {
      const answer = await signUp(app, ADA);
      expect(answer.status).toBe(500);
      expect(await refusal(answer)).toMatchObject({ code: 'internal_error' });
    } finally {
      await knex.raw('drop function fail cascade');
    }
    for (const table of ['users', 'user_roles', 'profiles', 'sessions', 'one_time_codes']) {
      expect([table, await knex(table)]).toEqual([table, []]);
    }
    expect(await queuedJobs()).toBe(0);
    expect((await signUp(app, ADA)).status).toBe(201);
  });

  it('is limited to ten an hour per address, and there to three per email address', async () => {
    const limits = { eventStreams: 100, rates: RATE_LIMITS };
    const app = await startApp(database, { limits, trustProxy: 1 });
    const from = (address: string, email: string) =>
      app.post(
        '/v1/auth/signup',
        { ...ADA, email },
        { headers: { 'X-Forwarded-For': `9.9.9.9, ${address}` } },
      );
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) {
      statuses.push((await from('203.0.113.1', `member${at}@example.com`)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429]);
    const other: number[] = [];
    for (let at = 0; at < 4; at += 1) {
      other.push((await from('203.0.113.2', 'same@example.com')).status);
    }
    expect(other).toEqual([201, 422, 422, 429]);
    expect((await from('203.0.113.3', 'same@example.com')).status).toBe(422);
  });
});

describe('a lost profile', () => {
  it('is made again from the sign-up data', async () => {
    const app = await startApp(database);
    const { access_token } = await json<Session>(await signUp(app, { ...ADA, ...COMPANY }));
    const before = await json<object>(await app.get('/v1/me/profile', bearer(access_token)));
    await knex('profiles').delete();
    const { email: _, password: _password, ...told } = ADA;
    const after = await json<object>(await app.get('/v1/me/profile', bearer(access_token)));
    expect(after).toMatchObject({ ...told, ...COMPANY, email: ADA.email });
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(await knex('profiles')).toHaveLength(1);
  });
});
