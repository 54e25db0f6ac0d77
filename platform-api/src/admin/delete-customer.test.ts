import { describe, expect, it, vi } from 'vitest';
import { deleteCustomer, uploadCustomerAsset } from '../../contract/admin/customer-acts.ts';
import { HEARTBEAT_SECONDS } from '../../contract/values.ts';
import { getMyStationEvents } from '../../contract/stations/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { untilLockIsAwaited } from '../../test/held-locks.ts';
import {
  buildUserToDelete,
  deleteBy,
  expectDeleted,
  deletionMails,
  stepUpToken,
} from '../../test/deleted-user.ts';
import { CARDS, openShop } from '../../test/purchases.ts';
import { readEvents } from '../../test/read-events.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { objectsOf, tracesOf } from '../../test/traces.ts';
import { formOf, memberWith, soundFile, upload } from '../../test/uploads.ts';
import { workOff } from '../../test/work-off.ts';
import { lockAdmins } from '../accounts/user.ts';

const database = testDatabase();
const { knex } = database;

const codeOf = async (answer: Response) =>
  `${answer.status} ${(await json<{ code?: string }>(answer)).code ?? ''}`.trim();

const adminOf = (app: TestApp) => signedInUser(app, { role: 'admin' });

describe('a customer deleted by an admin', () => {
  it('is in no table but the log, and has no files left', async () => {
    const userToDelete = await buildUserToDelete(database);
    const { app, member, names, shop } = userToDelete;
    const admin = await adminOf(app);
    const params = { user_id: member.id };
    const form = formOf('radio_id', soundFile(2), 'From the desk.mp3');
    const sent = await send(app, uploadCustomerAsset, { token: admin.access_token, params, form });
    expect(sent.status).toBe(201);
    expect(await objectsOf(app.services.storage, member.id)).toHaveLength(2);

    const answer = await deleteBy(admin, app, member.id);
    expect([answer.status, await answer.json()]).toEqual([202, {}]);
    // The log never contains a name, not even before the job has run.
    const line = JSON.stringify(await knex('audit_log').where({ action: 'delete_customer' }));
    for (const name of names) expect(line).not.toContain(name);
    expect(await codeOf(await app.get('/v1/me', member.as))).toBe('401 session_ended');
    expect(await codeOf(await app.get('/v1/stations/blue-cafe'))).toBe('404 station_not_found');
    await workOff(app);
    await expectDeleted(userToDelete, app, admin.id);
    expect(deletionMails([app], member)).toHaveLength(1);
    expect(shop.standIn.acts.invoices().map(({ status }) => status)).toEqual(['paid']);
    const log = await knex('audit_log').where({ user_id: member.id }).orderBy('at');
    expect(log).toMatchObject([
      { action: 'invite_team_member', before: null, after: null },
      { action: 'change_customer', before: null, after: null },
      { action: 'upload_file', before: null, after: null },
      { action: 'delete_customer', actor_id: admin.id, ip: '127.0.0.1', before: null, after: null },
    ]);
  });

  it('can be an admin', async () => {
    const app = await startApp(database);
    const [admin, other] = [await adminOf(app), await adminOf(app)];
    expect((await deleteBy(admin, app, other.id)).status).toBe(202);
    expect(await knex('user_roles').where({ role: 'admin' }).pluck('user_id')).toEqual([admin.id]);
    await workOff(app);
    expect(await tracesOf(knex, [other.id])).toEqual(['audit_log', 'departures']);
  });

  it('cannot be the admin who asks', async () => {
    const app = await startApp(database);
    const [admin] = [await adminOf(app), await adminOf(app)];
    expect(await codeOf(await deleteBy(admin, app, admin.id))).toBe('409 cannot_delete_self');
    expect((await app.get('/v1/admin/stats', admin.as)).status).toBe(200);
    expect(await knex('departures')).toEqual([]);
    expect(await knex('audit_log')).toEqual([]);
  });

  it('is deleted once by many parallel requests', async () => {
    const app = await startApp(database);
    const replica = await startApp(database);
    const admins = [await adminOf(app), await adminOf(app)] as const;
    for (let round = 0; round < 5; round += 1) {
      const { id } = await signedInUser(app);
      const answers = await Promise.all([
        deleteBy(admins[0], app, id),
        deleteBy(admins[1], replica, id),
        deleteBy(admins[1], app, id),
      ]);
      const said = await Promise.all(answers.map(codeOf));
      expect(said.toSorted()).toEqual(['202', '404 not_found', '404 not_found']);
      expect(await knex('audit_log').where({ user_id: id })).toHaveLength(1);
    }
    await workOff(app);
    expect(await knex('departures').whereNull('done_at')).toEqual([]);
    expect(app.sent.mails).toHaveLength(5);
  });
});

describe('admins who delete each other', () => {
  it('in parallel leave one', async () => {
    const apps = [await startApp(database), await startApp(database)] as const;
    for (let round = 0; round < 3; round += 1) {
      await knex('departures').delete();
      await knex('users').delete();
      const admins = await Promise.all([1, 2, 3].map(() => adminOf(apps[0])));
      const tokens = await Promise.all(admins.map((admin) => stepUpToken(apps[0], admin)));
      // As every client does where locks are waited for too long.
      const insist = async (ask: () => Promise<Response>): Promise<number> => {
        const { status } = await ask();
        return status === 503 ? insist(ask) : status;
      };
      const asked = admins.flatMap(({ access_token: token }, by) =>
        admins
          .filter((_, whom) => whom !== by)
          .map(({ id: user_id }, which) =>
            insist(() =>
              send(apps[which === 0 ? 0 : 1], deleteCustomer, {
                token,
                params: { user_id },
                headers: { 'Step-Up': tokens[by] ?? '' },
              }),
            ),
          ),
      );
      const statuses = await Promise.all(asked);
      expect(statuses.filter((status) => status === 202)).toHaveLength(2);
      // Gone, or no admin any more; the other is gone.
      for (const status of statuses) expect([202, 401, 403, 404]).toContain(status);
      expect(await knex('user_roles').where({ role: 'admin' })).toHaveLength(1);
    }
  }, 60_000);

  it('are refused when they were demoted meanwhile', async () => {
    const app = await startApp(database);
    const [admin] = [await adminOf(app), await adminOf(app)];
    const customer = await signedInUser(app);
    const headers = { 'Step-Up': await stepUpToken(app, admin) };
    let asked: Promise<Response> | undefined;
    await knex.transaction(async (trx) => {
      await lockAdmins(trx);
      await trx('user_roles').where({ user_id: admin.id }).update({ role: 'user' });
      const params = { user_id: customer.id };
      asked = send(app, deleteCustomer, { token: admin.access_token, headers, params });
      await untilLockIsAwaited(knex);
    });
    expect(asked && (await codeOf(await asked))).toBe('403 forbidden');
    expect((await app.get('/v1/me', customer.as)).status).toBe(200);
    expect(await knex('audit_log')).toEqual([]);
  });
});

describe('a customer who is deleted', () => {
  it.each(['before', 'after'] as const)(
    'during an upload leaves no file, whether the upload ends %s the deletion',
    async (when) => {
      const healthy = await startApp(database);
      const { storage } = healthy.services;
      const admin = await adminOf(healthy);
      let goOn = (): void => undefined;
      const mayGoOn = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const put = vi.fn<typeof storage.put>(async (key, file) => {
        await mayGoOn;
        await storage.put(key, file);
      });
      const app = await startApp(database, { storage: { ...storage, put } });
      const member = await memberWith(app);
      const uploading = upload(app, member);
      await vi.waitFor(() => expect(put).toHaveBeenCalled(), { timeout: 20_000 });

      expect((await deleteBy(admin, healthy, member.id)).status).toBe(202);
      if (when === 'after') await workOff(healthy);
      goOn();
      expect((await uploading).status).toBeGreaterThanOrEqual(400);
      await workOff(healthy);
      expect(await objectsOf(storage, member.id)).toEqual([]);
      expect(await tracesOf(knex, [member.id])).toEqual(['audit_log', 'departures']);
    },
  );

  it('before paying can no longer pay', async () => {
    const shop = await openShop(database);
    const { app, member, standIn } = shop;
    const admin = await adminOf(app);
    await shop.pageOf();
    const [session = ''] = await shop.openSessions();
    expect((await deleteBy(admin, app, member.id)).status).toBe(202);
    await workOff(app);
    expect(await shop.openSessions()).toEqual([]);
    expect(standIn.acts.payCheckout(session, CARDS.pays).outcome).not.toBe('paid');
    expect(await tracesOf(knex, [member.id])).toEqual(['audit_log', 'departures']);
  });

  it('while paying is charged no more', async () => {
    const shop = await openShop(database);
    const { app, member, standIn } = shop;
    const admin = await adminOf(app);
    await shop.pageOf();
    const [session = ''] = await shop.openSessions();
    expect((await deleteBy(admin, app, member.id)).status).toBe(202);
    expect(standIn.acts.payCheckout(session, CARDS.pays).outcome).toBe('paid');
    await workOff(app);
    expect(standIn.acts.subscriptions().map(({ status }) => status)).toEqual(['canceled']);
    expect(await knex('radio_stations')).toEqual([]);
    expect(await tracesOf(knex, [member.id])).toEqual(['audit_log', 'departures']);
  });

  it('while starting a checkout pays nothing, whichever comes first', async () => {
    const shop = await openShop(database);
    const { app } = shop;
    const admin = await adminOf(app);
    for (let round = 0; round < 4; round += 1) {
      const member = await signedInUser(app);
      const pressed = shop.press(undefined, member);
      // Each round a little later than the one before.
      for (let turn = 0; turn < round * 5; turn += 1) await new Promise(setImmediate);
      expect((await deleteBy(admin, app, member.id)).status).toBe(202);
      // A page that was offered just before, or the end of the session; 503 where locks are waited for long.
      expect([200, 401, 503]).toContain((await pressed).status);
      await workOff(app);
      expect(await shop.openSessions()).toEqual([]);
      expect(await knex('purchases')).toEqual([]);
      expect(await knex('users').where({ id: member.id })).toEqual([]);
    }
  }, 60_000);

  it('with an open dashboard gets no more events, on any replica', async () => {
    const app = await startApp(database);
    const replica = await startApp(database);
    const admin = await adminOf(app);
    const member: SignedInUser = await signedInUser(app);
    await buildStation(knex, { user_id: member.id });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const opened = await send(replica, getMyStationEvents, { token: member.access_token });
      const events = readEvents(opened);
      expect((await events.next()).value).toMatchObject({ event: 'station' });
      expect((await deleteBy(admin, app, member.id)).status).toBe(202);
      vi.advanceTimersByTime(HEARTBEAT_SECONDS * 1_000);
      // Tracks, and the station going off air, may be sent before the end.
      const told: string[] = [];
      for await (const { event } of events) told.push(String(event));
      expect(told.length).toBeLessThanOrEqual(3);
      const again = await send(replica, getMyStationEvents, { token: member.access_token });
      expect(await codeOf(again)).toBe('401 session_ended');
    } finally {
      vi.useRealTimers();
    }
  });
});
