import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser } from '../../test/factories.ts';
import { patientTransaction, untilLockIsAwaited } from '../../test/held-locks.ts';
import { deleteAccount } from '../deletion/delete-account.ts';
import { Customer } from './list-customers.ts';

const { knex } = testDatabase();

const rowOf = (user_id: string) => Customer.query(knex).findById(user_id);

const addInvoice = (user_id: string, of: Record<string, unknown> = {}) =>
  knex('invoices').insert({
    id: `in_${uuidv7()}`,
    user_id,
    currency: 'eur',
    period_start: 0,
    period_end: 1,
    status: 'paid',
    amount_paid: 100,
    ...of,
  });

/** Rows that differ from what the triggers would write now. */
async function faults(): Promise<unknown[]> {
  const { rows } = await knex.raw(`
    (select 'has' as side, * from customers except select 'has', * from customers_anew)
    union all (select 'lacks', * from customers_anew except select 'lacks', * from customers)
  `);
  return rows;
}

describe('a row of the customers table', () => {
  it('follows every change of its sources', async () => {
    const { id, email } = await buildUser(knex);
    expect(await rowOf(id)).toMatchObject({ role: 'user', email, status: null, currency: 'eur' });
    await knex('users').where({ id }).update({ email: 'ada@example.com' });
    await knex('user_roles').where({ user_id: id }).update({ role: 'admin' });
    await knex('profiles').where({ user_id: id }).update({
      first_name: 'Ada',
      last_name: 'Byron',
      company_name: 'The Counting House',
      setup_form_submitted: true,
      setup_form_submitted_at: '2026-11-21T09:30:00.123Z',
    });
    await buildStation(knex, { user_id: id, station_slug: 'blue', package_name: 'Starter' });
    await knex('radio_stations').where({ user_id: id }).update({ total_amount: 44_800 });
    await addInvoice(id, { amount_refunded: 30 });
    await addInvoice(id, { status: 'open' });
    expect(await rowOf(id)).toMatchObject({
      role: 'admin',
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Byron',
      company_name: 'The Counting House',
      status: 'active',
      station_slug: 'blue',
      package_name: 'Starter',
      total_amount: 44_800,
      collected_amount: 70,
      setup_form_submitted_at: new Date('2026-11-21T09:30:00.123Z'),
    });
    await knex('radio_stations').where({ user_id: id }).delete();
    await knex('invoices').where({ user_id: id }).update({ status: 'void' });
    expect(await rowOf(id)).toMatchObject({
      status: null,
      total_amount: null,
      collected_amount: 0,
    });
    expect(await faults()).toEqual([]);
  });

  it('shows an unpaid station only when there is no other', async () => {
    const { id: user_id } = await buildUser(knex);
    await buildStation(knex, { user_id, status: 'payment_pending' });
    expect(await rowOf(user_id)).toMatchObject({ status: 'payment_pending' });
    await buildStation(knex, { user_id, status: 'inactive' });
    expect(await rowOf(user_id)).toMatchObject({ status: 'inactive' });
  });

  it('follows a station to its new owner', async () => {
    const station = await buildStation(knex);
    const { id } = await buildUser(knex);
    await knex('radio_stations').where({ id: station.id }).update({ user_id: id });
    expect(await rowOf(id)).toMatchObject({ status: 'active' });
    expect(await rowOf(station.user_id)).toMatchObject({ status: null });
  });

  it('is not written by a sign-in or an update without changes', async () => {
    const { id } = await buildUser(knex);
    const written = async () => (await knex('customers').first(knex.raw('xmin::text')))?.xmin;
    const before = await written();
    await knex('users').where({ id }).update({ password_hash: 'another' });
    await knex('profiles').where({ user_id: id }).update({ country: 'France' });
    await knex('profiles').where({ user_id: id }).update({ first_name: 'User' });
    expect(await written()).toBe(before);
    await knex('profiles').where({ user_id: id }).update({ first_name: 'Ada' });
    expect(await written()).not.toBe(before);
  });

  it('does not block updates of columns that it lacks', async () => {
    const changing = knex.transaction(async (trx) => {
      await trx.raw('alter table radio_stations alter column setup_notes type varchar');
      await trx.raw('alter table profiles drop column country');
      throw new Error('It shall stay as it was');
    });
    await expect(changing).rejects.toThrow('It shall stay as it was');
  });

  it('is deleted with the account, or with the user’s row', async () => {
    const [ada, bob] = [await buildUser(knex), await buildUser(knex)];
    await buildStation(knex, { user_id: ada.id });
    await knex.transaction((trx) => deleteAccount(trx, { userId: ada.id, requestedBy: ada.id }));
    expect(await rowOf(ada.id)).toBeUndefined();
    await addInvoice(ada.id);
    expect(await rowOf(ada.id)).toBeUndefined();
    await buildStation(knex, { user_id: bob.id });
    await knex('users').where({ id: bob.id }).delete();
    expect(await knex('customers')).toEqual([]);
  });
});

describe('two transactions of one customer', () => {
  it('are both seen, although the second began before the first was committed', async () => {
    const { id: user_id } = await buildUser(knex);
    await buildStation(knex, { user_id });
    const [first, second] = [await knex.transaction(), await patientTransaction(knex)];
    await first('profiles').where({ user_id }).update({ first_name: 'Ada' });
    await second('radio_stations').where({ user_id }).update({ station_slug: 'blue' });
    await first.raw('set constraints all immediate');
    const committed = second.commit();
    await untilLockIsAwaited(knex);
    await first.commit();
    await committed;
    expect(await rowOf(user_id)).toMatchObject({ first_name: 'Ada', station_slug: 'blue' });
    expect(await faults()).toEqual([]);
  });

  it('leave no row of a customer who is deleted meanwhile', async () => {
    const { id: user_id } = await buildUser(knex);
    const [leaving, paying] = [await knex.transaction(), await patientTransaction(knex)];
    await leaving('users').where({ id: user_id }).update({ departed_at: new Date() });
    await paying('invoices').insert({
      id: 'in_1',
      user_id,
      currency: 'eur',
      period_start: 0,
      period_end: 1,
      status: 'paid',
      amount_paid: 1,
    });
    await leaving.raw('set constraints all immediate');
    const committed = paying.commit();
    await untilLockIsAwaited(knex);
    await leaving.commit();
    await committed;
    expect(await knex('customers')).toEqual([]);
  });

  it('never deadlock, in whatever order they write', async () => {
    const { id: user_id } = await buildUser(knex);
    await buildStation(knex, { user_id });
    await addInvoice(user_id);
    const renamed = (round: number) =>
      knex.transaction(async (trx) => {
        await trx('profiles')
          .where({ user_id })
          .update({ first_name: `Ada ${round}` });
        await trx('invoices').where({ user_id }).update({ amount_paid: round });
      });
    const moved = (round: number) =>
      knex.transaction(async (trx) => {
        await trx('radio_stations')
          .where({ user_id })
          .update({ station_slug: `blue-${round}` });
        await trx('user_roles')
          .where({ user_id })
          .update({ role: round % 2 ? 'admin' : 'user' });
      });
    for (let round = 0; round < 50; round += 1) {
      await Promise.all([renamed(round), moved(round)]);
      expect(await rowOf(user_id)).toMatchObject({
        first_name: `Ada ${round}`,
        collected_amount: round,
        station_slug: `blue-${round}`,
        role: round % 2 ? 'admin' : 'user',
      });
    }
  });
});
