import type Stripe from 'stripe';
import { describe, expect, it, vi } from 'vitest';
import { receiveStripeEvent } from '../../contract/billing.ts';
import { testDatabase } from '../../test/database.ts';
import { buildUser } from '../../test/factories.ts';
import { CARDS, openShop, orderOf, type Shop } from '../../test/purchases.ts';
import { startApp, type TestApp } from '../../test/server.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import { LOOK_AFTER_MEMBERS } from './reconcile.ts';

const database = testDatabase();
const { knex } = database;

// oxlint-disable-next-line node/no-process-env -- the rounds that take longer are asked for by name
const IS_FULL = process.env['FULL'] === '1';

const webhookUrl = (app: TestApp) => app.url + receiveStripeEvent.path;

/** Sends an event as Stripe does. */
async function sendEvent({ app }: Pick<Shop, 'app'>, event: Stripe.Event): Promise<void> {
  const { payments, now } = app.services;
  if (!payments) throw new Error('The shop has a payment provider.');
  const payload = JSON.stringify(event);
  const header = payments.stripe.webhooks.generateTestHeaderString({
    payload,
    secret: payments.webhookSecrets[0] ?? '',
    timestamp: Math.floor(now() / 1_000),
  });
  const answer = await fetch(webhookUrl(app), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': header },
    body: payload,
  });
  if (answer.status !== 200) throw new Error(`Refused: ${await answer.text()}`);
}

/** Has the events sent that were held, and says the types of those that have come by now. */
async function releaseEvents({ standIn }: Shop): Promise<string[]> {
  // What has happened just now is on its way to be held.
  await standIn.settled();
  standIn.faults.release();
  await standIn.settled();
  return knex('stripe_events').pluck('type');
}

const isActive = async (shop: Shop) => (await shop.stations())[0]?.status === 'setup_pending';

/** What a purchase says to people, and to whom. */
const lettersOf = ({ app }: Pick<Shop, 'app'>) =>
  app.sent.letters.map(({ to, subject }) => `${to}: ${subject}`).toSorted();

/** Everything that billing moves, without the moments at which we looked. */
async function stateOf(): Promise<unknown> {
  const rowsOf = async (table: string, ...leaveOut: string[]) => {
    const rows: Record<string, unknown>[] = await knex(table).orderBy('id');
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !leaveOut.includes(column))),
    );
  };
  return {
    purchases: await rowsOf('purchases', 'updated_at'),
    stations: await rowsOf('radio_stations', 'updated_at'),
    subscriptions: await rowsOf('subscriptions', 'updated_at'),
    invoices: await rowsOf('invoices'),
    unprocessed: await knex('stripe_events').whereNull('processed_at').pluck('type'),
  };
}

/** Chance that can be repeated: Park and Miller's generator. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

function shuffled<T>(things: readonly T[], random: (below: number) => number): T[] {
  const left = [...things];
  return things.flatMap(() => left.splice(random(left.length), 1));
}

function permutations<T>(things: readonly T[]): T[][] {
  if (things.length <= 1) return [[...things]];
  return things.flatMap((first, at) =>
    permutations(things.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  );
}

describe('a paid purchase', () => {
  it('becomes a station by its webhook alone, when nobody comes back', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    shop.standIn.sendEventsTo(webhookUrl(shop.app));
    await shop.pay();
    await shop.standIn.settled();
    expect(await isActive(shop)).toBe(false);
    await workOff(shop.app);
    expect(await isActive(shop)).toBe(true);
    expect(await knex('stripe_events').whereNull('processed_at')).toEqual([]);
    expect(lettersOf(shop)).toEqual([
      expect.stringMatching(/^desk@.*A new Stationhouse customer: Starter$/),
      expect.stringMatching(/^member.*your Stationhouse station is on its way$/),
    ]);
  });

  it('becomes a station by the five-minute job, when its webhooks are lost', async () => {
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
    expect(lettersOf(shop)).toHaveLength(2);
  });

  it.each(['before', 'after', 'while'] as const)(
    'becomes one station when its webhooks come %s it is verified',
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
        expect(await shop.verify()).toEqual({ success: true, message: 'Payment Successful!' });
      if (when === 'before') await webhooks();
      if (when === 'while') await Promise.all([webhooks(), ...Array.from({ length: 4 }, verify)]);
      else await verify();
      if (when === 'after') await webhooks();
      await verify();
      await workOff(shop.app);
      expect(await isActive(shop)).toBe(true);
      expect(await shop.stations()).toHaveLength(1);
      expect(lettersOf(shop)).toHaveLength(2);
      expect(await knex('stripe_events').whereNull('processed_at')).toEqual([]);
    },
  );

  it('is found in a webhook that comes three days late', async () => {
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
  it('comes to the same in any order of its events, each up to four times', async () => {
    const now = Date.now();
    const shop = await openShop(database, { now: () => now });
    await shop.pageOf();
    const begun = await snapshot();
    await shop.pay();
    shop.standIn.acts.breakCard(shop.customer());
    shop.standIn.acts.advance({ months: 1 });
    shop.standIn.acts.advance({ seconds: 2 * 60 * 60 });
    const all = shop.standIn.acts.events().toReversed();
    const life = [
      'checkout.session.completed',
      'customer.subscription.created',
      'invoice.paid',
      'customer.subscription.updated',
      'invoice.created',
      'invoice.payment_failed',
    ].map((type) => all.findLast((event) => event.type === type));
    expect(life).not.toContain(undefined);
    const events = life.filter((event) => event !== undefined);

    const random = chance(20_261_121);
    const orders = IS_FULL
      ? permutations(events)
      : Array.from({ length: 60 }, () => shuffled(events, random));
    const inOrder = await liveThrough(shop, begun, events, () => 1);
    expect(inOrder).toMatchObject({
      state: {
        purchases: [{ status: 'paid' }],
        stations: [{ status: 'setup_pending', total_amount: 537_60 }],
        subscriptions: [{ status: 'past_due' }],
        invoices: [{ amount_paid: expect.any(Number) }, { amount_paid: expect.any(Number) }],
        unprocessed: [],
      },
      mails: ['new-purchase', 'payment-failed', 'purchase-confirmed'],
    });
    for (const order of orders) {
      const copies = order.flatMap((event) => Array.from({ length: random(4) }, () => event));
      // The first of each in their order, the copies anywhere behind.
      const sent = [...order, ...shuffled(copies, random)];
      expect(await liveThrough(shop, begun, sent, random)).toEqual(inOrder);
    }
  }, 600_000);

  it('comes to the same for events that overtake each other on their way', async () => {
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
    expect(lettersOf(shop)).toHaveLength(2);
  });
});

const TABLES = ['billing_accounts', 'radio_stations', 'purchases', 'subscriptions', 'invoices'];
type Snapshot = Record<string, object[]>;

async function snapshot(): Promise<Snapshot> {
  const rows: Snapshot = {};
  for (const table of TABLES) rows[table] = await knex(table);
  return rows;
}

/** Begins anew with the rows of the snapshot, hears the events and says what came of it. */
async function liveThrough(
  shop: Shop,
  begun: Snapshot,
  events: Stripe.Event[],
  random: (below: number) => number,
): Promise<{ state: unknown; mails: string[] }> {
  // Emptying five small tables takes longer than deleting what is in them.
  for (const table of ['stripe_events', ...TABLES.toReversed()]) await knex(table).delete();
  await knex('graphile_worker._private_jobs').delete();
  for (const table of TABLES) {
    const rows = (begun[table] ?? []).map((row) =>
      Object.fromEntries(
        // pg takes a list for an array: what is JSON goes in as its text.
        Object.entries(row).map(([column, value]) => [
          column,
          column === 'company_details' ? JSON.stringify(value) : value,
        ]),
      ),
    );
    if (rows.length > 0) await knex(table).insert(rows);
  }
  const lookInto = () => workOff(shop.app, ['sync_stripe_customer']);
  for (const event of events) {
    await sendEvent(shop, event);
    if (random(5) === 0) await lookInto();
  }
  await lookInto();
  const mails = await shop.mails();
  return { state: await stateOf(), mails: mails.map(({ message }) => message).toSorted() };
}

describe('an event’s customer', () => {
  it('whose number never reached us is known by the member’s id that it carries', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    await shop.pay();
    await knex('billing_accounts').update({ customer_id: null });
    const event = shop.standIn.acts.events().find(({ type }) => type === 'invoice.paid');
    if (!event) throw new Error('An invoice was paid.');
    await sendEvent(shop, event);
    await workOff(shop.app);
    expect(await isActive(shop)).toBe(true);
    expect(await knex('billing_accounts').pluck('customer_id')).toEqual([shop.customer()]);
  });

  it('who is nobody of ours raises an alarm, and is asked for again', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    await shop.pay();
    const event = shop.standIn.acts.events().find(({ type }) => type === 'invoice.paid');
    if (!event) throw new Error('An invoice was paid.');
    // The account is another customer's by now, and stays it.
    await knex('billing_accounts').update({ customer_id: 'cus_another' });
    await sendEvent(shop, event);
    await expect(workOff(shop.app)).rejects.toThrow('Nobody of ours');
    expect(shop.app.logged()).toContain('"alarm":"stripe_event"');
    expect(await knex('billing_accounts').pluck('customer_id')).toEqual(['cus_another']);
    expect(await knex('stripe_events').pluck('processed_at')).toEqual([null]);
    // It is somebody's after all.
    await knex('billing_accounts').update({ customer_id: shop.customer() });
    await runTask(shop.app, 'sync_stripe_customer', { customer_id: shop.customer() });
    expect(await isActive(shop)).toBe(true);
    expect(await knex('stripe_events').whereNull('processed_at')).toEqual([]);
  });

  it('who carries the id of nobody, or of no member, is not made one', async () => {
    const shop = await openShop(database);
    const { payments } = shop.app.services;
    for (const user_id of ['', 'not an id', '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10']) {
      const { id } = (await payments?.stripe.customers.create({ metadata: { user_id } })) ?? {};
      await expect(runTask(shop.app, 'sync_stripe_customer', { customer_id: id })).rejects.toThrow(
        'Nobody of ours',
      );
    }
    expect(await knex('billing_accounts')).toEqual([]);
  });
});

describe('looking into an event', () => {
  it('fails while Stripe is down, and is done when it is back', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    await shop.pay();
    const event = shop.standIn.acts.events().find(({ type }) => type === 'invoice.paid');
    if (!event) throw new Error('An invoice was paid.');
    await sendEvent(shop, event);
    shop.standIn.faults.plan({ kind: 'internal_error', times: 100 });
    await expect(workOff(shop.app)).rejects.toMatchObject({ kind: 'billing_provider_error' });
    expect(await knex('stripe_events').pluck('processed_at')).toEqual([null]);
    shop.standIn.faults.clear();
    await runTask(shop.app, 'sync_stripe_customer', { customer_id: shop.customer() });
    expect(await isActive(shop)).toBe(true);
    expect(await knex('stripe_events').whereNull('processed_at')).toEqual([]);
  });

  it('leaves alone an event that came when it had begun', async () => {
    const shop = await openShop(database);
    await shop.buy();
    const [first, second] = shop.standIn.acts
      .events()
      .filter(({ type }) => type.startsWith('invoice.'));
    if (!first || !second) throw new Error('An invoice was made and paid.');
    await sendEvent(shop, first);
    const tickets = () => knex('billing_accounts').first('last_ticket');
    const before = await tickets();
    shop.standIn.faults.plan({ kind: 'time_out', method: 'GET', times: 1 });
    const work = runTask(shop.app, 'sync_stripe_customer', { customer_id: shop.customer() });
    // It has begun when it has drawn its ticket; the answer that it waits for takes longer.
    await vi.waitFor(async () => expect(await tickets()).not.toEqual(before), { timeout: 10_000 });
    await sendEvent(shop, second);
    await work;
    expect(await knex('stripe_events').whereNull('processed_at').pluck('id')).toEqual([second.id]);
    // Its own job is still to come.
    await workOff(shop.app);
    expect(await knex('stripe_events').whereNull('processed_at')).toEqual([]);
  });

  it('about a member changes nobody else', async () => {
    const shop = await openShop(database);
    const bystander = await buildUser(knex);
    await shop.buy(orderOf(), CARDS.pays);
    const before = await stateOf();
    await runTask(shop.app, 'sync_stripe_customer', { customer_id: shop.customer() });
    expect(await stateOf()).toEqual(before);
    expect(await knex('billing_accounts').where({ user_id: bystander.id })).toEqual([]);
  });
});

it('the work of the five-minute job waits for a key where there is none', async () => {
  const app = await startApp(database);
  const user = await buildUser(knex);
  await expect(runTask(app, 'sync_member', { user_id: user.id })).rejects.toMatchObject({
    kind: 'stripe_not_configured',
  });
});
