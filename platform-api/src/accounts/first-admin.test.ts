import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { bearer, buildUser, PASSWORD, signedInUser, signInAgain } from '../../test/factories.ts';
import { startApp } from '../../test/server.ts';
import { ensureAdmin } from './first-admin.ts';
import { createPasswords } from './passwords.ts';

const database = testDatabase();
const passwords = createPasswords();

describe('the first admin', () => {
  it('is created at the first start, and can sign in and open the admin area', async () => {
    const admin = { email: 'Desk@Example.com', password: PASSWORD };
    await ensureAdmin(database.knex, admin, passwords);
    const app = await startApp(database);
    const { access_token } = await signInAgain(app, admin);
    expect((await app.get('/v1/admin/stats', bearer(access_token))).status).toBe(200);
    expect(await database.knex('profiles').first()).toMatchObject({
      email: 'desk@example.com',
      first_name: 'Admin',
    });
  });

  it('keeps a changed password at later starts', async () => {
    await ensureAdmin(database.knex, { email: 'desk@example.com', password: PASSWORD }, passwords);
    await ensureAdmin(
      database.knex,
      { email: 'desk@example.com', password: 'the password of the configuration' },
      passwords,
    );
    expect(await database.knex('users')).toHaveLength(1);
    const app = await startApp(database);
    await signInAgain(app, { email: 'desk@example.com' });
  });

  it('is promoted from an existing account, or again after a demotion', async () => {
    const member = await buildUser(database.knex, { email: 'desk@example.com' });
    await database.knex('users').update({ email_confirmed_at: database.knex.fn.now() });
    await ensureAdmin(
      database.knex,
      { email: member.email, password: 'the password of the configuration' },
      passwords,
    );
    expect(await database.knex('user_roles')).toEqual([{ user_id: member.id, role: 'admin' }]);
    const app = await startApp(database);
    const { as } = await signInAgain(app, member);
    expect((await app.get('/v1/admin/stats', as)).status).toBe(200);
  });

  it('gets the configured password when the address was unconfirmed', async () => {
    const app = await startApp(database);
    const squatter = await signedInUser(app, { email: 'desk@example.com' });
    const password = 'the password of the configuration';
    await ensureAdmin(database.knex, { email: squatter.email, password }, passwords);
    expect((await app.get('/v1/me', squatter.as)).status).toBe(401);
    const signIn = (given: string) =>
      app.post('/v1/auth/token', {
        grant_type: 'password',
        email: squatter.email,
        password: given,
      });
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(password)).status).toBe(200);
  });

  it('is promoted again when the row of the role is lost', async () => {
    const member = await buildUser(database.knex, { email: 'desk@example.com' });
    await database.knex('user_roles').delete();
    await ensureAdmin(database.knex, { email: member.email, password: PASSWORD }, passwords);
    expect(await database.knex('user_roles')).toEqual([{ user_id: member.id, role: 'admin' }]);
  });
});
