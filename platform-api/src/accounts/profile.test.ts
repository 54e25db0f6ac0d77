import { describe, expect, it } from 'vitest';
import type { Profile } from '../../contract/accounts/calls.ts';
import type { Problem } from '../../contract/problem.ts';
import { testDatabase } from '../../test/database.ts';
import { signedInUser } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

const patch = (app: TestApp, as: { headers: object }, body: object): Promise<Response> =>
  app.post('/v1/me/profile', body, { method: 'PATCH', ...as, headers: { ...as.headers } });

/** A company as a form sends it, and the same emptied. */
const COMPANY = {
  company_name: 'Analytical Cafe',
  company_address: '12 St James’s Square',
  company_city: 'London',
  company_postal_code: 'SW1Y 4JH',
  company_website: 'https://cafe.example.com/',
  company_vat_number: 'GB123456789',
};

describe('a profile', () => {
  it('is created on first access when it is missing: named User, otherwise empty', async () => {
    const app = await startApp(database);
    const { id, email, as } = await signedInUser(app);
    for (const path of ['/v1/me/profile', '/v1/me']) {
      await knex('profiles').delete();
      const answer = await json<Profile & { profile?: Profile }>(await app.get(path, as));
      expect(answer.profile ?? answer).toMatchObject({
        user_id: id,
        email,
        first_name: 'User',
        last_name: '',
        phone_number: '',
        country: '',
        company_name: null,
        company_address: null,
        company_city: null,
        company_postal_code: null,
        company_website: null,
        company_vat_number: null,
        station_name_request: null,
        station_logo_url: null,
        voice_preference: 'male',
        radio_id_texts: [],
        jingle_files: [],
      });
    }
    expect(await knex('profiles')).toHaveLength(1);
  });

  it('is created once by parallel requests', async () => {
    const app = await startApp(database);
    const { as } = await signedInUser(app);
    await knex('profiles').delete();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.get('/v1/me/profile', as)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await knex('profiles')).toHaveLength(1);
  });

  it('has exactly the fields of the specification', async () => {
    const app = await startApp(database);
    const { as } = await signedInUser(app);
    const profile = await json<Profile>(await app.get('/v1/me/profile', as));
    const fields =
      'id user_id email first_name last_name phone_number country company_name company_address ' +
      'company_city company_postal_code company_website company_vat_number created_at ' +
      'station_name_request station_logo_url voice_preference radio_id_texts jingle_files ' +
      'radio_id_frequency announcement_frequency commercial_spots_per_break music_wishes ' +
      'industry hears_first setup_form_submitted setup_form_submitted_at';
    expect(Object.keys(profile).toSorted()).toEqual(fields.split(' ').toSorted());
  });

  it.each([
    ['https://radio.example.com/logo.png', 'https://radio.example.com/logo.png'],
    ['javascript:alert(1)', null],
    [' data:text/html,<script>alert(1)</script>', null],
    ['logo.png', null],
  ])('returns the URL of a logo only if it is http or https: %s', async (kept, told) => {
    const app = await startApp(database);
    const { as } = await signedInUser(app);
    await knex('profiles').update({ station_logo_url: kept });
    const profile = await json<Profile>(await app.get('/v1/me/profile', as));
    expect(profile.station_logo_url).toBe(told);
  });

  it('changes only the fields that are sent', async () => {
    const app = await startApp(database);
    const { as } = await signedInUser(app);
    const before = await knex('profiles').first();
    const answer = await patch(app, as, { first_name: '  Ada ', country: 'Malta', ...COMPANY });
    expect(answer.status).toBe(200);
    const changed = { first_name: 'Ada', country: 'Malta', ...COMPANY };
    expect(await json(answer)).toMatchObject(changed);
    const after = await knex('profiles').first();
    expect({ ...after, updated_at: null }).toEqual({ ...before, ...changed, updated_at: null });
  });

  it('stays the same when no field is sent', async () => {
    const app = await startApp(database);
    const { as } = await signedInUser(app);
    const before = await knex('profiles').first();
    expect((await patch(app, as, {})).status).toBe(200);
    expect(await knex('profiles').first()).toEqual(before);
  });

  it.each(['', null])('clears each company field sent as %j', async (nothing) => {
    const app = await startApp(database);
    const { as } = await signedInUser(app);
    await patch(app, as, COMPANY);
    for (const field of Object.keys(COMPANY)) {
      const answer = await patch(app, as, { [field]: nothing });
      expect([field, answer.status]).toEqual([field, 200]);
      expect((await json<Record<string, unknown>>(answer))[field]).toBeNull();
    }
  });

  it('names each invalid field, and changes nothing', async () => {
    const app = await startApp(database);
    const { as } = await signedInUser(app);
    const before = await knex('profiles').first();
    for (const [field, value] of [
      ['first_name', ''],
      ['first_name', null],
      ['last_name', '   '],
      ['country', ''],
      ['country', 'Atlantis'],
      ['country', 'DE'],
      ['phone_number', null],
      ['company_website', 'javascript:alert(1)'],
      ['company_website', 'cafe.example.com'],
      ['company_name', 'x'.repeat(201)],
      ['company_name', { a: 1 }],
      ['last_name', '\ud800'],
    ] as const) {
      const answer = await patch(app, as, { [field]: value });
      expect([field, value, answer.status]).toEqual([field, value, 422]);
      const { code, errors } = await json<Problem>(answer);
      expect(code).toBe('validation_failed');
      expect(errors?.map((fault) => fault.field)).toEqual([field]);
    }
    expect(await knex('profiles').first()).toEqual(before);
  });

  it('never changes its owner, address, role, or fields of other forms', async () => {
    const app = await startApp(database);
    const stranger = await signedInUser(app);
    const { as } = await signedInUser(app);
    const snapshot = async () => ({
      users: await knex('users').orderBy('id'),
      profiles: await knex('profiles').orderBy('id'),
      roles: await knex('user_roles').orderBy('user_id'),
    });
    const before = await snapshot();
    const columns: string[] = await knex('information_schema.columns')
      .where('table_schema', 'public')
      .whereIn('table_name', ['users', 'profiles', 'user_roles', 'radio_stations'])
      .pluck('column_name');
    const fields = new Set([
      'first_name',
      'last_name',
      'phone_number',
      'country',
      ...Object.keys(COMPANY),
    ]);
    const others = [...new Set(columns.filter((column) => !fields.has(column)))];
    expect(others).toEqual(
      expect.arrayContaining(['user_id', 'email', 'role', 'created_at', 'setup_form_submitted']),
    );
    for (const field of others) {
      const answer = await patch(app, as, { first_name: 'Eve', [field]: stranger.id });
      expect([field, answer.status]).toEqual([field, 422]);
      const { errors } = await json<Problem>(answer);
      expect(errors).toMatchObject([{ field, code: 'unknown_field' }]);
    }
    expect(await snapshot()).toEqual(before);
  });
});
