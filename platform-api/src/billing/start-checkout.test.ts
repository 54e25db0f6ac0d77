import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startCheckout } from '../../contract/billing/calls.ts';
import type { Problem } from '../../contract/problem.ts';
import { changeSlug } from '../../contract/stations/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { CARDS, COMPANY, openShop, orderOf, overtake } from '../../test/purchases.ts';
import { json, startApp } from '../../test/server.ts';
import { nextAttempt, Purchase } from './purchase.ts';

const database = testDatabase();
const { knex } = database;

const codeOf = async (answer: Response) => (await json<Problem>(answer)).code;

describe('a purchase', () => {
  test('creates a row, a hidden station and a checkout session with the right amounts', async () => {
    const { pageOf, purchases, stations, standIn, member, app } = await openShop(database);
    const details = { website: 'https://counting-house.example', vat_number: 'GB 123 456 789' };
    const page = await pageOf(orderOf('Professional', details));
    const [purchase] = await purchases();
    const [station] = await stations();
    expect(purchase).toMatchObject({
      user_id: member.id,
      status: 'open',
      attempt: 1,
      package_name: 'Professional',
      setup_fee: 349_00,
      first_month: 299_00,
      vat_rate: 20,
      vat_amount: 129_60,
      total_amount: 777_60,
      currency: 'eur',
      vat_number_valid: true,
      company_details: { ...COMPANY, ...details },
      checkout_url: page,
      station_id: station?.id,
      paid_at: null,
    });
    expect(station).toMatchObject({
      status: 'payment_pending',
      station_name: COMPANY.name,
      total_amount: null,
      purchased_at: null,
    });
    const session = standIn.acts.checkout(purchase?.checkout_session_id ?? '');
    const carried = { purchase_id: purchase?.id, user_id: member.id, attempt: '1' };
    expect(session).toMatchObject({
      mode: 'subscription',
      status: 'open',
      url: page,
      client_reference_id: purchase?.id,
      amount_subtotal: 648_00,
      amount_total: 777_60,
      currency: 'eur',
      metadata: carried,
      success_url: `${app.services.publicUrl}/members?payment=success`,
      cancel_url: `${app.services.publicUrl}/members?payment=canceled`,
    });
    const taxIds = await app.services.payments?.stripe.customers.listTaxIds(
      String(session?.customer),
    );
    expect(taxIds?.data).toMatchObject([{ type: 'gb_vat', value: 'GB123456789' }]);
    expect(standIn.acts.customers()).toMatchObject([
      {
        id: session?.customer,
        name: COMPANY.name,
        email: member.email,
        phone: COMPANY.telephone,
        preferred_locales: ['en-GB'],
        metadata: { user_id: member.id },
        address: { line1: '12 Lamp Street', postal_code: 'E1 6AN', city: 'London', country: 'GB' },
      },
    ]);
  });

  test('without VAT creates a checkout session without VAT', async () => {
    const { pageOf, purchases, standIn } = await openShop(database);
    await pageOf(orderOf('Starter', { country: 'Germany', vat_number: 'DE136695976' }));
    const [purchase] = await purchases();
    const session = standIn.acts.checkout(purchase?.checkout_session_id ?? '');
    expect(session).toMatchObject({ amount_subtotal: 448_00, amount_total: 448_00 });
  });

  test('creates one row and one checkout session for 100 concurrent requests', async () => {
    const { press, purchases, stations, openSessions, standIn } = await openShop(database);
    const presses = Array.from({ length: 100 }, () => press());
    const answers = await Promise.all(presses);
    const pages = await Promise.all(answers.map((answer) => json<{ url: string }>(answer)));
    expect(new Set(pages.map(({ url }) => url)).size).toBe(1);
    expect([await purchases(), await stations(), await openSessions()]).toMatchObject([
      [{ status: 'open', attempt: 1, checkout_url: pages[0]?.url }],
      [{ status: 'payment_pending' }],
      [expect.any(String)],
    ]);
    expect(standIn.acts.customers()).toHaveLength(1);
  }, 60_000);

  test('creates one row and one checkout session for concurrent requests to three replicas', async () => {
    const { app, member, purchases, openSessions, standIn } = await openShop(database);
    const { payments, now } = app.services;
    const others = [
      await startApp(database, { payments, now }),
      await startApp(database, { payments, now }),
    ];
    const body = orderOf();
    const answers = await Promise.all(
      [app, ...others].map((replica) =>
        send(replica, startCheckout, { body, token: member.access_token }),
      ),
    );
    const pages = await Promise.all(answers.map((answer) => json<{ url: string }>(answer)));
    const [purchase, ...more] = await purchases();
    expect([more, new Set(pages.map(({ url }) => url))]).toEqual([
      [],
      new Set([purchase?.checkout_url]),
    ]);
    expect(await openSessions()).toEqual([purchase?.checkout_session_id]);
    expect(standIn.acts.customers()).toHaveLength(1);
  });

  test('returns the same page for ten requests in turn', async () => {
    const { pageOf, purchases, openSessions } = await openShop(database);
    const pages = new Set<string>();
    for (let n = 0; n < 10; n += 1) pages.add(await pageOf());
    expect([pages.size, (await purchases()).length, (await openSessions()).length]).toEqual([
      1, 1, 1,
    ]);
  });

  test('continues an abandoned purchase on the same page', async () => {
    const { pageOf, pay, sync, member, stations } = await openShop(database);
    const page = await pageOf();
    expect(await pageOf()).toBe(page);
    await pay();
    await sync(member.id);
    expect(await stations()).toMatchObject([{ status: 'setup_pending' }]);
  });

  test('of another package replaces the order, and the first page can no longer be paid', async () => {
    const { pageOf, purchases, stations, standIn, openSessions } = await openShop(database);
    const first = await pageOf(orderOf('Starter'));
    const [before] = await purchases();
    const second = await pageOf(orderOf('Enterprise', { name: 'The Other House' }));
    expect(second).not.toBe(first);
    const [after, ...more] = await purchases();
    expect(more).toEqual([]);
    expect(after).toMatchObject({
      id: before?.id,
      attempt: 2,
      package_name: 'Enterprise',
      total_amount: 1_557_60,
      checkout_url: second,
    });
    expect(await stations()).toMatchObject([
      { id: after?.station_id, station_name: 'The Other House' },
    ]);
    expect(await openSessions()).toEqual([after?.checkout_session_id]);
    const old = before?.checkout_session_id ?? '';
    expect(standIn.acts.payCheckout(old, CARDS.pays)).toMatchObject({ outcome: 'closed' });
    // Ordering the first package again is a new order.
    expect(new Set([first, second, await pageOf(orderOf('Starter'))]).size).toBe(3);
    expect(await openSessions()).toHaveLength(1);
  });

  test('leaves one payable session after two concurrent orders', async () => {
    const { press, purchases, stations, openSessions, standIn, pay, sync, member } =
      await openShop(database);
    const orders = [orderOf('Starter'), orderOf('Professional')];
    const answers = await Promise.all([...orders, ...orders].map((order) => press(order)));
    const urls = await Promise.all(
      answers.filter(({ status }) => status === 200).map((answer) => json<{ url: string }>(answer)),
    );
    const [purchase, ...more] = await purchases();
    expect(more).toEqual([]);
    expect(urls.map(({ url }) => url)).toContain(purchase?.checkout_url);
    expect(await openSessions()).toEqual([purchase?.checkout_session_id]);
    expect([await stations(), standIn.acts.customers()]).toMatchObject([[{}], [{}]]);
    await pay();
    await sync(member.id);
    expect(await stations()).toMatchObject([{ package_name: purchase?.package_name }]);
  }, 60_000);

  test('keeps its page when a slow request for an earlier order continues', async () => {
    const shop = await openShop(database);
    const { press, pageOf, purchases, pay } = shop;
    let page = '';
    const answer = await overtake(
      shop,
      () => press(orderOf('Starter')),
      async () => (page = await pageOf(orderOf('Professional'))),
    );
    expect([answer.status, await codeOf(answer)]).toEqual([409, 'order_replaced']);
    expect(await purchases()).toMatchObject([{ package_name: 'Professional', checkout_url: page }]);
    expect(await pay()).toMatchObject({ outcome: 'paid' });
  });

  test('is not replaced by an order that read it before its payable page was saved', async () => {
    const { pageOf, member } = await openShop(database);
    const url = await pageOf();
    const own = { user_id: member.id };
    const saved = await Purchase.query(knex).findOne(own).throwIfNotFound();
    const readBefore = Object.assign(saved.$clone(), { checkout_session_id: null });
    expect(await nextAttempt(knex, readBefore)).toBe(false);
    expect(await Purchase.findOpen(knex, member.id)).toMatchObject({ checkout_url: url });
    expect(await nextAttempt(knex, saved)).toBe(true);
  });

  test('gets a new page when its page has expired', async () => {
    const { pageOf, purchases, standIn, openSessions } = await openShop(database);
    const first = await pageOf();
    standIn.acts.expireCheckout((await purchases())[0]?.checkout_session_id ?? '');
    expect(await pageOf()).not.toBe(first);
    expect([await purchases(), await openSessions()]).toMatchObject([
      [{ status: 'open', attempt: 2 }],
      [expect.any(String)],
    ]);
  });

  test('gets a new page and customer when both are missing at Stripe', async () => {
    const { pageOf, purchases, standIn, customer } = await openShop(database);
    await pageOf();
    standIn.acts.deleteCustomer(customer());
    await knex('purchases').update({ checkout_session_id: 'cs_test_gone' });
    expect(await pageOf()).toMatch(/^http/);
    expect(await purchases()).toMatchObject([{ attempt: 2 }]);
  });

  test('can be paid with another card on the same page after a decline', async () => {
    const { pageOf, pay, sync, member, stations, standIn } = await openShop(database);
    const page = await pageOf();
    expect(await pay(CARDS.declined)).toMatchObject({ outcome: 'declined' });
    await sync(member.id);
    expect(await stations()).toMatchObject([{ status: 'payment_pending' }]);
    expect(await pageOf()).toBe(page);
    await pay();
    await sync(member.id);
    expect(await stations()).toMatchObject([{ status: 'setup_pending' }]);
    expect(standIn.acts.charges().filter(({ paid }) => paid)).toHaveLength(1);
  });

  test('returns 409 and activates the station when the purchase has just been paid', async () => {
    for (const order of [orderOf('Starter'), orderOf('Enterprise')]) {
      await knex('users').delete();
      const { pageOf, press, pay, stations, openSessions } = await openShop(database);
      await pageOf(orderOf('Starter'));
      await pay();
      // No webhook has reported the payment.
      const answer = await press(order);
      expect([answer.status, await codeOf(answer)]).toEqual([409, 'already_subscribed']);
      expect([await stations(), await openSessions()]).toMatchObject([
        [{ status: 'setup_pending', package_name: 'Starter' }],
        [],
      ]);
    }
  });

  test.each(['setup_pending', 'active', 'inactive'] as const)(
    'returns 409 when the member’s station is %s',
    async (status) => {
      const { buy, press, purchases } = await openShop(database);
      await buy();
      await knex('radio_stations').update({ status });
      const answer = await press(orderOf('Enterprise'));
      expect([answer.status, await codeOf(answer)]).toEqual([409, 'already_subscribed']);
      expect(await purchases()).toHaveLength(1);
    },
  );

  test('returns 409 when the operator created the member’s station', async () => {
    const { press, member } = await openShop(database);
    await buildStation(knex, { user_id: member.id });
    expect(await codeOf(await press())).toBe('already_subscribed');
  });

  test('gets a slug of the company’s name once it is paid, and holds none before', async () => {
    const { app, member, pageOf, pay, sync, stations } = await openShop(database);
    await pageOf();
    const other = await signedInUser(app);
    await buildStation(knex, { user_id: other.id });
    const change = { token: other.access_token, body: { station_slug: 'the-counting-house' } };
    expect((await send(app, changeSlug, change)).status).toBe(200);
    await pay();
    await sync(member.id);
    expect((await stations()).map(({ station_slug, status }) => [status, station_slug])).toEqual([
      ['setup_pending', 'the-counting-house-2'],
      ['active', 'the-counting-house'],
    ]);
  });
});

describe('the price', () => {
  test('is set by the server, whatever 300 request bodies contain', async () => {
    const { press, purchases, standIn, app } = await openShop(database);
    const right = orderOf();
    const figure = fc.oneof(fc.integer(), fc.constantFrom(0, -1, 1, 0.5, null, '', '53760', true));
    const figures = ['setup_fee', 'first_month', 'vat_amount', 'total', 'currency', 'vat_rate'];
    const tampered = fc
      .dictionary(fc.constantFrom(...figures), figure, { minKeys: 1 })
      .map((changed) => ({ ...right, pricing: { ...right.pricing, ...changed } }));
    await fc.assert(
      fc.asyncProperty(tampered, async (body) => {
        const isSame = JSON.stringify(body) === JSON.stringify(right);
        const { status } = await press(body);
        expect(isSame ? [200] : [409, 422]).toContain(status);
      }),
      { numRuns: 300 },
    );
    expect([200, 409]).toContain((await press()).status);
    const sessions = await app.services.payments?.stripe.checkout.sessions.list({ limit: 100 });
    expect(new Set(sessions?.data.map(({ amount_total }) => amount_total))).toEqual(
      new Set([537_60]),
    );
    const [purchase] = await purchases();
    standIn.acts.payCheckout(purchase?.checkout_session_id ?? '', CARDS.pays);
    expect(standIn.acts.charges()).toMatchObject([{ amount: 537_60 }]);
  }, 600_000);
});

describe('an interrupted purchase', () => {
  test('continues with the same checkout session after a restart', async () => {
    const { pageOf, press, standIn, app, member, openSessions, purchases, pay, sync, stations } =
      await openShop(database);
    const path = /\/v1\/checkout\/sessions$/;
    standIn.faults.plan({ kind: 'drop_after', method: 'POST', path, times: 100 });
    expect((await press()).status).toBe(502);
    standIn.faults.clear();
    expect([await openSessions(), await purchases()]).toMatchObject([
      [expect.any(String)],
      [{ checkout_session_id: null }],
    ]);
    const { payments, now } = app.services;
    const restarted = await startApp(database, { payments, now });
    const answer = await send(restarted, startCheckout, {
      body: orderOf(),
      token: member.access_token,
    });
    expect(answer.status).toBe(200);
    expect(await openSessions()).toHaveLength(1);
    expect(await pageOf()).toBe((await json<{ url: string }>(answer)).url);
    await pay();
    await sync(member.id);
    expect(await stations()).toMatchObject([{ status: 'setup_pending' }]);
  });

  test('is activated even when its checkout session was never saved', async () => {
    const { pageOf, purchases, standIn, sync, member, stations } = await openShop(database);
    await pageOf();
    const [purchase] = await purchases();
    await knex('purchases').update({ checkout_session_id: null, checkout_url: null });
    standIn.acts.payCheckout(purchase?.checkout_session_id ?? '', CARDS.pays);
    await sync(member.id);
    expect([await purchases(), await stations()]).toMatchObject([
      [{ status: 'paid', checkout_session_id: purchase?.checkout_session_id }],
      [{ status: 'setup_pending' }],
    ]);
  });

  test('has one payable session after an order for another package', async () => {
    const { pageOf, press, standIn, openSessions, purchases } = await openShop(database);
    const path = /\/v1\/checkout\/sessions$/;
    standIn.faults.plan({ kind: 'drop_after', method: 'POST', path, times: 100 });
    expect((await press()).status).toBe(502);
    standIn.faults.clear();
    await pageOf(orderOf('Enterprise'));
    const [purchase] = await purchases();
    expect(await openSessions()).toEqual([purchase?.checkout_session_id]);
    expect(purchase).toMatchObject({ package_name: 'Enterprise', attempt: 2 });
  });
});
