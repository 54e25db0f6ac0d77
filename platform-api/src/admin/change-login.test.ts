import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { customerAsAdmin, openAdminArea } from '../../test/admin-area.ts';
import {
  buildUser,
  madeApiKey,
  PASSWORD,
  signedInUser,
  signInAgain,
  steppedUp,
} from '../../test/factories.ts';
import { linkIn, startMailInbox } from '../../test/mail-inbox.ts';
import { json } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;
const NEW = 'ada@new.example.com';

describe('a customer’s email address changed by an admin', () => {
  it('changes login and profile, and counts as unconfirmed', async () => {
    const { app, member, change, rows, audited } = await openAdminArea(database);
    const { email } = member;
    await knex('users')
      .where({ id: member.id })
      .update({ email_confirmed_at: new Date(), new_email: 'elsewhere@example.com' });
    const { status, body } = await change({ profile: { email: 'ADA@new.example.com' } });
    expect(status).toBe(200);
    const moved = { email: NEW, new_email: null, email_confirmed_at: null };
    expect(body).toMatchObject({ user: moved, profile: { email: NEW } });
    expect(await rows()).toMatchObject({ user: moved, profile: { email: NEW } });
    await expect(signInAgain(app, { email })).rejects.toThrow('invalid_credentials');
    await signInAgain(app, { email: NEW });
    expect(await audited()).toMatchObject([
      { before: { 'profile.email': email }, after: { 'profile.email': NEW } },
    ]);
  });

  it('ends every session', async () => {
    const { app, member, change, admin } = await openAdminArea(database);
    const another = await signInAgain(app, member);
    await change({ profile: { email: NEW } });
    for (const { as, refresh_token } of [member, another]) {
      const answer = await app.get('/v1/me', as);
      expect([answer.status, (await json<{ code: string }>(answer)).code]).toEqual([
        401,
        'session_ended',
      ]);
      const refreshed = await app.post('/v1/auth/token', {
        grant_type: 'refresh_token',
        refresh_token,
      });
      expect(refreshed.status).toBe(401);
    }
    expect((await app.get('/v1/me', admin.as)).status).toBe(200);
  });

  it('needs a session and the admin’s password, and other changes do not', async () => {
    const { app, admin, member } = await openAdminArea(database);
    const full = await madeApiKey(app, admin, { scopes: ['read', 'write', 'admin'] });
    const change = async (by: object, profile: unknown) => {
      const headers = { ...by, 'If-Match': '*' };
      const init = { method: 'PATCH', headers };
      const answer = await app.post(`/v1/admin/customers/${member.id}`, { profile }, init);
      const { code } = await json<{ code?: string }>(answer);
      return code === undefined ? String(answer.status) : `${answer.status} ${code}`;
    };
    for (const profile of [{ email: NEW }, { email: NEW, first_name: 'Ada' }, { email: null }]) {
      expect(await change(admin.as.headers, profile)).toBe('403 step_up_required');
      expect(await change(full.as.headers, profile)).toBe('403 forbidden');
    }
    expect(await knex('users').where({ email: NEW })).toEqual([]);
    for (const { headers } of [admin.as, full.as]) {
      expect(await change(headers, { first_name: 'Ada' })).toBe('200');
    }
    const { headers } = await steppedUp(app, admin);
    expect(await change(headers, { email: NEW })).toBe('200');
  });

  it('ends every API key', async () => {
    const { app, member, change } = await openAdminArea(database);
    const { as } = await madeApiKey(app, member);
    await change({ profile: { email: NEW } });
    expect((await app.get('/v1/me', as)).status).toBe(401);
  });

  it('sends a mail to the old address, and a confirmation to the new one', async () => {
    const { app, member, change } = await openAdminArea(database);
    const mailInbox = await startMailInbox(app);
    await change({ profile: { email: NEW } });
    const [told, ...others] = await mailInbox.to(member.email);
    expect(told).toContain(NEW);
    expect(others).toEqual([]);
    const [asked = ''] = await mailInbox.to(NEW);
    const { token } = linkIn(asked);
    const answer = await app.post('/v1/auth/verify', { type: 'signup', token });
    expect(await json(answer)).toMatchObject({
      user: { id: member.id, email: NEW, email_confirmed_at: expect.any(String) },
    });
  });

  it('invalidates earlier codes and links', async () => {
    const { app, member, change } = await openAdminArea(database);
    const { email } = member;
    const mailInbox = await startMailInbox(app);
    await app.post('/v1/auth/recover', { email });
    const token = await mailInbox.tokenTo(email);
    await app.post('/v1/auth/otp', { email });
    const code = await mailInbox.codeTo(email);
    const phone = '+442079460000';
    await database
      .knex('users')
      .where({ id: member.id })
      .update({ email_confirmed_at: new Date() });
    const wanted = { phone, current_password: PASSWORD };
    await app.post('/v1/auth/user', wanted, { method: 'PATCH', ...member.as });
    const texted = await mailInbox.codeTo(phone);
    await change({ profile: { email: NEW } });
    for (const [path, body] of [
      ['/v1/auth/reset', { token, password: 'a walk in the hills' }],
      ['/v1/auth/verify', { type: 'otp', email, code }],
      ['/v1/auth/verify', { type: 'phone_change', phone, code: texted }],
    ] as const) {
      const answer = await app.post(path, body);
      expect([path, answer.status]).toEqual([path, 400]);
    }
    expect((await signInAgain(app, { email: NEW })).access_token).toBeTruthy();
  });

  it('can be the first one of a customer who signed up by phone', async () => {
    const { app, admin } = await openAdminArea(database);
    const { id } = await buildUser(knex, { phone: '+442079460000' });
    await knex('users').where({ id }).update({ email: null });
    await knex('profiles').where({ user_id: id }).update({ email: '' });
    const { change } = customerAsAdmin(app, admin, id);
    const { body } = await change({ profile: { email: NEW } });
    expect(body).toMatchObject({
      user: { email: NEW, phone: '+442079460000' },
      profile: { email: NEW },
    });
    const mailInbox = await startMailInbox(app);
    expect(await mailInbox.to(NEW)).toHaveLength(1);
    expect(app.sent.mails).toHaveLength(1);
    await signInAgain(app, { email: NEW });
  });

  it('is refused when another account has it, and ends no session', async () => {
    const { app, member, change, rows } = await openAdminArea(database);
    const other = await buildUser(knex, { email: NEW });
    const before = await rows();
    for (const email of [other.email, other.email.toUpperCase()]) {
      const answer = await change({ profile: { email, first_name: 'Ada' } });
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'user_already_exists', errors: [{ field: 'profile.email' }] },
      });
    }
    expect(await rows()).toEqual(before);
    expect((await app.get('/v1/me', member.as)).status).toBe(200);
    expect(await knex('graphile_worker._private_jobs')).toEqual([]);
  });

  it('goes to one of many parallel requests, also when addresses are swapped', async () => {
    const { app, admin } = await openAdminArea(database);
    const people = await Promise.all(Array.from({ length: 6 }, () => buildUser(knex)));
    const customers = people.map(({ id }) => customerAsAdmin(app, admin, id));
    const given = await Promise.all(
      customers.map(({ change }) => change({ profile: { email: NEW } })),
    );
    expect(given.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422]);
    const swapped = await Promise.all(
      customers.map(({ change }, place) =>
        change({ profile: { email: people[(place + 1) % people.length]?.email } }),
      ),
    );
    for (const { status, body } of swapped) {
      expect([
        [200, undefined],
        [422, 'user_already_exists'],
      ]).toContainEqual([status, body.code]);
    }
    const emails: string[] = await knex('users').pluck('email');
    expect(new Set(emails).size).toBe(emails.length);
    const profiles = knex('profiles').join('users', 'users.id', 'profiles.user_id');
    expect(await profiles.whereRaw('users.email <> profiles.email')).toEqual([]);
  });

  it('cannot be that of an admin', async () => {
    const { app, admin } = await openAdminArea(database);
    const other = await signedInUser(app, { role: 'admin' });
    for (const { id, as } of [admin, other]) {
      const { change, see } = customerAsAdmin(app, admin, id);
      const before = (await see()).body;
      const answer = await change({ profile: { email: NEW, first_name: 'Ada' } });
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'email_of_admin', errors: [{ field: 'profile.email' }] },
      });
      expect((await see()).body).toEqual(before);
      expect((await app.get('/v1/me', as)).status).toBe(200);
      const same = await change({ profile: { email: before.user.email ?? '', last_name: 'King' } });
      expect(same.status).toBe(200);
    }
    expect(await knex('graphile_worker._private_jobs')).toEqual([]);
  });
});
