import { describe, expect, it } from 'vitest';
import { getStats } from '../../contract/admin/calls.ts';
import { changeRole } from '../../contract/admin/customer-acts.ts';
import type { UserRole } from '../../contract/accounts/values.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildUser, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { deleteBy, stepUpToken } from '../../test/deleted-user.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

const codeOf = async (answer: Response) =>
  `${answer.status} ${(await json<{ code?: string }>(answer)).code ?? ''}`.trim();

const adminOf = (app: TestApp) => signedInUser(app, { role: 'admin' });

/** Asks for a change of role, with the password given again. */
async function changeBy(
  admin: SignedInUser,
  app: TestApp,
  user_id: string,
  role: UserRole,
): Promise<Response> {
  const headers = { 'Step-Up': await stepUpToken(app, admin) };
  const token = admin.access_token;
  return send(app, changeRole, { token, headers, params: { user_id }, body: { role } });
}

const confirm = (id: string) =>
  knex('users').where({ id }).update({ email_confirmed_at: new Date() });

const roles = () => knex('user_roles').where({ role: 'admin' }).orderBy('user_id').pluck('user_id');

describe('a role', () => {
  it('takes effect with the next request on every replica', async () => {
    const app = await startApp(database);
    const replica = await startApp(database);
    const admin = await adminOf(app);
    const ada = await signedInUser(app);
    await confirm(ada.id);
    const enters = async () => {
      const token = ada.access_token;
      const asked = [app, replica].map((one) => send(one, getStats, { token }));
      return [...new Set((await Promise.all(asked)).map(({ status }) => status))];
    };
    expect(await enters()).toEqual([403]);
    const raised = await changeBy(admin, app, ada.id, 'admin');
    expect([raised.status, await raised.json()]).toEqual([200, { role: 'admin' }]);
    expect(await enters()).toEqual([200]);
    // The new admin demotes the admin who promoted her.
    expect(await (await changeBy(ada, replica, admin.id, 'user')).json()).toEqual({ role: 'user' });
    expect((await send(app, getStats, { token: admin.access_token })).status).toBe(403);
    expect((await changeBy(admin, app, ada.id, 'user')).status).toBe(403);
    expect(await enters()).toEqual([200]);
  });

  it('is logged with its former value, only when it changed', async () => {
    const app = await startApp(database);
    const admin = await adminOf(app);
    const { id: user_id } = await buildUser(knex);
    await confirm(user_id);
    await knex('user_roles').where({ user_id }).delete();
    for (const role of ['user', 'admin', 'admin', 'user'] as const) {
      expect((await changeBy(admin, app, user_id, role)).status).toBe(200);
    }
    const about = { action: 'change_role', actor_id: admin.id, user_id, ip: '127.0.0.1' };
    expect(await knex('audit_log').orderBy('at')).toMatchObject([
      { ...about, before: { role: 'user' }, after: { role: 'admin' } },
      { ...about, before: { role: 'admin' }, after: { role: 'user' } },
    ]);
  });

  it('is changed once by two parallel requests', async () => {
    const app = await startApp(database);
    const admins = [await adminOf(app), await adminOf(app)];
    const { id } = await buildUser(knex);
    await confirm(id);
    const answers = await Promise.all(admins.map((admin) => changeBy(admin, app, id, 'admin')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await knex('audit_log')).toHaveLength(1);
  });

  it('is refused for a deleted account', async () => {
    const app = await startApp(database);
    const admin = await adminOf(app);
    for (let round = 0; round < 3; round += 1) {
      const { id } = await buildUser(knex);
      await confirm(id);
      const [changed, deleted] = await Promise.all([
        changeBy(admin, app, id, 'admin'),
        deleteBy(admin, app, id),
      ]);
      expect([200, 404]).toContain(changed.status);
      expect(deleted.status).toBe(202);
      expect(await codeOf(await changeBy(admin, app, id, 'admin'))).toBe('404 not_found');
      expect(await roles()).toEqual([admin.id]);
    }
  });
});

describe('an admin', () => {
  it('needs a confirmed address', async () => {
    const app = await startApp(database);
    const admin = await adminOf(app);
    // A number that is theirs says nothing about the address.
    const { id } = await buildUser(knex, { phone: '+442079460001' });
    expect(await codeOf(await changeBy(admin, app, id, 'admin'))).toBe('409 email_unconfirmed');
    expect(await roles()).toEqual([admin.id]);
    expect(await knex('audit_log')).toEqual([]);
    // A demotion needs no confirmed address.
    await knex('user_roles').where({ user_id: id }).update({ role: 'admin' });
    expect((await changeBy(admin, app, id, 'user')).status).toBe(200);
  });

  it('without an address needs a confirmed phone number', async () => {
    const app = await startApp(database);
    const admin = await adminOf(app);
    const { id } = await buildUser(knex, { phone: '+442079460001' });
    await knex('users').where({ id }).update({ email: null, phone_confirmed_at: null });
    expect(await codeOf(await changeBy(admin, app, id, 'admin'))).toBe('409 email_unconfirmed');
    await knex('users').where({ id }).update({ phone_confirmed_at: new Date() });
    expect((await changeBy(admin, app, id, 'admin')).status).toBe(200);
  });

  it('who is the last one cannot be demoted', async () => {
    const app = await startApp(database);
    const admin = await adminOf(app);
    expect(await codeOf(await changeBy(admin, app, admin.id, 'user'))).toBe('409 last_admin');
    const other = await adminOf(app);
    expect((await changeBy(admin, app, admin.id, 'user')).status).toBe(200);
    expect(await codeOf(await changeBy(other, app, other.id, 'user'))).toBe('409 last_admin');
    expect(await roles()).toEqual([other.id]);
  });

  it.each(['themselves', 'each other'])(
    'is left when all of them demote %s at once, on two replicas',
    async (whom) => {
      const apps = [await startApp(database), await startApp(database)] as const;
      for (let round = 0; round < 3; round += 1) {
        await knex('users').delete();
        const admins = await Promise.all(apps.map(adminOf));
        const lowered = whom === 'themselves' ? admins : admins.toReversed();
        const asked = admins.map((admin, n) =>
          changeBy(admin, apps[n === 0 ? 0 : 1], lowered[n]?.id ?? '', 'user'),
        );
        const said = await Promise.all((await Promise.all(asked)).map(codeOf));
        const refusal = whom === 'themselves' ? '409 last_admin' : '403 forbidden';
        expect(said.toSorted()).toEqual(['200', refusal]);
        expect(await roles()).toHaveLength(1);
      }
    },
  );
});
