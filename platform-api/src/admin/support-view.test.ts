import { describe, expect, it, vi } from 'vitest';
import { changeProfile, getMe } from '../../contract/accounts/calls.ts';
import { getStats, listAudit } from '../../contract/admin/calls.ts';
import { endSupportView, startSupportView } from '../../contract/admin/customer-acts.ts';
import { HEARTBEAT_SECONDS } from '../../contract/values.ts';
import { SUPPORT_VIEW_PREFIX } from '../../contract/accounts/values.ts';
import { listSessions } from '../../contract/accounts/sessions.ts';
import { getMyStation, getMyStationEvents } from '../../contract/stations/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { deleteBy } from '../../test/deleted-user.ts';
import { readEvents } from '../../test/read-events.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

const codeOf = async (answer: Response) =>
  `${answer.status} ${(await json<{ code?: string }>(answer)).code ?? ''}`.trim();

/** An admin, a customer with a station, and the token with which the admin sees what the customer sees. */
async function openView(app: TestApp) {
  const admin = await signedInUser(app, { role: 'admin' });
  const customer = await signedInUser(app);
  await buildStation(knex, { user_id: customer.id, station_slug: 'blue' });
  return { admin, customer, token: await viewBy(app, admin, customer) };
}

async function viewBy(app: TestApp, admin: SignedInUser, { id }: SignedInUser): Promise<string> {
  const params = { user_id: id };
  const answer = await send(app, startSupportView, { token: admin.access_token, params });
  expect(answer.status).toBe(201);
  const { view_token, user } = await json<{ view_token: string; user: { id: string } }>(answer);
  expect(user.id).toBe(id);
  return view_token;
}

describe('a view of a customer', () => {
  it('shows the pages of the customer and changes nothing', async () => {
    const app = await startApp(database);
    const { customer, token } = await openView(app);
    expect(token.startsWith(SUPPORT_VIEW_PREFIX)).toBe(true);
    const me = await json<{ user: { id: string }; role: string }>(
      await send(app, getMe, { token }),
    );
    expect([me.user.id, me.role]).toEqual([customer.id, 'user']);
    expect((await send(app, getMyStation, { token })).status).toBe(200);
    const body = { first_name: 'Mallory' };
    expect(await codeOf(await send(app, changeProfile, { token, body }))).toBe('403 view_only');
    expect(await codeOf(await send(app, listSessions, { token }))).toBe('403 view_only');
    expect(await knex('profiles').where({ first_name: 'Mallory' })).toEqual([]);
  });

  it('of another admin does not open the admin area', async () => {
    const app = await startApp(database);
    const [admin, other] = [
      await signedInUser(app, { role: 'admin' }),
      (await openView(app)).admin,
    ];
    const token = await viewBy(app, admin, other);
    expect(await codeOf(await send(app, getStats, { token }))).toBe('403 forbidden');
  });

  it('is in the audit log with the admin’s name, and the customer sees when it was', async () => {
    const app = await startApp(database);
    const { admin, customer, token } = await openView(app);
    const log = await send(app, listAudit, { token: admin.access_token });
    expect((await json<{ data: object[] }>(log)).data).toMatchObject([
      { action: 'view_as_customer', actor_email: admin.email, user_email: customer.email },
    ]);
    const seen = await send(app, listSessions, { token: customer.access_token });
    const { data, support_views } = await json<{ data: object[]; support_views: string[] }>(seen);
    expect(data).toHaveLength(1);
    expect(support_views).toHaveLength(1);
    expect(JSON.stringify(await knex('support_views'))).not.toContain(token);
  });

  it.each<
    [string, (about: Awaited<ReturnType<typeof openView>>, app: TestApp) => Promise<unknown>]
  >([
    ['expires', () => knex('support_views').update({ expires_at: knex.fn.now() })],
    [
      'is ended',
      ({ admin, customer }, app) =>
        send(app, endSupportView, {
          token: admin.access_token,
          params: { user_id: customer.id },
        }),
    ],
    ['signs out', ({ admin }) => knex('sessions').where({ user_id: admin.id }).delete()],
    [
      'loses the role',
      ({ admin }) => knex('user_roles').where({ user_id: admin.id }).update({ role: 'user' }),
    ],
    ['deletes the customer', ({ admin, customer }, app) => deleteBy(admin, app, customer.id)],
  ])('ends once it or its admin %s', async (_how, end) => {
    const app = await startApp(database);
    const view = await openView(app);
    await end(view, app);
    expect(await codeOf(await send(app, getMe, { token: view.token }))).toBe('401 session_ended');
  });

  it('gets no more events once it has ended, on any replica', async () => {
    const app = await startApp(database);
    const replica = await startApp(database);
    const { admin, token } = await openView(app);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const events = readEvents(await send(replica, getMyStationEvents, { token }));
      expect((await events.next()).value).toMatchObject({ event: 'station' });
      await knex('sessions').where({ user_id: admin.id }).delete();
      vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1_000);
      for await (const { event } of events) expect(event).not.toBe('station');
    } finally {
      vi.useRealTimers();
    }
  });
});
