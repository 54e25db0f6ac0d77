import { describe, expect, test } from 'vitest';
import {
  createQuote,
  getCheckout,
  startCheckout,
  verifyCheckout,
} from '../../contract/billing/calls.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import type { Problem } from '../../contract/problem.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { signedInUser } from '../../test/factories.ts';
import { CARDS, COMPANY, openShop, orderOf } from '../../test/purchases.ts';
import { json, startApp, WIDE_LIMITS } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

const problemOf = (answer: Response) => json<Problem>(answer);

describe('a quote', () => {
  const quote = async (body: object) =>
    json<Record<string, unknown>>(await send(await startApp(database), createQuote, { body }));

  test.each([
    ['Starter', 299_00, 149_00, 89_60, 537_60],
    ['Professional', 349_00, 299_00, 129_60, 777_60],
    ['Enterprise', 599_00, 699_00, 259_60, 1_557_60],
  ])('for %s adds the setup fee, the first month and VAT', async (package_name, ...amounts) => {
    const [setup_fee, first_month, vat_amount, total] = amounts;
    expect(await quote({ package_name, country: 'United Kingdom' })).toEqual({
      package_name,
      setup_fee,
      first_month,
      vat_amount,
      total,
      vat_rate: 20,
      currency: 'eur',
      vat_number_valid: null,
    });
  });

  const taxed = { vat_rate: 20, vat_amount: 89_60, total: 537_60 };
  const untaxed = { vat_rate: 0, vat_amount: 0, total: 448_00 };

  const UK = ['UK', 'england', 'United Kingdom', 'BRITAIN', ' Great Britain ', 'GB', 'gbr', ' uK'];
  test.each(UK)('adds VAT in %j, with or without a VAT number', async (country) => {
    const app = await startApp(database);
    for (const vat_number of [undefined, 'GB 123 4567 89']) {
      const body = { package_name: 'Starter', country, vat_number };
      expect(await json(await send(app, createQuote, { body }))).toMatchObject({
        ...taxed,
        vat_number_valid: vat_number ? true : null,
      });
    }
  });

  test.each<[string, string | undefined, boolean | null, object]>([
    ['Germany', undefined, null, taxed],
    ['Germany', '', null, taxed],
    ['Germany', '   ', null, taxed],
    ['Germany', 'DE136695976', true, untaxed],
    ['germany', ' de 136 695 976 ', true, untaxed],
    ['Germany', '136.695.976', true, untaxed],
    ['Germany', 'x', false, taxed],
    ['Germany', 'FR12345678901', false, taxed],
    ['France', 'FR 12 345678901', true, untaxed],
    ['Greece', 'EL123456789', true, untaxed],
    ['Japan', '1234567890123', true, untaxed],
    ['Japan', '?', false, taxed],
  ])(
    'in %s checks the VAT number %j and charges VAT unless it is valid',
    async (country, vat_number, vat_number_valid, figures) => {
      const body = { package_name: 'Starter', country, vat_number };
      expect(await quote(body)).toMatchObject({ ...figures, vat_number_valid });
    },
  );

  test('is rejected for an unknown package, and without a country', async () => {
    const app = await startApp(database);
    const gold = { package_name: 'Gold', country: 'UK' };
    expect(await problemOf(await send(app, createQuote, { body: gold }))).toMatchObject({
      status: 422,
      code: 'unknown_package',
    });
    const nowhere = { package_name: 'Starter', country: ' ' };
    expect(await problemOf(await send(app, createQuote, { body: nowhere }))).toMatchObject({
      errors: [{ field: 'country', message: 'Country is required' }],
    });
  });

  test('needs the name of a country, as the order does', async () => {
    const app = await startApp(database);
    const unknown = (field: string) => ({
      status: 422,
      errors: [{ field, code: 'unknown_country' }],
    });
    const body = { package_name: 'Starter', country: 'Atlantis' };
    expect(await problemOf(await send(app, createQuote, { body }))).toMatchObject(
      unknown('country'),
    );
    const shop = await openShop(database);
    const order = orderOf('Starter', { country: 'Atlantis' });
    expect(await problemOf(await shop.press(order))).toMatchObject(
      unknown('company_details.country'),
    );
    expect(await shop.purchases()).toEqual([]);
  });
});

describe('the checkout routes', () => {
  test.each([startCheckout, getCheckout, verifyCheckout])(
    '$id returns 401 without a signed-in member',
    async (call) => {
      const app = await startApp(database);
      const answer = await send(app, call, call.method === 'get' ? {} : { body: orderOf() });
      expect(answer.status).toBe(401);
    },
  );

  test('return 503 with the message of the specification when Stripe is not configured', async () => {
    const app = await startApp(database);
    const { access_token: token } = await signedInUser(app);
    for (const [call, body] of [
      [startCheckout, orderOf()],
      [verifyCheckout, {}],
    ] as const) {
      expect(await problemOf(await send(app, call, { body, token }))).toMatchObject({
        status: 503,
        code: 'stripe_not_configured',
        detail: 'Stripe secret key not configured. Please contact support.',
      });
    }
    expect(await knex('purchases')).toEqual([]);
  });

  test('limit each member to thirty orders an hour', async () => {
    const rates = { ...WIDE_LIMITS, checkout: RATE_LIMITS.checkout };
    const { press, member, app } = await openShop(database, {
      limits: { eventStreams: 1, rates },
    });
    const tooLow = { ...orderOf(), pricing: { ...orderOf().pricing, total: 1 } };
    for (let n = 0; n < RATE_LIMITS.checkout.points; n += 1) {
      expect((await press(tooLow, member)).status).toBe(409);
    }
    expect((await press(tooLow, member)).status).toBe(429);
    expect((await press(tooLow, await signedInUser(app))).status).toBe(409);
  });
});

describe('an order', () => {
  test('returns 409 with the current quote when the price is different', async () => {
    const { press, purchases, standIn } = await openShop(database);
    const lastYear = { setup_fee: 199_00, first_month: 99_00, vat_amount: 59_60, total: 357_60 };
    expect(await problemOf(await press({ ...orderOf(), pricing: lastYear }))).toMatchObject({
      status: 409,
      code: 'price_changed',
      quote: { setup_fee: 299_00, first_month: 149_00, vat_amount: 89_60, total: 537_60 },
    });
    expect([await purchases(), standIn.acts.customers()]).toEqual([[], []]);
  });

  test.each([
    ['Germany', 'x'],
    ['Germany', 'FR12345678901'],
    ['United Kingdom', 'GB12'],
  ])(
    'from %s returns 422 with a field error for the VAT number %s',
    async (country, vat_number) => {
      const { press, purchases } = await openShop(database);
      const body = orderOf('Starter', { country, vat_number });
      expect(await problemOf(await press(body))).toMatchObject({
        status: 422,
        code: 'vat_number_invalid',
        errors: [{ field: 'company_details.vat_number', code: 'invalid_format' }],
      });
      expect(await purchases()).toEqual([]);
    },
  );

  test('returns 422 for an unknown package', async () => {
    const { press } = await openShop(database);
    const answer = await problemOf(await press({ ...orderOf(), package_name: 'Gold' }));
    expect(answer).toMatchObject({ status: 422, code: 'unknown_package' });
  });

  test('returns an error for each missing company field', async () => {
    const { press } = await openShop(database);
    const blank = Object.fromEntries(Object.keys(COMPANY).map((field) => [field, ' ']));
    const { errors } = await problemOf(await press({ ...orderOf(), company_details: blank }));
    expect(errors?.map(({ message }) => message).toSorted()).toEqual([
      'Address is required',
      'City is required',
      'Company name is required',
      'Country is required',
      'Postal code is required',
      'Telephone is required',
    ]);
  });
});

describe('the open purchase', () => {
  test('is null before an order, then the order, then null once paid', async () => {
    const { app, member, pageOf, pay, sync } = await openShop(database);
    const read = async () =>
      json<{ purchase: unknown }>(await send(app, getCheckout, { token: member.access_token }));
    expect(await read()).toEqual({ purchase: null });
    const order = orderOf('Enterprise', { country: 'Germany', vat_number: 'DE136695976' });
    await pageOf(order);
    expect(await read()).toEqual({
      purchase: {
        package_name: 'Enterprise',
        company_details: order.company_details,
        trial: false,
        quote: {
          ...order.pricing,
          package_name: 'Enterprise',
          vat_rate: 0,
          currency: 'eur',
          vat_number_valid: true,
        },
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    });
    const other = await signedInUser(app);
    const theirs = await send(app, getCheckout, { token: other.access_token });
    expect(await theirs.json()).toEqual({ purchase: null });
    await pay();
    await sync(member.id);
    expect(await read()).toEqual({ purchase: null });
  });

  test('is verified as paid only after the payment', async () => {
    const { verify, pageOf, pay, standIn, purchases, sync, member } = await openShop(database);
    expect(await verify()).toMatchObject({ success: false });
    await pageOf();
    const unpaid = {
      success: false,
      is_final: true,
      message: expect.stringContaining('not paid yet, and nothing was charged'),
    };
    expect(await verify()).toEqual(unpaid);
    await pay(CARDS.declined);
    expect(await verify()).toEqual(unpaid);
    await pay();
    for (let n = 0; n < 3; n += 1) {
      expect(await verify()).toMatchObject({ success: true, message: 'Payment Successful!' });
    }
    await sync(member.id);
    expect(await purchases()).toMatchObject([{ status: 'paid' }]);
    expect(standIn.acts.charges().filter(({ paid }) => paid)).toHaveLength(1);
  });

  test('asks the member to choose again after its checkout session has expired', async () => {
    const { verify, pageOf, purchases, standIn, stations } = await openShop(database);
    await pageOf();
    standIn.acts.expireCheckout((await purchases())[0]?.checkout_session_id ?? '');
    expect(await verify()).toMatchObject({
      success: false,
      message: expect.stringContaining('choose your package again'),
    });
    expect([await purchases(), await stations()]).toMatchObject([[{ status: 'expired' }], []]);
  });

  test('stays open whatever the request body claims', async () => {
    const { app, member, pageOf, purchases } = await openShop(database);
    await pageOf();
    const body = { session_id: 'cs_1', payment: 'success', success: true };
    const answer = await send(app, verifyCheckout, { body, token: member.access_token });
    expect(answer.status).toBe(422);
    expect(await purchases()).toMatchObject([{ status: 'open' }]);
  });
});
