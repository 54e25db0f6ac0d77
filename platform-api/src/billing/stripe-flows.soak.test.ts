import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { chance, shuffled } from '../../test/chance.ts';
import { testDatabase } from '../../test/database.ts';
import { openShop, type Shop } from '../../test/purchases.ts';
import { billingRows, sendStripeEvent } from '../../test/stripe-events.ts';
import { workOff } from '../../test/work-off.ts';

const database = testDatabase();
const { knex } = database;

function permutations<T>(things: readonly T[]): T[][] {
  if (things.length <= 1) return [[...things]];
  return things.flatMap((first, at) =>
    permutations(things.toSpliced(at, 1)).map((rest) => [first, ...rest]),
  );
}

describe('a subscription’s life', () => {
  it('has the same result for any order of its events, each up to four times', async () => {
    const now = Date.now();
    const shop = await openShop(database, { now: () => now });
    await shop.pageOf();
    const begun = await snapshot();
    await shop.pay();
    shop.standIn.acts.breakCard(shop.customer());
    shop.standIn.acts.advance({ months: 1 });
    shop.standIn.acts.advance({ seconds: 2 * 60 * 60 });
    const all = shop.standIn.acts.events().toReversed();
    const scenario = [
      'checkout.session.completed',
      'customer.subscription.created',
      'invoice.paid',
      'customer.subscription.updated',
      'invoice.created',
      'invoice.payment_failed',
    ].map((type) => all.findLast((event) => event.type === type));
    expect(scenario).not.toContain(undefined);
    const events = scenario.filter((event) => event !== undefined);

    const random = chance(20_261_121);
    const inOrder = await replayEvents(shop, begun, events, () => 1);
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
    for (const order of permutations(events)) {
      const copies = order.flatMap((event) => Array.from({ length: random(4) }, () => event));
      // The first copies come in this order, the others after them at random.
      const sent = [...order, ...shuffled(copies, random)];
      expect(await replayEvents(shop, begun, sent, random)).toEqual(inOrder);
    }
  }, 600_000);
});

const TABLES = ['billing_accounts', 'radio_stations', 'purchases', 'subscriptions', 'invoices'];
type Snapshot = Record<string, object[]>;

async function snapshot(): Promise<Snapshot> {
  const rows: Snapshot = {};
  for (const table of TABLES) rows[table] = await knex(table);
  return rows;
}

/** Restores the snapshot, processes the events and returns the resulting state. */
async function replayEvents(
  shop: Shop,
  begun: Snapshot,
  events: Stripe.Event[],
  random: (below: number) => number,
): Promise<{ state: unknown; mails: string[] }> {
  // Truncating small tables takes longer than deleting their rows.
  for (const table of ['stripe_events', ...TABLES.toReversed()]) await knex(table).delete();
  await knex('graphile_worker._private_jobs').delete();
  for (const table of TABLES) {
    const rows = (begun[table] ?? []).map((row) =>
      Object.fromEntries(
        // pg would send a list as an array, so JSON is passed as text.
        Object.entries(row).map(([column, value]) => [
          column,
          column === 'company_details' ? JSON.stringify(value) : value,
        ]),
      ),
    );
    if (rows.length > 0) await knex(table).insert(rows);
  }
  const processQueued = () => workOff(shop.app, ['sync_stripe_customer']);
  for (const event of events) {
    await sendStripeEvent(shop.app, event);
    if (random(5) === 0) await processQueued();
  }
  await processQueued();
  const mails = await shop.mails();
  return { state: await billingRows(knex), mails: mails.map(({ message }) => message).toSorted() };
}
