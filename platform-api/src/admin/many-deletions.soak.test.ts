import { describe, expect, it } from 'vitest';
import { deleteCustomer } from '../../contract/admin/customer-acts.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { madeApiKey, signedInUser, signInAgain, type SignedInUser } from '../../test/factories.ts';
import { crashWhileFinishing, deletionMails, stepUpToken } from '../../test/deleted-user.ts';
import { openShop, orderOf, type Shop } from '../../test/purchases.ts';
import { startApp } from '../../test/server.ts';
import { tracesOf } from '../../test/traces.ts';
import { leftovers, NOTHING_LEFT, upload } from '../../test/uploads.ts';
import { workOff } from '../../test/work-off.ts';

const database = testDatabase();
const { knex } = database;

// oxlint-disable-next-line node/no-process-env -- the rounds that take longer are asked for by name

/** A full run deletes a thousand customers, a quick one fewer. */
const ROUNDS = 50;
const CUSTOMERS_A_ROUND = 20;

/** Every tenth deletion is killed midway. */
const KILLED = 10;

/**
 * Where: at one of the six requests of the payment provider and the storage that the deletion of such a
 * customer takes, before it or after.
 */
const DEATHS = Array.from({ length: 6 }, (_, at) =>
  (['before', 'after'] as const).map((when) => ({ at, when })),
).flat();

interface Customer {
  id: string;
  email: string;
  /** Texts that identify them, beside their id. */
  names: string[];
}

/** A user with a name, a paid station, a file, a key, and a queued mail. */
async function buildCustomer(shop: Shop, number: number): Promise<Customer> {
  const { app } = shop;
  const member: SignedInUser = await signedInUser(app);
  const { id, email } = member;
  const first_name = `Adelheid the ${number}th`;
  await knex('profiles').where({ user_id: id }).update({ first_name });
  await shop.pageOf(orderOf('Starter', { name: `Counting House ${number}` }), member);
  expect((await shop.pay()).outcome).toBe('paid');
  await shop.sync(id);
  expect((await upload(app, member)).status).toBe(201);
  await madeApiKey(app, member);
  await app.post('/v1/auth/recover', { email });
  const station = await knex('radio_stations').where({ user_id: id }).first('id', 'station_slug');
  return { id, email, names: [email, first_name, station.id, station.station_slug] };
}

/** Deletes them as an admin does, by turns at two replicas; then all work is done. */
async function deleteAll(shop: Shop, admin: SignedInUser, ids: string[]): Promise<void> {
  const { app } = shop;
  const { payments, storage, now } = app.services;
  const replica = await startApp(database, { payments, storage, now });
  // A thousand take longer than an access token lives.
  const session = { ...admin, ...(await signInAgain(app, admin)) };
  const headers = { 'Step-Up': await stepUpToken(app, session) };
  for (const [n, user_id] of ids.entries()) {
    const sent = { token: session.access_token, headers, params: { user_id } };
    expect((await send(n % 2 === 0 ? app : replica, deleteCustomer, sent)).status).toBe(202);
    const death = n % KILLED === 0 ? DEATHS[(killed += 1) % DEATHS.length] : undefined;
    if (death) await crashWhileFinishing(shop, user_id, death);
  }
  await replica.close();
  await workOff(app);
}

let killed = 0;

describe('a thousand deletions', () => {
  it(
    'leave nothing of anybody, though every tenth is killed midway',
    { timeout: 3_600_000 },
    async () => {
      const shop = await openShop(database);
      const { app } = shop;
      const admin = await signedInUser(app, { role: 'admin' });
      for (let round = 0; round < ROUNDS; round += 1) {
        const customers: Customer[] = [];
        for (let n = 1; n <= CUSTOMERS_A_ROUND; n += 1) {
          customers.push(await buildCustomer(shop, round * CUSTOMERS_A_ROUND + n));
        }
        const ids = customers.map(({ id }) => id);
        const names = customers.flatMap((customer) => customer.names);
        // Otherwise the check for leftovers would prove nothing.
        const tables = ['_private_jobs', 'profiles', 'radio_stations', 'users'];
        expect(await tracesOf(knex, names)).toEqual(expect.arrayContaining(tables));

        await deleteAll(shop, admin, ids);
        expect(await tracesOf(knex, names)).toEqual([]);
        expect(await tracesOf(knex, ids)).toEqual(['audit_log', 'departures']);
        expect(await leftovers(app)).toEqual(NOTHING_LEFT);
        expect(await shop.openSessions()).toEqual([]);
        for (const customer of customers) expect(deletionMails([app], customer)).toHaveLength(1);
      }
      expect(await knex('departures').whereNull('done_at')).toEqual([]);
      const statuses = shop.standIn.acts.subscriptions().map(({ status }) => status);
      expect(statuses).toEqual(Array(ROUNDS * CUSTOMERS_A_ROUND).fill('canceled'));
      expect(killed).toBe(statuses.length / KILLED);
    },
  );
});
