import { describe, expect, test } from 'vitest';
import type { Problem } from '../../contract/problem.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { openShop, orderOf } from '../../test/purchases.ts';
import { json } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

const OURS = 'http://radio.example.com';
const AGENCY = 'https://agency.example';

/** A shop whose operator allows an agency's pages. */
async function open() {
  const shop = await openShop(database, { returnOrigins: [AGENCY] });
  const order = (urls: object) => ({ ...orderOf(), ...urls });
  return {
    ...shop,
    order,
    /** The addresses of the open payment page. */
    async leadsTo() {
      const [purchase] = await shop.purchases();
      const session = shop.standIn.acts.checkout(purchase?.checkout_session_id ?? '');
      return [session?.success_url, session?.cancel_url];
    },
    /** The faults of an order that is refused. */
    async faultsOf(urls: object) {
      const answer = await shop.press(order(urls));
      const { code, errors } = await json<Problem>(answer);
      expect([answer.status, code]).toEqual([422, 'validation_failed']);
      return errors;
    },
  };
}

/** The own domain of a station works from now on. */
const serveAt = (own_domain: string, id: string) =>
  knex('radio_stations').where({ id }).update({ own_domain });

describe('a payment page', () => {
  test('leads back to addresses of ours and of the operator’s list', async () => {
    const { pageOf, order, leadsTo, pay } = await open();
    await pageOf(
      order({ success_url: `${AGENCY}/paid?order=7#thanks`, cancel_url: `${OURS}/prices` }),
    );
    expect(await leadsTo()).toEqual([`${AGENCY}/paid?order=7#thanks`, `${OURS}/prices`]);
    expect(await pay()).toEqual({ outcome: 'paid', return_url: `${AGENCY}/paid?order=7#thanks` });
  });

  test('leads back to the member’s area where no address is given', async () => {
    const { pageOf, order, leadsTo } = await open();
    await pageOf(order({ success_url: `${AGENCY}/paid` }));
    expect(await leadsTo()).toEqual([`${AGENCY}/paid`, `${OURS}/members?payment=canceled`]);
  });

  test('is replaced when it must lead somewhere else', async () => {
    const { pageOf, order, leadsTo, openSessions, purchases } = await open();
    const first = await pageOf(order({ success_url: `${AGENCY}/paid` }));
    expect(await pageOf(order({ success_url: `${AGENCY}/paid` }))).toBe(first);
    expect(await pageOf()).not.toBe(first);
    expect(await leadsTo()).toEqual([
      `${OURS}/members?payment=success`,
      `${OURS}/members?payment=canceled`,
    ]);
    expect(await openSessions()).toHaveLength(1);
    expect(await purchases()).toMatchObject([{ attempt: 2, success_url: null }]);
  });

  test('leads back to the own domain of the member’s station once it works, and to nobody else’s', async () => {
    const { pageOf, order, leadsTo, faultsOf, member } = await open();
    const rival = await buildStation(knex);
    await serveAt('radio.rival.example', rival.id);
    const station = await buildStation(knex, { user_id: member.id, status: 'suspended' });
    const success_url = 'http://radio.cafe.example/';
    expect(await faultsOf({ success_url })).toHaveLength(1);
    await serveAt('radio.cafe.example', station.id);
    expect(await faultsOf({ success_url: 'http://radio.rival.example/' })).toEqual([
      {
        field: 'success_url',
        code: 'origin_not_allowed',
        message: `The address must be at ${OURS} or http://radio.cafe.example or ${AGENCY}.`,
      },
    ]);
    await pageOf(order({ success_url }));
    expect((await leadsTo())[0]).toBe(success_url);
  });

  test.each([
    'https://rival.example/paid',
    'https://agency.example.rival.example/',
    'https://agency.example@rival.example/',
    'https://rival.example\\@agency.example/',
    'http://agency.example/paid',
    'https://agency.example:8443/paid',
    'https://sub.agency.example/',
    'http://demo.radio.example.com/',
  ])('never leads to %s, and the error names what is allowed', async (url) => {
    const { faultsOf, purchases } = await open();
    const message = `The address must be at ${OURS} or ${AGENCY}.`;
    expect(await faultsOf({ success_url: url, cancel_url: url })).toEqual([
      { field: 'success_url', code: 'origin_not_allowed', message },
      { field: 'cancel_url', code: 'origin_not_allowed', message },
    ]);
    expect(await purchases()).toEqual([]);
  });

  test.each(['javascript:alert(1)', '/members', 'data:text/html,paid', ''])(
    'refuses %j, which is no web address',
    async (success_url) => {
      const { faultsOf } = await open();
      expect(await faultsOf({ success_url })).toMatchObject([{ field: 'success_url' }]);
    },
  );
});
