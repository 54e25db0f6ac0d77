import { describe, expect, it } from 'vitest';
import { receiveStripeEvent } from '../../contract/billing/calls.ts';
import { testDatabase } from '../../test/database.ts';
import { openShop, orderOf, type Shop } from '../../test/purchases.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import { CHECK_CHARGE } from './refunds-and-disputes.ts';

const database = testDatabase();
const { knex } = database;
const OPERATOR = 'desk@radio.example.com';

/** A shop with one paid purchase, whose events are delivered. */
async function openSoldShop(): Promise<Shop & { charge: string }> {
  const shop = await openShop(database);
  await shop.buy(orderOf('Starter'));
  await workOff(shop.app);
  shop.app.sent.mails.length = 0;
  shop.standIn.sendEventsTo(shop.app.url + receiveStripeEvent.path);
  return { ...shop, charge: shop.standIn.acts.charges()[0]?.id ?? 'none' };
}

async function settle({ standIn, app }: Shop): Promise<void> {
  await standIn.settled();
  await workOff(app);
}

const invoice = () => knex('invoices').first('amount_refunded', 'disputed_at', 'amount_paid');
const alarms = ({ app }: Shop) => app.sent.mails.filter(({ to }) => to === OPERATOR);

describe('a refund', () => {
  it('is saved with its invoice and mails one alarm, even when events are repeated', async () => {
    const shop = await openSoldShop();
    shop.standIn.faults.deliver({ copies: 4 });
    shop.standIn.acts.refund(shop.charge, 89_60);
    await settle(shop);
    await runTask(shop.app, CHECK_CHARGE.name, { charge_id: shop.charge });
    await workOff(shop.app);
    expect(await invoice()).toEqual({
      amount_refunded: 89_60,
      disputed_at: null,
      amount_paid: 537_60,
    });
    expect(alarms(shop)).toHaveLength(1);
    expect(alarms(shop)[0]?.text).toContain(
      `of ${shop.member.email}: €89.60 of it has been refunded in all.`,
    );
    expect(await knex('stripe_events').whereNull('processed_at')).toEqual([]);
  });

  it('of the rest mails another alarm with the total', async () => {
    const shop = await openSoldShop();
    shop.standIn.acts.refund(shop.charge, 89_60);
    await settle(shop);
    shop.standIn.acts.refund(shop.charge);
    await settle(shop);
    expect(await invoice()).toMatchObject({ amount_refunded: 537_60 });
    expect(alarms(shop).map(({ text }) => /€[\d.,]+/.exec(text)?.[0])).toEqual([
      '€89.60',
      '€537.60',
    ]);
  });

  it('changes no station, and a later sync keeps the refunded amount', async () => {
    const shop = await openSoldShop();
    const before = await knex('radio_stations');
    shop.standIn.acts.refund(shop.charge);
    await settle(shop);
    await shop.sync(shop.member.id);
    expect(await knex('radio_stations')).toEqual(before);
    expect(await invoice()).toMatchObject({ amount_refunded: 537_60 });
  });

  it('is saved even when its event arrives before the payment’s', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    await shop.pay();
    const charge = shop.standIn.acts.charges()[0]?.id ?? 'none';
    shop.standIn.acts.refund(charge, 1_00);
    await runTask(shop.app, CHECK_CHARGE.name, { charge_id: charge });
    expect(await invoice()).toMatchObject({ amount_refunded: 1_00 });
    expect((await shop.stations())[0]?.status).toBe('setup_pending');
  });

  it('is saved once when many checks run concurrently', async () => {
    const shop = await openSoldShop();
    shop.standIn.acts.refund(shop.charge, 5_00);
    const looks = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        runTask(shop.app, CHECK_CHARGE.name, { charge_id: shop.charge }),
      ),
    );
    // A check that lost the race fails, and its job is retried.
    for (const look of looks.filter(({ status }) => status === 'rejected')) {
      expect(String((look as PromiseRejectedResult).reason)).toContain('changed meanwhile');
    }
    await settle(shop);
    expect(await invoice()).toMatchObject({ amount_refunded: 5_00 });
    expect(alarms(shop)).toHaveLength(1);
  });
});

describe('a dispute', () => {
  it('is saved with its invoice and mails one alarm', async () => {
    const shop = await openSoldShop();
    const before = await knex('radio_stations');
    shop.standIn.faults.deliver({ copies: 3 });
    shop.standIn.acts.dispute(shop.charge);
    await settle(shop);
    await runTask(shop.app, CHECK_CHARGE.name, { charge_id: shop.charge });
    await workOff(shop.app);
    expect(await invoice()).toMatchObject({ amount_refunded: 0, disputed_at: expect.any(Date) });
    expect(alarms(shop)).toHaveLength(1);
    expect(alarms(shop)[0]?.text).toContain('disputes the payment');
    expect(await knex('radio_stations')).toEqual(before);
    expect(await knex('stripe_events').whereNull('processed_at')).toEqual([]);
  });
});

describe('a charge', () => {
  it('that is missing at Stripe fails its job, which is retried', async () => {
    const shop = await openSoldShop();
    await expect(
      runTask(shop.app, CHECK_CHARGE.name, { charge_id: 'ch_00000000' }),
    ).rejects.toMatchObject({ kind: 'billing_provider_error' });
  });

  it('of an unknown customer raises an alarm', async () => {
    const shop = await openSoldShop();
    await knex('billing_accounts').update({ customer_id: 'cus_another' });
    await expect(runTask(shop.app, CHECK_CHARGE.name, { charge_id: shop.charge })).rejects.toThrow(
      'No member is the Stripe customer',
    );
    expect(shop.app.logged()).toContain('"alarm":"stripe_event"');
  });
});
