import { expect } from 'vitest';
import { listAudit } from '../contract/admin/calls.ts';
import { listCustomerTimeline } from '../contract/admin/customer-timeline.ts';
import { changeCustomer, getCustomer } from '../contract/admin/customers.ts';
import { stepUpHeaders } from './deletion-recipes.ts';
import { buildAsset, buildStation, buildUser } from './factories.ts';
import { dataOf, type Recipe } from './recipe.ts';
import { startApp } from './server.ts';

/** Recipes of the calls about one customer and its audit log. */
export const CUSTOMER_RECIPES: Record<string, Recipe> = {
  async getCustomer({ app, admin, member, ask }) {
    const token = admin.access_token;
    const { db } = app.services;
    await ask(getCustomer, { token, params: { user_id: 'nobody' } });
    await ask(getCustomer, { token, params: { user_id: member.id } });
    await buildStation(db, { user_id: member.id, package_name: 'Starter' });
    await buildAsset(db, { user_id: member.id });
    const { headers, body } = await ask(getCustomer, { token, params: { user_id: member.id } });
    expect(headers.get('etag')).toBe(Object(body).etag);
  },
  async listCustomerTimeline({ app, admin, member, ask }) {
    const token = admin.access_token;
    const params = { user_id: member.id };
    const { db } = app.services;
    await buildStation(db, { user_id: member.id, package_name: 'Starter' });
    await db('radio_stations').where({ user_id: member.id }).update({ purchased_at: new Date() });
    await ask(listCustomerTimeline, { token, params: { user_id: 'nobody' } });
    const first = await ask(listCustomerTimeline, { token, params, query: { limit: '1' } });
    const cursor = String(Object(first.body).next_cursor);
    await ask(listCustomerTimeline, { token, params, query: { cursor } });
    await ask(listCustomerTimeline, { token, params, query: { cursor: 'x' } });
  },
  async changeCustomer(world) {
    const { app, admin, member, other, ask } = world;
    const { db } = app.services;
    const proven = await stepUpHeaders(world, admin);
    const of = { token: admin.access_token, params: { user_id: member.id } };
    const change = (body: object, etag = '*') =>
      ask(changeCustomer, { ...of, body, headers: { ...proven, 'If-Match': etag } });
    await ask(changeCustomer, { ...of, body: {} });
    const email = 'new@example.com';
    await ask(changeCustomer, { ...of, body: { profile: { email } } });
    await change({ station: {} });
    const { id } = await buildStation(db, { user_id: member.id });
    await buildStation(db, { station_slug: 'blue' });
    for (const body of Object.values(changeCustomer.body_examples)) {
      const { headers, status } = await change(body);
      expect([status, headers.get('etag')]).toEqual([200, expect.any(String)]);
    }
    const conflict = await change({ station: { setup_notes: 'Jazz.' } }, '"another"');
    expect(Object(conflict.body).current.user.id).toBe(member.id);
    const moved = await buildStation(db, { station_slug: 'grey' });
    await db('radio_stations').where({ id: moved.id }).update({ station_slug: 'white' });
    for (const station_slug of ['blue', 'grey', 'login', 'blue_café']) {
      await change({ station: { station_slug } });
    }
    await change({ station: { stream_url: 'http://10.0.0.1/' } });
    await db('radio_stations').where({ id }).update({ is_on_air_here: true });
    await change({ station: { stream_url: 'https://stream.example.com/a.mp3' } });
    const strict = await startApp(dataOf(app), { waitsForApproval: true });
    const body = { station: { status: 'active' } };
    const headers = { ...proven, 'If-Match': '*' };
    await db('radio_stations').where({ id }).update({ setup_completed_at: null });
    await ask(changeCustomer, { ...of, body, headers }, strict);
    await db('radio_stations').where({ id }).update({ is_on_air_here: false });
    await change({ profile: { email: other.email } });
    const ofAdmin = {
      ...of,
      params: { user_id: admin.id },
      headers: { ...proven, 'If-Match': '*' },
    };
    await ask(changeCustomer, { ...ofAdmin, body: { profile: { email } } });
    await db('radio_stations').where({ id }).update({ status: 'suspended' });
    await change({ station: { status: 'active' } });
    const params = { user_id: id };
    await ask(changeCustomer, { ...of, params, body: {}, headers: { 'If-Match': '*' } });
  },
  async listAudit({ app, admin, member, ask }) {
    const token = admin.access_token;
    const { id } = await buildUser(app.services.db);
    let count = 0;
    for (const user_id of [member.id, id, id]) {
      await ask(changeCustomer, {
        token,
        params: { user_id },
        headers: { 'If-Match': '*' },
        body: { profile: { last_name: `Number ${(count += 1)}` } },
      });
    }
    const first = await ask(listAudit, { token, query: { user_id: id, limit: '1' } });
    const cursor = String(Object(first.body).next_cursor);
    const second = await ask(listAudit, { token, query: { user_id: id, limit: '1', cursor } });
    expect(Object(second.body)).toMatchObject({ data: [{ user_id: id }], has_more: false });
    await ask(listAudit, { token, query: { cursor: 'nonsense' } });
  },
};
