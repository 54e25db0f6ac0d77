import { describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildUser } from '../../test/factories.ts';
import { CARDS, COMPANY, openShop, orderOf, type Shop } from '../../test/purchases.ts';
import { RadioStation } from '../stations/station.ts';
import { createSync } from './sync.ts';

const database = testDatabase();
const { knex } = database;

const DAY = 24 * 60 * 60;
const OPERATOR = 'desk@radio.example.com';

const station = () => RadioStation.query(knex).first().throwIfNotFound();
const subscriptionRow = () => knex('subscriptions').orderBy('created_at', 'desc').first();
const kindsOf = async ({ mails }: Shop, to: string) =>
  (await mails()).filter((mail) => mail.to === to).map(({ message }) => message);

/** Advances both clocks and syncs. */
async function later(shop: Shop, days: number): Promise<void> {
  shop.standIn.acts.advance({ seconds: days * DAY });
  await shop.sync(shop.member.id);
}

/** A member whose card fails in the second month, synced on that day. */
async function openShopWithFailedPayment(given: Parameters<typeof openShop>[1] = {}) {
  const shop = await openShop(database, given);
  await shop.buy();
  shop.standIn.acts.breakCard(shop.customer());
  shop.standIn.acts.advance({ months: 1 });
  await shop.sync(shop.member.id);
  return shop;
}

/** Syncs concurrently on three replicas. Each coalesces its calls into two runs. */
function syncFiftyTimes({ app, member }: Shop) {
  const replicas = Array.from({ length: 3 }, () => createSync(app.services));
  return Promise.all(
    Array.from({ length: 17 }, () => replicas.map((sync) => sync(member.id))).flat(),
  );
}

describe('a member without a Stripe customer', () => {
  test('has an empty state without a request to Stripe', async () => {
    const { sync, standIn, member } = await openShop(database);
    standIn.faults.plan({ kind: 'internal_error', times: 1_000 });
    const nothing = { subscription: null, invoices: [], isPageOpen: false };
    expect(await sync(member.id)).toEqual(nothing);
    expect(await sync((await buildUser(knex)).id)).toEqual(nothing);
  });
});

describe('a payment', () => {
  test.each([
    ['Starter', 149_00, 89_60, 537_60],
    ['Professional', 299_00, 129_60, 777_60],
    ['Enterprise', 699_00, 259_60, 1_557_60],
  ] as const)('for %s activates the station with its amounts', async (...bought) => {
    const [package_name, package_price, vat_amount, total_amount] = bought;
    const shop = await openShop(database);
    await shop.buy(orderOf(package_name));
    const [purchase] = await shop.purchases();
    const { subscription, invoices } = await shop.sync(shop.member.id);
    expect(purchase).toMatchObject({ status: 'paid', subscription_id: subscription?.id });
    expect(await station()).toMatchObject({
      id: purchase?.station_id,
      status: 'setup_pending',
      station_name: COMPANY.name,
      package_name,
      package_price,
      vat_amount,
      total_amount,
      currency: 'eur',
      purchased_at: purchase?.paid_at,
    });
    const monthly = Math.round(package_price * 1.2);
    expect(await subscriptionRow()).toMatchObject({
      id: subscription?.id,
      user_id: shop.member.id,
      status: 'active',
      currency: 'eur',
      amount: monthly,
      package_name,
      cancel_at: null,
      ended_at: null,
      unpaid_since: null,
      next_payment_date: new Date(Number(subscription?.items.data[0]?.current_period_end) * 1_000),
    });
    expect(invoices).toHaveLength(1);
    expect(await knex('invoices')).toMatchObject([
      {
        id: invoices[0]?.id,
        amount_paid: total_amount,
        status: 'paid',
        subscription_id: subscription?.id,
        period_end: subscription?.items.data[0]?.current_period_end,
      },
    ]);
    const price = { package_name, total_amount, currency: 'eur' };
    expect(await shop.mails()).toEqual([
      {
        message: 'purchase-confirmed',
        to: shop.member.email,
        trial_ends_at: null,
        monthly: { amount: monthly, vat_rate: 20, is_trial: false },
        ...price,
      },
      { message: 'new-purchase', to: OPERATOR, company_name: COMPANY.name, ...price },
    ]);
  });

  test('fills in missing company details in the profile and keeps existing ones', async () => {
    const shops = [await openShop(database), await openShop(database)] as const;
    const known = { user_id: shops[1].member.id };
    await database.knex('profiles').where(known).update({ company_name: 'Known before' });
    for (const shop of shops) await shop.buy();
    const { name, address, city, postal_code } = COMPANY;
    const companyOf = ({ member }: (typeof shops)[number]) =>
      database.knex('profiles').where({ user_id: member.id }).first();
    expect(await companyOf(shops[0])).toMatchObject({
      company_name: name,
      company_address: address,
      company_city: city,
      company_postal_code: postal_code,
    });
    expect(await companyOf(shops[1])).toMatchObject({
      company_name: 'Known before',
      company_address: null,
    });
  });

  test('is followed by monthly payments with VAT', async () => {
    const shop = await openShop(database);
    await shop.buy();
    shop.standIn.acts.advance({ months: 3 });
    const { invoices } = await shop.sync(shop.member.id);
    expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([
      178_80, 178_80, 178_80, 537_60,
    ]);
    expect(await knex('invoices')).toHaveLength(4);
  });

  test('is applied once by fifty concurrent syncs', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    await shop.pay();
    const states = await syncFiftyTimes(shop);
    expect(new Set(states.map(({ subscription }) => subscription?.status))).toEqual(
      new Set(['active']),
    );
    expect(await shop.stations()).toMatchObject([{ status: 'setup_pending' }]);
    expect((await shop.mails()).map(({ message }) => message)).toEqual([
      'purchase-confirmed',
      'new-purchase',
    ]);
    expect(await knex('billing_accounts')).toMatchObject([{ applied_ticket: 6 }]);
  });

  test('mails only the operator when the member has no email address', async () => {
    const shop = await openShop(database);
    await knex('users').update({ email: null, phone: '+442079460000' });
    await shop.buy();
    expect((await shop.mails()).map(({ to }) => to)).toEqual([OPERATOR]);
  });

  test('recreates the station when it was deleted meanwhile', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    await knex('radio_stations').delete();
    await shop.pay();
    await shop.sync(shop.member.id);
    expect(await station()).toMatchObject({ status: 'setup_pending', package_name: 'Starter' });
  });

  test('is for the existing station when an admin has activated it meanwhile', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    const { id } = await station();
    await knex('radio_stations').update({ status: 'active' });
    await shop.pay();
    await shop.sync(shop.member.id);
    expect(await shop.stations()).toMatchObject([{ id, status: 'active', total_amount: 537_60 }]);
  });

  test('is not applied from a state that is older than the last one applied', async () => {
    const shop = await openShop(database);
    await shop.buy();
    await knex('billing_accounts').update({ applied_ticket: 1_000 });
    await knex('subscriptions').update({ status: 'past_due' });
    const { subscription } = await shop.sync(shop.member.id);
    expect([subscription?.status, (await subscriptionRow()).status]).toEqual([
      'active',
      'past_due',
    ]);
  });

  test.each(['internal_error', 'nonsense', 'rate_limit'] as const)(
    'is applied by a later sync when Stripe fails with %s',
    async (kind) => {
      const shop = await openShop(database);
      await shop.pageOf();
      await shop.pay();
      shop.standIn.faults.plan({ kind, method: 'GET', times: 1_000 });
      await expect(shop.sync(shop.member.id)).rejects.toMatchObject({ status: 502 });
      expect(await station()).toMatchObject({ status: 'payment_pending' });
      shop.standIn.faults.clear();
      await shop.sync(shop.member.id);
      expect(await station()).toMatchObject({ status: 'setup_pending' });
    },
  );
});

describe('a failed payment', () => {
  test('is mailed immediately, suspends the station after the grace period, and restores it once paid', async () => {
    const shop = await openShopWithFailedPayment();
    await knex('radio_stations').update({ status: 'active' });
    const failedAt = shop.app.services.now();
    expect(await subscriptionRow()).toMatchObject({ status: 'past_due' });
    const [notice] = (await shop.mails()).slice(2);
    expect(notice).toMatchObject({ message: 'payment-failed', to: shop.member.email });
    const offAir = Date.parse(String(notice?.['off_air_at']));
    expect(Math.round((offAir - failedAt) / 1_000 / DAY)).toBe(7);

    await later(shop, 6);
    expect(await station()).toMatchObject({ status: 'active' });
    await later(shop, 1.01);
    await later(shop, 0);
    const suspended = { status: 'suspended', status_before_suspension: 'active' };
    expect(await station()).toMatchObject(suspended);

    const open = (await shop.sync(shop.member.id)).invoices.find(({ status }) => status === 'open');
    expect(shop.standIn.acts.payInvoice(open?.id ?? '', CARDS.pays).outcome).toBe('paid');
    await later(shop, 0);
    await later(shop, 0);
    const back = { status: 'active', status_before_suspension: null };
    expect(await station()).toMatchObject(back);
    expect(await subscriptionRow()).toMatchObject({ status: 'active', unpaid_since: null });
    expect((await kindsOf(shop, shop.member.email)).slice(1)).toEqual([
      'payment-failed',
      'station-suspended',
      'station-restored',
    ]);
  });

  test('does not suspend the station when it is paid within the grace period', async () => {
    const shop = await openShopWithFailedPayment();
    await later(shop, 2);
    const open = (await shop.sync(shop.member.id)).invoices.find(({ status }) => status === 'open');
    shop.standIn.acts.payInvoice(open?.id ?? '', CARDS.pays);
    await later(shop, 9);
    expect(await station()).toMatchObject({ status: 'setup_pending' });
    expect((await kindsOf(shop, shop.member.email)).slice(1)).toEqual(['payment-failed']);
  });

  test('does not change a station that an admin has taken off air', async () => {
    const shop = await openShopWithFailedPayment();
    await knex('radio_stations').update({ status: 'inactive' });
    await later(shop, 8);
    expect(await station()).toMatchObject({ status: 'inactive', status_before_suspension: null });
    const open = (await shop.sync(shop.member.id)).invoices.find(({ status }) => status === 'open');
    shop.standIn.acts.payInvoice(open?.id ?? '', CARDS.pays);
    await later(shop, 0);
    expect(await station()).toMatchObject({ status: 'inactive' });
  });

  test('suspends the station immediately without a grace period', async () => {
    await openShopWithFailedPayment({ graceDays: 0 });
    expect(await station()).toMatchObject({ status: 'suspended' });
  });
});

describe('an ended subscription', () => {
  test('suspends the station after the grace period, and a new purchase restores it', async () => {
    const shop = await openShop(database);
    await shop.buy();
    await knex('radio_stations').update({ status: 'active' });
    const first = await station();
    shop.standIn.acts.endSubscription((await subscriptionRow()).id);
    await later(shop, 0);
    await later(shop, 0);
    expect(await subscriptionRow()).toMatchObject({
      status: 'canceled',
      next_payment_date: null,
      ended_at: expect.any(Date),
    });
    expect((await kindsOf(shop, shop.member.email)).slice(1)).toEqual(['subscription-ended']);
    await later(shop, 7.01);
    expect(await station()).toMatchObject({ status: 'suspended' });

    await shop.buy(orderOf('Enterprise'));
    expect(await shop.stations()).toMatchObject([
      {
        id: first.id,
        station_slug: first.station_slug,
        status: 'active',
        package_name: 'Enterprise',
        total_amount: 1_557_60,
        status_before_suspension: null,
      },
    ]);
    expect(await shop.purchases()).toMatchObject([
      { status: 'paid' },
      { status: 'paid', station_id: first.id },
    ]);
    expect((await kindsOf(shop, shop.member.email)).slice(2)).toEqual([
      'station-suspended',
      'purchase-confirmed',
    ]);
    expect(await kindsOf(shop, OPERATOR)).not.toContain('billing-alarm');
    await later(shop, 8);
    expect(await station()).toMatchObject({ status: 'active' });
  });

  test('keeps the station on air after a new purchase within the grace period', async () => {
    const shop = await openShop(database);
    await shop.buy();
    await knex('radio_stations').update({ status: 'active' });
    shop.standIn.acts.endSubscription((await subscriptionRow()).id);
    await later(shop, 1);
    await shop.buy(orderOf('Professional'));
    await later(shop, 10);
    expect(await shop.stations()).toMatchObject([
      { status: 'active', package_name: 'Professional' },
    ]);
  });

  test('does not change the station for an abandoned second purchase', async () => {
    const shop = await openShop(database);
    await shop.buy();
    shop.standIn.acts.endSubscription((await subscriptionRow()).id);
    await later(shop, 0);
    await later(shop, 8);
    await shop.pageOf(orderOf('Enterprise'));
    await later(shop, 2);
    expect((await shop.purchases()).map(({ status }) => status)).toEqual(['paid', 'expired']);
    expect(await shop.stations()).toMatchObject([
      { status: 'suspended', package_name: 'Starter', total_amount: 537_60 },
    ]);
  });
});

describe('billing alarms', () => {
  test('are raised once for a second paid subscription', async () => {
    const shop = await openShop(database);
    await shop.buy();
    const stripe = shop.app.services.payments?.stripe;
    // An admin sells a subscription on Stripe's dashboard.
    const product = await stripe?.products.create({ name: 'A jingle a month' });
    const session = await stripe?.checkout.sessions.create({
      mode: 'subscription',
      customer: shop.customer(),
      success_url: 'https://example.com',
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'eur',
            product: product?.id ?? '',
            recurring: { interval: 'month' },
            unit_amount: 699_00,
          },
        },
      ],
    });
    shop.standIn.acts.payCheckout(session?.id ?? '', CARDS.pays);
    for (let n = 0; n < 3; n += 1) await shop.sync(shop.member.id);
    const alarms = (await shop.mails()).filter(({ message }) => message === 'billing-alarm');
    expect(alarms).toMatchObject([
      {
        to: OPERATOR,
        lines: [
          expect.stringContaining('pays for 2 subscriptions at once'),
          expect.stringContaining('belongs to no purchase'),
        ],
      },
    ]);
    expect(shop.app.logged().split('"alarm":"billing"')).toHaveLength(3);
    expect(await station()).toMatchObject({ status: 'setup_pending', package_name: 'Starter' });
  });

  test('are raised once for a paid session without a purchase', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    await shop.pay();
    await knex('purchases').delete();
    for (let n = 0; n < 3; n += 1) await shop.sync(shop.member.id);
    expect(await shop.mails()).toMatchObject([
      { message: 'billing-alarm', lines: [expect.stringContaining('belongs to no purchase')] },
    ]);
  });
});

test('sync throws stripe_not_configured without a key', async () => {
  const { app, member } = await openShop(database);
  const sync = createSync({ ...app.services, payments: null });
  await expect(sync(member.id)).rejects.toMatchObject({ kind: 'stripe_not_configured' });
});
