import type { Knex } from 'knex';
import { expect } from 'vitest';
import {
  changeRole,
  deleteCustomer,
  endSupportView,
  listCustomerApiKeys,
  resetCustomerPassword,
  revokeCustomerApiKey,
  startSupportView,
} from '../contract/admin/customer-acts.ts';
import { erasePersonalData, findPersonalData } from '../contract/admin/personal-data.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../contract/values.ts';
import { stepUpHeaders } from './deletion-recipes.ts';
import { buildUser, madeApiKey } from './factories.ts';
import type { Recipe } from './recipe.ts';

const NOBODY = '01938a3f-0000-7000-8000-000000000000';

/** A user who signs in by phone only. */
async function phoneOnly(db: Knex): Promise<string> {
  const { id } = await buildUser(db, { phone: '+442079460777' });
  await db('users').where({ id }).update({ email: null });
  return id;
}

/** Recipes of the calls with which an admin changes a whole account. */
export const CUSTOMER_ACT_RECIPES: Record<string, Recipe> = {
  async deleteCustomer(world) {
    const { admin, member, ask } = world;
    const token = admin.access_token;
    const headers = await stepUpHeaders(world, admin);
    for (const { id } of [admin, member, member]) {
      await ask(deleteCustomer, { token, headers, params: { user_id: id } });
    }
  },
  async findPersonalData({ admin, member, ask }) {
    const body = { email: member.email };
    const answer = await ask(findPersonalData, { token: admin.access_token, body });
    expect(Object(answer.body).customer).toMatchObject({ user_id: member.id });
  },
  async erasePersonalData(world) {
    const { app, admin, member, ask } = world;
    const token = admin.access_token;
    const headers = await stepUpHeaders(world, admin);
    const erase = (email: string) => ask(erasePersonalData, { token, headers, body: { email } });
    await erase(admin.email);
    const subscriptions = app.services.db('subscriptions');
    await subscriptions.clone().insert({
      id: 'sub_1',
      user_id: member.id,
      status: 'active',
      amount: 179_00,
      currency: 'eur',
    });
    await erase(member.email);
    await subscriptions.clone().update({ status: 'canceled' });
    await erase(member.email);
  },
  async resetCustomerPassword(world) {
    const { app, admin, member, other, ask } = world;
    const token = admin.access_token;
    const proven = await stepUpHeaders(world, admin);
    const headers = { ...proven, 'Idempotency-Key': 'a letter for one' };
    const reset = (user_id: string) =>
      ask(resetCustomerPassword, { token, headers, params: { user_id } });
    await reset(member.id);
    await reset(other.id);
    const params = { user_id: await phoneOnly(app.services.db) };
    await ask(resetCustomerPassword, { token, params, headers: proven });
    const tooLong = { ...proven, 'Idempotency-Key': 'a'.repeat(MAX_IDEMPOTENCY_KEY_LENGTH + 1) };
    await ask(resetCustomerPassword, { token, params, headers: tooLong });
  },
  async listCustomerApiKeys({ app, admin, member, ask }) {
    await madeApiKey(app, member);
    const token = admin.access_token;
    for (const user_id of [member.id, NOBODY]) {
      await ask(listCustomerApiKeys, { token, params: { user_id } });
    }
  },
  async revokeCustomerApiKey({ app, admin, member, ask }) {
    const { id } = await madeApiKey(app, member);
    const params = { user_id: member.id, id };
    const token = admin.access_token;
    for (let tries = 0; tries < 2; tries += 1) await ask(revokeCustomerApiKey, { token, params });
  },
  async startSupportView({ admin, member, ask }) {
    const token = admin.access_token;
    for (const user_id of [member.id, NOBODY]) {
      await ask(startSupportView, { token, params: { user_id } });
    }
  },
  async endSupportView({ admin, member, ask }) {
    await ask(endSupportView, { token: admin.access_token, params: { user_id: member.id } });
  },
  async changeRole(world) {
    const { app, admin, member, ask } = world;
    const token = admin.access_token;
    const headers = await stepUpHeaders(world, admin);
    const change = (user_id: string, role: string) =>
      ask(changeRole, { token, headers, params: { user_id }, body: { role } });
    await change(member.id, 'admin');
    await app.services.db('users').update({ email_confirmed_at: new Date() });
    for (const { role } of Object.values(changeRole.body_examples)) await change(member.id, role);
    await change(admin.id, 'user');
    await change(NOBODY, 'admin');
  },
};
