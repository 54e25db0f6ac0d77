import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import { deleteAccount } from '../../contract/accounts/deletion.ts';
import { receiveStripeEvent } from '../../contract/billing/calls.ts';
import { testDatabase } from '../../test/database.ts';
import { send } from '../../test/call.ts';
import { buildUser, signedInUser } from '../../test/factories.ts';
import {
  buildUserToDelete,
  expectDeleted,
  deletionMails,
  deleteOwnAccount,
  stepUpToken,
} from '../../test/deleted-user.ts';
import { CARDS, openShop, orderOf } from '../../test/purchases.ts';
import { json, startApp } from '../../test/server.ts';
import { objectsOf, tablesOfMembers, tracesOf } from '../../test/traces.ts';
import { memberWith, upload } from '../../test/uploads.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import { letTimePass, workQueue } from '../../test/work-queue.ts';

const database = testDatabase();
const { knex } = database;

describe('a deleted account', () => {
  it('is in no row of any table, and has no files left', async () => {
    const userToDelete = await buildUserToDelete(database);
    const { app, member, names, shop } = userToDelete;
    const headers = { 'Step-Up': await stepUpToken(app, member) };
    // From now on a step-up would ask for it.
    await knex('passkeys').insert({
      id: uuidv7(),
      user_id: member.id,
      name: 'Adelheid’s phone',
      credential_id: 'Yk3vN0fJm1x7cQ2hZr8sTQ',
      public_key: Buffer.alloc(77),
      counter: 0,
    });
    const { id: session_id } = await knex('sessions').where({ user_id: member.id }).first('id');
    await knex('support_views').insert({
      id: uuidv7(),
      token_hash: Buffer.alloc(32),
      user_id: member.id,
      session_id,
      expires_at: new Date(Date.now() + 60_000),
    });
    const before = await tracesOf(knex, [member.id, ...names]);
    // Otherwise the check for leftovers would prove nothing.
    expect(before).toEqual(expect.arrayContaining(await tablesOfMembers(knex)));
    for (const table of ['users', 'contact_messages', 'idempotency_keys', '_private_jobs']) {
      expect(before).toContain(table);
    }
    expect(await objectsOf(app.services.storage, member.id)).toHaveLength(1);

    const { access_token: token } = member;
    expect((await send(app, deleteAccount, { token, headers })).status).toBe(202);
    await workOff(app);
    await expectDeleted(userToDelete, app);
    expect(deletionMails([app], member)).toHaveLength(1);
    // Invoices stay with the provider, and what was served is not refunded.
    expect(shop.standIn.acts.charges()).toMatchObject([{ amount_refunded: 0 }]);
    expect(shop.standIn.acts.invoices().map(({ status }) => status)).toEqual(['paid']);
    expect(shop.standIn.acts.customers()).toHaveLength(1);
  });

  it('leaves other users’ data alone', async () => {
    const { app, member } = await buildUserToDelete(database);
    const other = await memberWith(app);
    expect((await upload(app, other)).status).toBe(201);
    await workOff(app, ['prepare_asset']);
    const mark = async () => ({
      user: await knex('users').where({ id: other.id }),
      assets: await knex('assets').where({ user_id: other.id }),
      sessions: await knex('sessions').where({ user_id: other.id }),
      objects: await objectsOf(app.services.storage, other.id),
    });
    const before = await mark();
    expect(before.objects).toHaveLength(1);
    await deleteOwnAccount(app, member);
    await workOff(app);
    expect(await mark()).toEqual(before);
  });

  it('is deleted although payments are not configured', async () => {
    const app = await startApp(database);
    const ada = await signedInUser(app);
    await knex('billing_accounts').insert({ user_id: ada.id, customer_id: 'cus_1' });
    await deleteOwnAccount(app, ada);
    await workOff(app);
    expect(await tracesOf(knex, [ada.id, ada.email, 'cus_1'])).toEqual(['departures']);
    expect(app.logged()).toContain('"alarm":"billing"');
  });

  it.each(['before', 'after'] as const)(
    'leaves no file of an upload that ends %s the rows are deleted',
    async (when) => {
      const healthy = await startApp(database);
      const { storage } = healthy.services;
      let goOn = (): void => undefined;
      const mayGoOn = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      let begun = false;
      const put: typeof storage.put = async (key, file) => {
        begun = true;
        await mayGoOn;
        await storage.put(key, file);
      };
      const app = await startApp(database, { storage: { ...storage, put } });
      const member = await memberWith(app);
      const uploading = upload(app, member);
      await vi.waitFor(() => expect(begun).toBe(true));

      expect((await deleteOwnAccount(healthy, member)).status).toBe(202);
      if (when === 'before') goOn();
      else await workOff(healthy);
      goOn();
      expect((await uploading).status).toBeGreaterThanOrEqual(400);
      await workOff(healthy);
      expect(await objectsOf(storage, member.id)).toEqual([]);
      expect(await tracesOf(knex, [member.id])).toEqual(['departures']);
    },
  );

  it('leaves no file of a process that died during an upload', async () => {
    const app = await startApp(database);
    const { storage } = app.services;
    const member = await memberWith(app);
    expect((await upload(app, member)).status).toBe(201);
    const [key = ''] = await objectsOf(storage, member.id);
    const path = join(app.services.uploadsDir, 'late');
    await writeFile(path, 'sound');
    await deleteOwnAccount(app, member);
    // Put there when the job has looked into the storage, before the rows go.
    const list = storage.list.bind(storage);
    let lists = 0;
    storage.list = async function* (prefix) {
      yield* list(prefix);
      lists += 1;
      if (lists === 1) await storage.put(key, { path, size_bytes: 5, content_type: 'audio/mpeg' });
    };
    await workOff(app);
    expect(lists).toBe(2);
    expect(await objectsOf(storage, member.id)).toEqual([]);
  });
});

describe('payments of a deleted account', () => {
  it('are impossible, however a purchase and the deletion cross', async () => {
    const shop = await openShop(database);
    const { app, standIn } = shop;
    for (let round = 0; round < 4; round += 1) {
      const member = await signedInUser(app);
      const presses = [shop.press(undefined, member), shop.press(orderOf('Professional'), member)];
      // Each round a little later than the one before.
      for (let turn = 0; turn < round * 3; turn += 1) await new Promise(setImmediate);
      const pressed = Promise.all(presses);
      const left = await deleteOwnAccount(app, member);
      expect(left.status).toBe(202);
      const [answers] = await Promise.all([pressed, workOff(app)]);
      // A page that was offered just before, the order of the other request, or the end of the session;
      // 503 where locks are waited for long.
      const outcomes = await Promise.all(
        answers.map(async (answer) =>
          answer.status === 409 ? (await json<{ code: string }>(answer)).code : answer.status,
        ),
      );
      for (const outcome of outcomes) expect([200, 'order_replaced', 401, 503]).toContain(outcome);
      expect(await shop.openSessions()).toEqual([]);
      expect(await knex('users').where({ id: member.id })).toEqual([]);
      expect(await knex('purchases')).toEqual([]);
    }
    expect(standIn.acts.subscriptions()).toEqual([]);
  }, 120_000);

  it('are closed: an open checkout can’t be paid any more', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    const [session = ''] = await shop.openSessions();
    await deleteOwnAccount(shop.app, shop.member);
    await workOff(shop.app);
    expect(await shop.openSessions()).toEqual([]);
    expect(shop.standIn.acts.payCheckout(session, CARDS.pays).outcome).not.toBe('paid');
  });

  it.each(['just before', 'meanwhile'])(
    'are refunded when they were made %s, and the operator is told',
    async (when) => {
      const shop = await openShop(database);
      const { app, member, standIn } = shop;
      standIn.sendEventsTo(app.url + receiveStripeEvent.path);
      standIn.faults.deliver({ hold: true });
      await shop.pageOf();
      const [session = ''] = await shop.openSessions();
      if (when === 'meanwhile') await deleteOwnAccount(app, member);
      expect(standIn.acts.payCheckout(session, CARDS.pays).outcome).toBe('paid');
      if (when === 'just before') await deleteOwnAccount(app, member);
      await workOff(app);
      expect(standIn.acts.subscriptions().map(({ status }) => status)).toEqual(['canceled']);
      const [charge] = standIn.acts.charges();
      expect(charge).toMatchObject({ amount: 537_60, amount_refunded: 537_60, refunded: true });
      expect(app.logged()).toContain('"alarm":"billing"');
      await standIn.settled();
      standIn.faults.release();
      await standIn.settled();
      await workOff(app);
      expect(await knex('radio_stations')).toEqual([]);
      const { contactEmail } = app.services;
      expect(app.sent.mails.map(({ to }) => to)).toEqual([member.email, contactEmail]);
      expect(app.sent.mails[1]?.text).toContain('€537.60 was paid while');
    },
  );

  it('stop, although the payment provider was down for a while', async () => {
    const userToDelete = await buildUserToDelete(database);
    const { app, member, shop } = userToDelete;
    shop.standIn.faults.plan({ kind: 'internal_error', path: /./, times: 1_000 });
    await deleteOwnAccount(app, member);
    await workQueue(app);
    // It is gone for every reader, whatever work is left.
    expect((await app.get('/v1/me', member.as)).status).toBe(401);
    expect((await app.get('/v1/stations/blue-cafe')).status).toBe(404);
    expect(await knex('departures').pluck('done_at')).toEqual([null]);
    expect(deletionMails([app], member)).toEqual([]);

    shop.standIn.faults.clear();
    await letTimePass(app);
    await workQueue(app);
    await expectDeleted(userToDelete, app);
    expect(deletionMails([app], member)).toHaveLength(1);
  }, 60_000);

  it('cause no change and no alarm when late events arrive', async () => {
    const userToDelete = await buildUserToDelete(database);
    const { app, member, shop } = userToDelete;
    const { standIn } = shop;
    standIn.sendEventsTo(app.url + receiveStripeEvent.path);
    await deleteOwnAccount(app, member);
    for (const moment of ['on the way out', 'gone']) {
      // The cancellation's own events come, and all that there ever were once more.
      await standIn.settled();
      standIn.acts.resend();
      await standIn.settled();
      await workOff(app);
      expect([moment, await knex('billing_accounts')]).toEqual([moment, []]);
    }
    await expectDeleted(userToDelete, app);
    expect(await knex('stripe_events').whereNull('processed_at').pluck('type')).toEqual([]);
    expect(await knex('stripe_events').count('* as kept').first()).not.toEqual({ kept: 0 });
    expect(app.logged()).not.toContain('"alarm"');
    const alarms = app.sent.mails.filter(({ subject }) => subject.includes('billing'));
    expect(alarms).toEqual([]);
    // Neither does the night's comparison.
    for (const name of ['look_after_members', 'reconcile_accounts']) await runTask(app, name);
    await workOff(app);
    await expectDeleted(userToDelete, app);
  });
});

describe('a deletion that the queue gave up', () => {
  it('is queued again at night, with an alarm', async () => {
    const app = await startApp(database);
    const ada = await buildUser(knex);
    const bob = await buildUser(knex);
    for (const [{ id }, hours] of [
      [ada, 49],
      [bob, 1],
    ] as const) {
      await knex('departures').insert({
        user_id: id,
        requested_by: id,
        requested_at: knex.raw('now() - make_interval(hours => ?)', [hours]),
      });
    }
    await runTask(app, 'look_after_departures');
    await runTask(app, 'look_after_departures');
    const waiting = await knex('graphile_worker._private_jobs').pluck('payload');
    expect(waiting).toEqual([{ user_id: ada.id }]);
    expect(app.logged()).toContain('"alarm":"departure"');
    await workOff(app);
    expect(await knex('users').pluck('id')).toEqual([bob.id]);
    await runTask(app, 'look_after_departures');
    expect(await knex('graphile_worker._private_jobs')).toEqual([]);
  });
});
