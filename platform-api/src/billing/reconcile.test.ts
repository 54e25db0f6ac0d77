import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildUser, signedInUser } from '../../test/factories.ts';
import { openShop, orderOf, type Shop } from '../../test/purchases.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import { RECONCILE_ACCOUNTS } from './reconcile-accounts.ts';
import { LOOK_AFTER_MEMBERS, SWEEP_BILLING } from './reconcile.ts';

const database = testDatabase();
const { knex } = database;
const OPERATOR = 'desk@radio.example.com';
const HOUR = 60 * 60;
const DAY = 24 * HOUR;

async function lookAfterMembers(shop: Shop): Promise<void> {
  await runTask(shop.app, LOOK_AFTER_MEMBERS.name);
  await workOff(shop.app);
}

/** The members for whom the five-minute job queues a sync. */
async function membersToSync(shop: Shop): Promise<string[]> {
  await runTask(shop.app, LOOK_AFTER_MEMBERS.name);
  const payloads = await knex('graphile_worker._private_jobs').pluck('payload');
  await knex('graphile_worker._private_jobs').delete();
  return payloads.map(({ user_id }) => user_id);
}

describe('the five-minute job', () => {
  it('syncs only members with an open purchase', async () => {
    const shop = await openShop(database);
    expect(await membersToSync(shop)).toEqual([]);
    await shop.pageOf();
    expect(await membersToSync(shop)).toEqual([shop.member.id]);
    await shop.pay();
    await lookAfterMembers(shop);
    expect((await shop.stations())[0]?.status).toBe('setup_pending');
    expect(await membersToSync(shop)).toEqual([]);
  });

  it('queues one sync per member while it waits', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    for (let n = 0; n < 3; n += 1) await runTask(shop.app, LOOK_AFTER_MEMBERS.name);
    expect(await knex('graphile_worker._private_jobs')).toHaveLength(1);
  });

  it('expires a purchase whose checkout session has expired, and deletes its station', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    shop.standIn.acts.advance({ seconds: 2 * DAY });
    await lookAfterMembers(shop);
    expect((await shop.purchases()).map(({ status }) => status)).toEqual(['expired']);
    expect(await shop.stations()).toEqual([]);
    expect(await membersToSync(shop)).toEqual([]);
  });

  it('expires an order without a checkout session after two days, not before', async () => {
    const shop = await openShop(database);
    shop.standIn.faults.plan({ kind: 'internal_error', times: 100 });
    expect((await shop.press()).status).toBe(502);
    shop.standIn.faults.clear();
    shop.standIn.acts.advance({ seconds: 47 * HOUR });
    await lookAfterMembers(shop);
    expect((await shop.purchases()).map(({ status }) => status)).toEqual(['open']);
    shop.standIn.acts.advance({ seconds: 2 * HOUR });
    await lookAfterMembers(shop);
    expect((await shop.purchases()).map(({ status }) => status)).toEqual(['expired']);
    expect(await shop.stations()).toEqual([]);
  });

  it('suspends a station once after its grace period', async () => {
    const shop = await openShop(database, { graceDays: 3 });
    await shop.buy();
    shop.standIn.acts.breakCard(shop.customer());
    shop.standIn.acts.advance({ months: 1 });
    shop.standIn.acts.advance({ seconds: 2 * HOUR });
    await shop.sync(shop.member.id);
    await workOff(shop.app);
    expect(await membersToSync(shop)).toEqual([]);
    shop.standIn.acts.advance({ seconds: 3 * DAY });
    await lookAfterMembers(shop);
    expect((await shop.stations())[0]?.status).toBe('suspended');
    expect(shop.app.sent.mails.at(-1)?.subject).toBe('The Counting House is off air');
    expect(await membersToSync(shop)).toEqual([]);
  });

  it('syncs the other members when the sync of one fails', async () => {
    const shop = await openShop(database);
    const other = await signedInUser(shop.app);
    await shop.pageOf();
    await shop.pageOf(orderOf(), other);
    await shop.pay();
    shop.standIn.faults.plan({ kind: 'internal_error', times: 3 });
    await runTask(shop.app, LOOK_AFTER_MEMBERS.name);
    await expect(workOff(shop.app)).rejects.toMatchObject({ kind: 'billing_provider_error' });
    await workOff(shop.app);
    await lookAfterMembers(shop);
    const paid = (await shop.purchases()).map(({ status }) => status);
    expect(paid.toSorted()).toEqual(['open', 'paid']);
  });
});

describe('the nightly reconciliation', () => {
  const round = async (shop: Shop) => {
    await runTask(shop.app, RECONCILE_ACCOUNTS.name);
    await workOff(shop.app);
  };
  const summaries = (shop: Shop) =>
    [...shop.app.logged().matchAll(/"checked":(\d+),"mended":(\d+),"failed":(\d+)/g)].map(
      ([, checked, mended, failed]) => [checked, mended, failed].map(Number),
    );
  const alarms = ({ app }: Shop) =>
    app.sent.mails.filter(({ to, subject }) => to === OPERATOR && subject.includes('attention'));

  it('repairs nothing and sends no mail when all rows match Stripe', async () => {
    const shop = await openShop(database);
    await shop.buy();
    await workOff(shop.app);
    shop.app.sent.mails.length = 0;
    await round(shop);
    expect(summaries(shop)).toEqual([[1, 0, 0]]);
    expect(shop.app.sent.mails).toEqual([]);
  });

  it('repairs rows that were changed by hand', async () => {
    const shop = await openShop(database);
    await shop.buy();
    await workOff(shop.app);
    const subscriptions = await knex('subscriptions').select('status', 'amount');
    const invoices = await knex('invoices');
    await knex('subscriptions').update({ status: 'unpaid', amount: 1 });
    await knex('invoices').delete();
    await round(shop);
    expect(await knex('subscriptions').select('status', 'amount')).toEqual(subscriptions);
    expect(await knex('invoices')).toEqual(invoices);
    expect(summaries(shop)).toEqual([[1, 1, 0]]);
    expect(shop.app.logged()).toContain('"changed":["subscriptions","invoices"]');
    expect(alarms(shop)).toEqual([]);
  });

  it('applies a purchase, a renewal and a cancellation whose events were lost', async () => {
    const shop = await openShop(database);
    await shop.pageOf();
    await shop.pay();
    await round(shop);
    expect((await shop.stations())[0]?.status).toBe('setup_pending');
    shop.standIn.acts.advance({ months: 1 });
    shop.standIn.acts.advance({ seconds: 2 * HOUR });
    await round(shop);
    expect(await knex('invoices')).toHaveLength(2);
    shop.standIn.acts.endSubscription(shop.standIn.acts.subscriptions()[0]?.id ?? '');
    await round(shop);
    expect(await knex('subscriptions').pluck('status')).toEqual(['canceled']);
    expect(summaries(shop)).toEqual([
      [1, 1, 0],
      [1, 1, 0],
      [1, 1, 0],
    ]);
  });

  it('mails the operator the faults that it cannot repair, and continues with the others', async () => {
    const shop = await openShop(database);
    await shop.buy();
    const other = await signedInUser(shop.app);
    await shop.pageOf(orderOf(), other);
    await shop.pay();
    await shop.sync(other.id);
    const odd = await buildUser(knex);
    await knex('billing_accounts').insert({ user_id: odd.id });
    await knex('subscriptions').insert({
      id: 'sub_unheard_of',
      user_id: odd.id,
      status: 'active',
      amount: 1,
      currency: 'eur',
    });
    await workOff(shop.app);
    shop.app.sent.mails.length = 0;
    await knex('invoices').delete();
    // The library makes three attempts, so only the first member's sync fails.
    shop.standIn.faults.plan({ kind: 'internal_error', path: /\/subscriptions/, times: 3 });
    await round(shop);
    expect(summaries(shop)).toEqual([[3, 1, 2]]);
    expect(await knex('invoices').pluck('user_id')).toEqual([other.id]);
    expect(alarms(shop)).toHaveLength(1);
    const { text = '' } = alarms(shop)[0] ?? {};
    expect(text).toContain('3 accounts were compared with Stripe: 1 repaired, 2 not.');
    expect(text).toContain(
      `Member ${shop.member.id}: could not be compared (billing_provider_error).`,
    );
    expect(text).toContain(`Member ${odd.id}: Stripe has no subscription sub_unheard_of.`);
    expect(text).not.toContain(other.id);
  });

  it('mails an alarm for a member who pays and has no station', async () => {
    const shop = await openShop(database);
    await shop.buy();
    await workOff(shop.app);
    await knex('radio_stations').delete();
    await round(shop);
    expect(alarms(shop)[0]?.text).toMatch(
      /Member [\w-]+: pays for subscription sub_\w+ and has no station\./,
    );
  });

  it('compares each account once when one job cannot take them all', async () => {
    const shop = await openShop(database);
    await shop.buy();
    const members = await Promise.all(Array.from({ length: 60 }, () => buildUser(knex)));
    await knex('billing_accounts').insert(members.map(({ id }) => ({ user_id: id })));
    await round(shop);
    expect(summaries(shop)).toEqual([[61, 0, 0]]);
  });

  it('sends one mail when Stripe is down', async () => {
    const shop = await openShop(database);
    await shop.buy();
    await workOff(shop.app);
    shop.app.sent.mails.length = 0;
    shop.standIn.faults.plan({ kind: 'internal_error', times: 1_000 });
    await round(shop);
    expect(summaries(shop)).toEqual([[1, 0, 1]]);
    expect(alarms(shop)).toHaveLength(1);
    expect((await shop.stations())[0]?.status).toBe('setup_pending');
  });
});

describe('the nightly sweep', () => {
  it('deletes events and expired purchases after 90 days, and keeps paid purchases', async () => {
    const shop = await openShop(database);
    const now = shop.app.services.now();
    const ago = (days: number) => new Date(now - days * DAY * 1_000);
    const event = { type: 'invoice.paid', happened_at: new Date(now) };
    await knex('stripe_events').insert([
      { ...event, id: 'evt_old', received_at: ago(91), processed_at: ago(91) },
      { ...event, id: 'evt_new', received_at: ago(89) },
    ]);
    const { id: user_id } = await buildUser(knex);
    const purchase = (status: string, days: number) => ({
      id: uuidv7(),
      user_id,
      status,
      package_name: 'Starter',
      company_details: '{}',
      setup_fee: 1,
      first_month: 1,
      vat_rate: 0,
      vat_amount: 0,
      total_amount: 2,
      ordered_at: ago(days),
      created_at: ago(days),
      updated_at: ago(days),
      paid_at: status === 'paid' ? ago(days) : null,
    });
    await knex('purchases').insert([
      purchase('expired', 91),
      purchase('expired', 89),
      purchase('paid', 400),
      purchase('open', 91),
    ]);
    await runTask(shop.app, SWEEP_BILLING.name);
    expect(await knex('stripe_events').pluck('id')).toEqual(['evt_new']);
    expect(await knex('purchases').orderBy('status').pluck('status')).toEqual([
      'expired',
      'open',
      'paid',
    ]);
  });
});
