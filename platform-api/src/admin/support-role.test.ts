import { describe, expect, it } from 'vitest';
import { getMe } from '../../contract/accounts/calls.ts';
import { getStats } from '../../contract/admin/calls.ts';
import {
  changeCustomerPackage,
  changeRole,
  deleteCustomer,
} from '../../contract/admin/customer-acts.ts';
import { CALLS } from '../../contract/calls.ts';
import { changeCustomer, getCustomer, listCustomers } from '../../contract/admin/customers.ts';
import { sendCustomerMessage } from '../../contract/messages/calls.ts';
import { removeCustomerSecondFactor } from '../../contract/accounts/second-factor.ts';
import type { UserRole } from '../../contract/accounts/values.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { stepUpToken } from '../../test/deleted-user.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

const codeOf = async (answer: Response) =>
  `${answer.status} ${(await json<{ code?: string }>(answer)).code ?? ''}`.trim();

/** Support and a customer with a station. */
async function openSupport() {
  const app = await startApp(database);
  const support = await signedInUser(app, { role: 'support' });
  const customer = await signedInUser(app);
  await buildStation(knex, { user_id: customer.id, package_name: 'Starter' });
  const token = support.access_token;
  const params = { user_id: customer.id };
  const headers = { 'If-Match': '*', 'Step-Up': await stepUpToken(app, support) };
  const change = (body: object) => send(app, changeCustomer, { token, params, headers, body });
  return { app, support, customer, token, params, headers, change };
}

async function setRole(app: TestApp, by: SignedInUser, user_id: string, role: UserRole) {
  const headers = { 'Step-Up': await stepUpToken(app, by) };
  const asked = { token: by.access_token, headers, params: { user_id }, body: { role } };
  return send(app, changeRole, asked);
}

describe('support', () => {
  it('sees customers, writes to them, and edits their data and setup', async () => {
    const { app, token, params, change } = await openSupport();
    expect((await send(app, listCustomers, { token })).status).toBe(200);
    const body = { body: 'Your station is nearly ready.' };
    expect((await send(app, sendCustomerMessage, { token, params, body })).status).toBe(201);
    const setup = { profile: { company_city: 'Paris' }, station: { setup_notes: 'Jazz.' } };
    expect((await change(setup)).status).toBe(200);
    expect(await knex('audit_log').pluck('action')).toContain('change_customer');
  });

  it('changes no login, and no rule of the plan', async () => {
    const { change, customer } = await openSupport();
    const forbidden = [
      { profile: { email: 'mine@example.com' } },
      { station: { listening_policy: 'stop_new' } },
    ];
    for (const body of forbidden) expect(await codeOf(await change(body))).toBe('403 forbidden');
    expect(await knex('users').where({ id: customer.id }).first('email')).toEqual({
      email: customer.email,
    });
  });

  it('sees no figures, changes no package or role, and deletes nobody', async () => {
    const { app, token, params, headers } = await openSupport();
    const body = { package_name: 'Enterprise', amount_due: 0, quoted_at: new Date().toISOString() };
    for (const [call, sent] of [
      [getStats, {}],
      [changeCustomerPackage, { params, body }],
      [changeRole, { params, body: { role: 'support' } }],
      [deleteCustomer, { params }],
    ] as const) {
      expect(await codeOf(await send(app, call, { token, headers, ...sent }))).toBe(
        '403 forbidden',
      );
    }
  });

  it('removes the second factor of customers, not of admins or of support', async () => {
    const { app, token, headers, customer } = await openSupport();
    const others = [await signedInUser(app, { role: 'admin' }), customer];
    const said = [];
    for (const { id } of others) {
      const asked = { token, headers, params: { user_id: id } };
      said.push(await codeOf(await send(app, removeCustomerSecondFactor, asked)));
    }
    expect(said).toEqual(['403 forbidden', '409 second_factor_missing']);
  });

  it('neither edits nor opens anything of an admin or of support', async () => {
    const { app, token, headers, customer } = await openSupport();
    const id = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10';
    const ofOneCustomer = CALLS.filter(
      ({ access, path }) => access === 'support' && path.includes('{user_id}'),
    );
    expect(ofOneCustomer.length).toBeGreaterThan(10);
    for (const role of ['admin', 'support'] as const) {
      const other = await signedInUser(app, { role });
      for (const call of ofOneCustomer) {
        const [example] = Object.values(call.body_examples ?? {});
        const params = { user_id: other.id, id };
        const asked = { token, params, headers, ...(example !== undefined && { body: example }) };
        expect([call.id, await codeOf(await send(app, call, asked))]).toEqual([
          call.id,
          '403 forbidden',
        ]);
      }
    }
    const params = { user_id: customer.id };
    expect((await send(app, getCustomer, { token, params })).status).toBe(200);
  });

  it('needs a second factor where the operator requires one of admins', async () => {
    const { token } = await openSupport();
    const strict = await startApp(database, { adminsNeedFactor: true });
    const said = await codeOf(await send(strict, listCustomers, { token }));
    expect(said).toBe('403 second_factor_setup_required');
  });
});

describe('the support role', () => {
  it('is given and taken by an admin, with the next request', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const grace = await signedInUser(app);
    await knex('users').where({ id: grace.id }).update({ email_confirmed_at: new Date() });
    const token = grace.access_token;
    const enters = async () => (await send(app, listCustomers, { token })).status;
    expect(await enters()).toBe(403);
    expect((await setRole(app, admin, grace.id, 'support')).status).toBe(200);
    expect(await enters()).toBe(200);
    expect(await json(await send(app, getMe, { token }))).toMatchObject({ role: 'support' });
    expect((await setRole(app, admin, grace.id, 'user')).status).toBe(200);
    expect(await enters()).toBe(403);
  });

  it('needs a confirmed address, and is no way out for the last admin', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const grace = await signedInUser(app);
    expect(await codeOf(await setRole(app, admin, grace.id, 'support'))).toBe(
      '409 email_unconfirmed',
    );
    expect(await codeOf(await setRole(app, admin, admin.id, 'support'))).toBe('409 last_admin');
  });

  it('does not count as a customer', async () => {
    const { app } = await openSupport();
    const admin = await signedInUser(app, { role: 'admin' });
    const stats = await send(app, getStats, { token: admin.access_token });
    expect(await json(stats)).toMatchObject({ total_customers: 1 });
  });
});
