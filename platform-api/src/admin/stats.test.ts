import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { deleteOwnAccount } from '../../test/deleted-user.ts';
import { buildStation, buildUser, signedInUser, signInAgain } from '../../test/factories.ts';
import { openShop, orderOf } from '../../test/purchases.ts';
import { json, startApp } from '../../test/server.ts';
import { workQueue } from '../../test/work-queue.ts';
import { recordFigures } from './figures.ts';

const database = testDatabase();
const { knex } = database;

/** 'YYYY-MM-DD', in UTC. */
const today = (daysBack = 0) =>
  new Date(Date.now() - daysBack * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);

describe('the figures of the admin dashboard', () => {
  it('are zero in a new installation', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    expect(await json(await app.get('/v1/admin/stats', admin.as))).toEqual({
      total_customers: 0,
      total_revenue: 0,
      collected_revenue: 0,
      active_stations: 0,
      pending_setups: 0,
      currency: 'eur',
      trend: [
        {
          day: today(),
          total_customers: 0,
          total_revenue: 0,
          active_stations: 0,
          pending_setups: 0,
        },
      ],
    });
  });

  it('count customers and stations, and sum orders', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const withoutRole = await buildUser(knex);
    await knex('user_roles').where({ user_id: withoutRole.id }).delete();
    const stations = [
      ['active', 53_760],
      ['active', 83_760],
      ['setup_pending', 155_760],
      ['inactive', 1],
      ['payment_pending', null],
    ] as const;
    for (const [status, total_amount] of stations) {
      const { id } = await buildStation(knex, { status });
      await knex('radio_stations').where({ id }).update({ total_amount });
    }
    const answer = await app.get('/v1/admin/stats', admin.as);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await json(answer)).toMatchObject({
      total_customers: stations.length + 1,
      total_revenue: 53_760 + 83_760 + 155_760 + 1,
      active_stations: 2,
      pending_setups: 1,
    });
  });

  it('include the revenue collected: payments less refunds', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const { id: user_id } = await buildUser(knex);
    for (const [status, amount_paid, amount_refunded] of [
      ['paid', 17_880, 0],
      ['paid', 35_880, 5_880],
      ['paid', 83_880, 83_880],
      ['open', 1, 0],
      ['void', 1, 0],
    ] as const) {
      await knex('invoices').insert({
        id: `in_${uuidv7()}`,
        user_id,
        currency: 'eur',
        period_start: 0,
        period_end: 1,
        status,
        amount_paid,
        amount_refunded,
      });
    }
    const stats = await json(await app.get('/v1/admin/stats', admin.as));
    expect(stats).toMatchObject({ collected_revenue: 17_880 + 30_000 });
  });

  it('do not shrink when a customer is deleted, and keep nothing of the person', async () => {
    const shop = await openShop(database);
    await shop.buy(orderOf('Professional'));
    shop.standIn.acts.advance({ months: 2 });
    await shop.sync(shop.member.id);
    const admin = await signedInUser(shop.app, { role: 'admin' });
    const read = async () => json(await shop.app.get('/v1/admin/stats', admin.as));
    const before = await read();
    expect(before).toMatchObject({ total_revenue: 777_60, collected_revenue: 777_60 + 2 * 358_80 });
    shop.member.access_token = (await signInAgain(shop.app, shop.member)).access_token;
    expect((await deleteOwnAccount(shop.app, shop.member)).status).toBe(202);
    await workQueue(shop.app);
    const { total_revenue, collected_revenue } = before as Record<string, unknown>;
    expect(await read()).toMatchObject({ total_customers: 0, total_revenue, collected_revenue });
    const kept = await knex('past_revenue').orderBy('id').select('kind', 'amount', 'country');
    expect(kept).toMatchObject([
      { kind: 'order', amount: 777_60, country: 'United Kingdom' },
      ...Array.from({ length: 3 }, () => ({ kind: 'payment', country: 'United Kingdom' })),
    ]);
  });

  it('leave out the stations of this package, whoever else has their slug', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const own = await buildUser(knex, { email: 'tones@stationhouse.example' });
    const { id } = await buildStation(knex, { user_id: own.id, status: 'active' });
    await knex('radio_stations').where({ id }).update({ total_amount: 53_760 });
    await buildStation(knex, { station_slug: 'demo', status: 'active' });
    expect(await json(await app.get('/v1/admin/stats', admin.as))).toMatchObject({
      total_customers: 1,
      total_revenue: 0,
      active_stations: 1,
    });
  });

  it('are recorded by day, and a day without a record has those of the day before', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    const day = (daysBack: number, active_stations: number) => ({
      day: today(daysBack),
      total_customers: 9,
      total_revenue: 100_00,
      active_stations,
      pending_setups: 1,
    });
    await knex('daily_figures').insert([day(40, 2), day(3, 5), day(1, 4)]);
    await buildStation(knex, { status: 'active' });
    await recordFigures(knex);
    await buildStation(knex, { status: 'active' });
    await recordFigures(knex);
    const now = { ...day(0, 2), total_customers: 2, total_revenue: 0, pending_setups: 0 };
    expect(await knex('daily_figures').where({ active_stations: 2 })).toHaveLength(2);
    const { trend } = (await json(await app.get('/v1/admin/stats', admin.as))) as {
      trend: object[];
    };
    expect(trend).toHaveLength(30);
    expect(trend.slice(-4)).toEqual([day(3, 5), day(2, 5), day(1, 4), now]);
    expect(trend[0]).toEqual(day(29, 2));
  });
});
