import { describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildUser } from '../../test/factories.ts';
import { CARDS, openShop, orderOf, type Shop } from '../../test/purchases.ts';
import { startApp } from '../../test/server.ts';
import { billingRows, sendStripeEvent, webhookUrl } from '../../test/stripe-events.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import { LOOK_AFTER_MEMBERS } from './reconcile.ts';

const database = testDatabase();
const { knex } = database;

/** Delivers the held events and returns the types of all received events. */
async function releaseEvents({ standIn }: Shop): Promise<string[]> {
  // The latest events may not be held yet.
  await standIn.settled();
  standIn.faults.release();
  await standIn.settled();
  return knex('stripe_events').pluck('type');
}

const isActive = async (shop: Shop) => (await shop.stations())[0]?.status === 'setup_pending';

/** The recipient and subject of each mail. */
const mailsOf = ({ app }: Pick<Shop, 'app'>) =>
  app.sent.mails.map(({ to, subject }) => `${to}: ${subject}`).toSorted();

describe('a paid purchase', () => {
  it('is activated by its webhook alone when the member does not return', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    shop.standIn.sendEventsTo(webhookUrl(shop.app));
    await shop.pay();
    await shop.standIn.settled();
    expect(await isActive(shop)).toBe(false);
    await workOff(shop.app);
    expect(await isActive(shop)).toBe(true);
    expect(await knex('stripe_events').whereNull('processed_at')).toEqual([]);
    expect(mailsOf(shop)).toEqual([
      expect.stringMatching(/^desk@.*A new Stationhouse customer: Starter$/),
      expect.stringMatching(/^member.*your Stationhouse station is on its way$/),
    ]);
  });

  it('is activated by the five-minute job when its webhooks are lost', async () => {
    const shop = await openShop(database);
    shop.standIn.sendEventsTo(webhookUrl(shop.app));
    shop.standIn.faults.deliver({ lose: true });
    await shop.pageOf();
    await shop.pay();
    await shop.standIn.settled();
    await workOff(shop.app);
    expect([await isActive(shop), await knex('stripe_events')]).toEqual([false, []]);
    shop.standIn.acts.advance({ seconds: 5 * 60 });
    await runTask(shop.app, LOOK_AFTER_MEMBERS.name);
    await workOff(shop.app);
    expect(await isActive(shop)).toBe(true);
    expect(mailsOf(shop)).toHaveLength(2);
  });

  it.each(['before', 'after', 'while'] as const)(
    'creates one station when its webhooks arrive %s it is verified',
    async (when) => {
      const shop = await openShop(database);
      shop.standIn.sendEventsTo(webhookUrl(shop.app));
      shop.standIn.faults.deliver({ copies: 2, hold: true });
      await shop.pageOf();
      await shop.pay();
      const webhooks = async () => {
        expect(await releaseEvents(shop)).toContain('invoice.paid');
        await workOff(shop.app, ['sync_stripe_customer']);
        expect(await isActive(shop)).toBe(true);
      };
      const verify = async () =>
        expect(await shop.verify()).toMatchObject({
          success: true,
          message: 'Payment Successful!',
        });
      if (when === 'before') await webhooks();
      if (when === 'while') await Promise.all([webhooks(), ...Array.from({ length: 4 }, verify)]);
      else await verify();
      if (when === 'after') await webhooks();
      await verify();
      await workOff(shop.app);
      expect(await isActive(shop)).toBe(true);
      expect(await shop.stations()).toHaveLength(1);
      expect(mailsOf(shop)).toHaveLength(2);
      expect(await knex('stripe_events').whereNull('processed_at')).toEqual([]);
    },
  );

  it('is activated by a webhook that arrives three days late', async () => {
    const shop = await openShop(database, { now: Date.now });
    shop.standIn.sendEventsTo(webhookUrl(shop.app));
    shop.standIn.faults.deliver({ hold: true });
    await shop.pageOf();
    await shop.pay();
    shop.standIn.acts.advance({ seconds: 3 * 24 * 60 * 60 });
    expect(await releaseEvents(shop)).toContain('invoice.paid');
    await workOff(shop.app);
    expect(await isActive(shop)).toBe(true);
    expect((await shop.purchases())[0]?.status).toBe('paid');
  });
});

describe('a subscription’s life', () => {
  it('has the same result when events arrive out of order', async () => {
    const shop = await openShop(database, { now: Date.now });
    shop.standIn.sendEventsTo(webhookUrl(shop.app));
    shop.standIn.faults.deliver({ copies: 3, order: 'shuffled', delayMs: 5 });
    await shop.pageOf();
    await shop.pay();
    for (let month = 0; month < 2; month += 1) {
      shop.standIn.acts.advance({ months: 1 });
      shop.standIn.acts.advance({ seconds: 2 * 60 * 60 });
      await workOff(shop.app);
    }
    await shop.standIn.settled();
    await workOff(shop.app);
    expect(await isActive(shop)).toBe(true);
    expect(await knex('invoices').orderBy('created_at').pluck('amount_paid')).toEqual([
      537_60, 178_80, 178_80,
    ]);
    expect(await knex('stripe_events').whereNull('processed_at')).toEqual([]);
    expect(mailsOf(shop)).toHaveLength(2);
  });
});

describe('an event’s customer', () => {
  it('whose id was never saved is identified by the member’s id in its metadata', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    await shop.pay();
    await knex('billing_accounts').update({ customer_id: null });
    const event = shop.standIn.acts.events().find(({ type }) => type === 'invoice.paid');
    if (!event) throw new Error('An invoice was paid.');
    await sendStripeEvent(shop.app, event);
    await workOff(shop.app);
    expect(await isActive(shop)).toBe(true);
    expect(await knex('billing_accounts').pluck('customer_id')).toEqual([shop.customer()]);
  });

  it('that is unknown raises an alarm, and the event is processed on a retry', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    await shop.pay();
    const event = shop.standIn.acts.events().find(({ type }) => type === 'invoice.paid');
    if (!event) throw new Error('An invoice was paid.');
    // The account is linked to another customer, which must not change.
    await knex('billing_accounts').update({ customer_id: 'cus_another' });
    await sendStripeEvent(shop.app, event);
    await expect(workOff(shop.app)).rejects.toThrow('No member is the Stripe customer');
    expect(shop.app.logged()).toContain('"alarm":"stripe_event"');
    expect(await knex('billing_accounts').pluck('customer_id')).toEqual(['cus_another']);
    expect(await knex('stripe_events').pluck('processed_at')).toEqual([null]);
    // The retry finds the member.
    await knex('billing_accounts').update({ customer_id: shop.customer() });
    await runTask(shop.app, 'sync_stripe_customer', { customer_id: shop.customer() });
    expect(await isActive(shop)).toBe(true);
    expect(await knex('stripe_events').whereNull('processed_at')).toEqual([]);
  });

  it('with an invalid or unknown member id in its metadata is not linked', async () => {
    const shop = await openShop(database);
    const { payments } = shop.app.services;
    for (const user_id of ['', 'not an id', '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10']) {
      const { id } = (await payments?.stripe.customers.create({ metadata: { user_id } })) ?? {};
      await expect(runTask(shop.app, 'sync_stripe_customer', { customer_id: id })).rejects.toThrow(
        'No member is the Stripe customer',
      );
    }
    expect(await knex('billing_accounts')).toEqual([]);
  });
});

describe('processing an event', () => {
  it('fails while Stripe is down and succeeds once it is back', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    await shop.pay();
    const event = shop.standIn.acts.events().find(({ type }) => type === 'invoice.paid');
    if (!event) throw new Error('An invoice was paid.');
    await sendStripeEvent(shop.app, event);
    shop.standIn.faults.plan({ kind: 'internal_error', times: 100 });
    await expect(workOff(shop.app)).rejects.toMatchObject({ kind: 'billing_provider_error' });
    expect(await knex('stripe_events').pluck('processed_at')).toEqual([null]);
    shop.standIn.faults.clear();
    await runTask(shop.app, 'sync_stripe_customer', { customer_id: shop.customer() });
    expect(await isActive(shop)).toBe(true);
    expect(await knex('stripe_events').whereNull('processed_at')).toEqual([]);
  });

  it('does not mark an event that arrived after it began', async () => {
    const shop = await openShop(database);
    await shop.buy();
    const [first, second] = shop.standIn.acts
      .events()
      .filter(({ type }) => type.startsWith('invoice.'));
    if (!first || !second) throw new Error('An invoice was made and paid.');
    await sendStripeEvent(shop.app, first);
    const tickets = () => knex('billing_accounts').first('last_ticket');
    const before = await tickets();
    shop.standIn.faults.plan({ kind: 'time_out', method: 'GET', times: 1 });
    const work = runTask(shop.app, 'sync_stripe_customer', { customer_id: shop.customer() });
    // The work has begun once it has its ticket; its first request then times out.
    await vi.waitFor(async () => expect(await tickets()).not.toEqual(before), { timeout: 10_000 });
    await sendStripeEvent(shop.app, second);
    await work;
    expect(await knex('stripe_events').whereNull('processed_at').pluck('id')).toEqual([second.id]);
    // The second event has its own job.
    await workOff(shop.app);
    expect(await knex('stripe_events').whereNull('processed_at')).toEqual([]);
  });

  it('of one member does not change other members', async () => {
    const shop = await openShop(database);
    const bystander = await buildUser(knex);
    await shop.buy(orderOf(), CARDS.pays);
    const before = await billingRows(knex);
    await runTask(shop.app, 'sync_stripe_customer', { customer_id: shop.customer() });
    expect(await billingRows(knex)).toEqual(before);
    expect(await knex('billing_accounts').where({ user_id: bystander.id })).toEqual([]);
  });
});

it('a sync job fails without a key', async () => {
  const app = await startApp(database);
  const user = await buildUser(knex);
  await expect(runTask(app, 'sync_member', { user_id: user.id })).rejects.toMatchObject({
    kind: 'stripe_not_configured',
  });
});
