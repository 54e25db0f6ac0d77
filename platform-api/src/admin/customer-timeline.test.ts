import { expect, it } from 'vitest';
import { listCustomerTimeline as call } from '../../contract/admin/customer-timeline.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser } from '../../test/factories.ts';
import { readTimeline } from './customer-timeline.ts';

const database = testDatabase();
const { knex } = database;

const read = (userId: string, query: Record<string, string> = {}) =>
  readTimeline(knex, userId, call.query.parse(query));

/** A customer with a moment of each kind that is not written by the database itself. */
async function addCustomer(): Promise<string> {
  const { id: user_id } = await buildUser(knex);
  await knex('users').where({ id: user_id }).update({ created_at: '2026-11-01T08:00:00Z' });
  await knex('profiles')
    .where({ user_id })
    .update({ setup_form_submitted: true, setup_form_submitted_at: '2026-11-03T08:00:00Z' });
  const { id: station_id } = await buildStation(knex, {
    user_id,
    package_name: 'Starter',
  });
  await knex('radio_stations').where({ id: station_id }).update({
    total_amount: 53_760,
    purchased_at: '2026-11-02T08:00:00Z',
    setup_completed_at: '2026-11-04T08:00:00Z',
  });
  await knex('customer_messages').insert(
    [false, true].map((is_from_team, at) => ({
      id: knex.raw('gen_random_uuid()'),
      user_id,
      is_from_team,
      body: is_from_team ? 'From today.' : 'More jazz?',
      created_at: `2026-11-05T08:00:0${at}Z`,
    })),
  );
  await knex('invoices').insert({
    id: `in_${user_id}`,
    user_id,
    amount_paid: 53_760,
    currency: 'eur',
    period_start: 0,
    period_end: 1,
    status: 'paid',
    created_at: '2026-11-02T08:01:00Z',
  });
  await knex('station_troubles').insert({
    station_id,
    trouble: 'silent',
    message: 'The stream’s server does not answer.',
    since: '2026-11-06T08:00:00Z',
    times: 2,
  });
  return user_id;
}

it('is the life of a customer, newest first, page by page', async () => {
  const userId = await addCustomer();
  await addCustomer();
  const all = await read(userId);
  expect(all).toMatchObject({ has_more: false, next_cursor: null });
  expect(all.data.map(({ kind, text, amount }) => [kind, text, amount])).toEqual([
    ['trouble', 'The stream’s server does not answer.', null],
    ['message_from_team', 'From today.', null],
    ['message_from_customer', 'More jazz?', null],
    ['on_air', expect.any(String), null],
    ['form', null, null],
    ['payment', 'paid', 53_760],
    ['bought', 'Starter', 53_760],
    ['joined', null, null],
  ]);
  const found = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await read(userId, { limit: '3', ...(cursor && { cursor }) });
    found.push(...page.data);
    cursor = page.next_cursor;
  }
  expect(found).toEqual(all.data);
});

it('knows no customer who is not there', async () => {
  await expect(read('019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10')).rejects.toMatchObject({
    kind: 'not_found',
  });
});
