import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { customerAsAdmin, openAdminArea } from '../../test/admin-area.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { openShop, orderOf } from '../../test/purchases.ts';
import { readEvents } from '../../test/read-events.ts';
import { workOff } from '../../test/work-off.ts';

const database = testDatabase();
const { knex } = database;

describe('a station that an admin puts on air', () => {
  it('is there for listeners at once, and on its owner’s dashboard', async () => {
    const { app, member, change } = await openAdminArea(database);
    const events = readEvents(await app.get('/v1/me/station/events', member.as));
    const hear = async () => (await events.next()).value;
    expect(await hear()).toMatchObject({ event: 'station', data: { status: 'setup_pending' } });
    for (const path of ['/v1/stations/own', '/own']) expect((await app.get(path)).status).toBe(404);

    const { body } = await change({ station: { status: 'active' } });
    expect(body.station?.setup_completed_at).toEqual(expect.any(String));
    const { setup_completed_at } = body.station ?? {};
    expect(await hear()).toMatchObject({
      event: 'station',
      data: { status: 'active', setup_completed_at },
    });
    for (const path of ['/v1/stations/own', '/own']) expect((await app.get(path)).status).toBe(200);
  });

  it.each(['inactive', 'setup_pending'] as const)(
    'is mailed to its owner, as are the way to %s and back, each once',
    async (offAir) => {
      const { app, member, change } = await openAdminArea(database);
      const first = await change({ station: { status: 'active', station_slug: 'counting-house' } });
      await change({ station: { status: offAir } });
      await change({ station: { status: offAir, setup_notes: 'Jazz.' } });
      await change({ station: { status: offAir === 'inactive' ? 'setup_pending' : 'inactive' } });
      const again = await change({ station: { status: 'active' } });
      const name = again.body.station?.station_name;
      expect(again.body.station?.status).toBe('active');
      expect(again.body.station?.setup_completed_at).toBe(first.body.station?.setup_completed_at);
      await workOff(app);
      expect(app.sent.mails.map(({ to, subject }) => [to, subject])).toEqual([
        [member.email, `${name} is on air`],
        [member.email, `${name} is off air for now`],
        [member.email, `${name} is back on air`],
      ]);
      const [live, , back] = app.sent.mails.map(({ text }) => text);
      for (const text of [live, back]) {
        expect(text).toContain('http://radio.example.com/counting-house');
      }
    },
  );

  it.each([
    ['the name of its setup form', {}, 'Ledger FM'],
    ['the name that an admin has chosen before', { station_name: 'Ledger Radio' }, 'Ledger Radio'],
  ])('gets %s', async (_, before, station_name) => {
    const { change, member } = await openAdminArea(database);
    await knex('profiles')
      .where({ user_id: member.id })
      .update({ station_name_request: 'Ledger FM', station_logo_url: 'https://a.example/b.png' });
    await change({ station: before });
    const live = await change({ station: { status: 'active' } });
    expect(live.body.station).toMatchObject({
      station_name,
      station_logo_url: 'https://a.example/b.png',
      is_name_operators: 'station_name' in before,
    });
  });

  it('is mailed with its new address when that changes in the same request', async () => {
    const { app, change } = await openAdminArea(database);
    const mailInbox = await startMailInbox(app);
    const email = 'ada@new.example.com';
    await change({ profile: { email }, station: { status: 'active' } });
    const mails = await mailInbox.to(email);
    expect(mails.filter((text) => text.includes('http://radio.example.com/own'))).toHaveLength(1);
  });

  it('needs no email address of its owner', async () => {
    const { member, change } = await openAdminArea(database);
    await knex('users').where({ id: member.id }).update({ email: null, phone: '+442079460000' });
    for (const status of ['active', 'inactive', 'active']) {
      expect((await change({ station: { status } })).status).toBe(200);
    }
    expect(await knex('graphile_worker._private_jobs')).toEqual([]);
  });
});

describe('a payment that arrives while an admin changes the customer', () => {
  it('and the change are both kept', { timeout: 120_000 }, async () => {
    const shop = await openShop(database);
    const admin = await signedInUser(shop.app, { role: 'admin' });
    for (let round = 0; round < 8; round += 1) {
      const buyer = await signedInUser(shop.app);
      await shop.pageOf(orderOf(), buyer);
      expect((await shop.pay()).outcome).toBe('paid');
      const { see, change } = customerAsAdmin(shop.app, admin, buyer.id);
      const { etag } = await see();
      const wish = { profile: { company_city: 'Paris' }, station: { setup_notes: 'Jazz.' } };
      const [{ status, body }] = await Promise.all([change(wish, etag), shop.sync(buyer.id)]);
      const isWritten = status === 200;
      expect([status, body.code]).toEqual(
        isWritten ? [200, undefined] : [409, 'changed_meanwhile'],
      );
      const { body: now } = await see();
      expect(now.station?.status).toBe('setup_pending');
      expect(now.station?.setup_notes === 'Jazz.').toBe(isWritten);
    }
  });
});

describe('a station’s status', () => {
  it('can be set from any of the three to any other, and changes nothing else', async () => {
    const { change, rows } = await openAdminArea(database);
    const three = ['setup_pending', 'active', 'inactive'] as const;
    const { updated_at: _, ...before } = (await rows()).station;
    for (const from of three) {
      for (const to of three) {
        await change({ station: { status: from } });
        expect((await change({ station: { status: to } })).body.station?.status).toBe(to);
      }
    }
    const { station } = await rows();
    const { setup_completed_at } = station;
    expect(station).toMatchObject({ ...before, setup_completed_at, status: 'inactive' });
  });

  it.each(['payment_pending', 'suspended'] as const)(
    'is locked while it is %s; other fields can change',
    async (status) => {
      const { change, rows, station } = await openAdminArea(database, { station: { status } });
      const before = await rows();
      for (const to of ['setup_pending', 'active', 'inactive']) {
        const answer = await change({ station: { status: to, setup_notes: 'Jazz.' } });
        expect(answer).toMatchObject({ status: 409, body: { code: 'status_locked' } });
      }
      expect(await rows()).toEqual(before);
      const { body } = await change({ station: { setup_notes: 'Jazz.' } });
      expect(body.station).toMatchObject({ id: station.id, status, setup_notes: 'Jazz.' });
    },
  );

  it.each(['payment_pending', 'suspended', 'live', '', null, 1])(
    'cannot be set to %j',
    async (status) => {
      const { change } = await openAdminArea(database);
      const { body } = await change({ station: { status } });
      expect(body.errors).toMatchObject([{ field: 'station.status' }]);
    },
  );

  it('is that of the paid station when another one is unpaid', async () => {
    const { change, member, station } = await openAdminArea(database);
    const user_id = member.id;
    const { id } = await buildStation(knex, { user_id, status: 'payment_pending' });
    const { body } = await change({ station: { status: 'active' } });
    expect(body.station?.id).toBe(station.id);
    expect(await knex('radio_stations').where({ id }).first()).toMatchObject({
      status: 'payment_pending',
      setup_completed_at: null,
    });
  });
});
