import { beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { openShop, orderOf, type Shop } from '../../test/purchases.ts';
import { json, serve } from '../../test/server.ts';
import { runTask } from '../../test/work-off.ts';
import type { VatRegisters } from './vat-register.ts';

const database = testDatabase();
const { knex } = database;

/** VIES compares nothing, since we send no name and no address. */
const NOT_COMPARED = Object.fromEntries([
  ...['name', 'street', 'postalCode', 'city', 'companyType'].map((field) => [field, '---']),
  ...['Name', 'Street', 'PostalCode', 'City', 'CompanyType'].map((field) => [`match${field}`, 3]),
]);
/** An answer of VIES with all its fields: Germany keeps names and addresses to itself. */
const viesAnswer = (userError: string, requestIdentifier: string) => ({
  isValid: userError === 'VALID',
  requestDate: '2026-11-24T01:40:12.345Z',
  userError,
  name: '---',
  address: '---',
  requestIdentifier,
  originalVatNumber: '136695976',
  vatNumber: '136695976',
  viesApproximate: NOT_COMPARED,
});
const VIES = {
  valid: viesAnswer('VALID', 'WAPIAAAAZ1x2y3z4'),
  invalid: viesAnswer('INVALID', ''),
  busy: viesAnswer('MS_MAX_CONCURRENT_REQ', ''),
  refusal: { actionSucceed: false, errorWrappers: [{ error: 'GLOBAL_MAX_CONCURRENT_REQ' }] },
};
/** Answers of HMRC, in the form of its API documentation. */
const HMRC = {
  token: { access_token: 'a-token', token_type: 'bearer', expires_in: 14_400, scope: 'read:vat' },
  valid: {
    target: { name: 'Credite Sberger Donal Inc.', vatNumber: '553557881' },
    processingDate: '2026-11-24T01:40:12+00:00',
    requester: '553557881',
    consultationNumber: 'aZ7-bY8-cX9',
  },
  unknown: { code: 'NOT_FOUND', message: 'targetVrn does not match a registered company' },
};

interface Asked {
  path: string;
  authorization: string | undefined;
  accept: string | undefined;
}

/** A register whose answers can be changed; null: it does not answer. */
async function register(first: object | null) {
  const state: { answer: object | null; status: number; asked: Asked[] } = {
    answer: first,
    status: 200,
    asked: [],
  };
  const { url } = await serve((req, res) => {
    const { authorization, accept } = req.headers;
    state.asked.push({ path: req.url ?? '', authorization, accept });
    if (state.answer === null) return void req.socket.destroy();
    const isToken = req.url === '/oauth/token';
    res.writeHead(isToken ? 200 : state.status, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(isToken ? HMRC.token : state.answer));
  });
  return { url, state };
}

type Register = Awaited<ReturnType<typeof register>>;

async function shopWith(registers: { vies?: Register; hmrc?: Register }): Promise<Shop> {
  const { vies, hmrc } = registers;
  const vatRegisters: VatRegisters = {
    vies: vies ? { url: vies.url, requester: 'IE1234567FA', client: null } : null,
    hmrc: hmrc
      ? { url: hmrc.url, requester: 'GB999999973', client: { id: 'us', secret: 'secret' } }
      : null,
  };
  return openShop(database, { vatRegisters });
}

const GERMAN = orderOf('Starter', { country: 'Germany', vat_number: 'DE 136 695 976' });
const BRITISH = orderOf('Starter', { vat_number: 'GB553557881' });

const evidence = async (shop: Shop) => {
  const [purchase] = await shop.purchases();
  const { vat_number_registered, vat_consultation_number, vat_checked_at, vat_check_due } =
    purchase ?? {};
  return { vat_number_registered, vat_consultation_number, vat_checked_at, vat_check_due };
};

let vies: Register;
beforeEach(async () => {
  vies = await register(VIES.valid);
});

describe('a VAT number of the EU', () => {
  test('is asked at VIES with our own number, and the answer kept with the purchase', async () => {
    const shop = await shopWith({ vies });
    expect((await shop.press(GERMAN)).status).toBe(200);
    expect(vies.state.asked.map(({ path }) => path)).toEqual([
      '/ms/DE/vat/136695976?requesterMemberStateCode=IE&requesterNumber=1234567FA',
    ]);
    expect(await evidence(shop)).toEqual({
      vat_number_registered: true,
      vat_consultation_number: 'WAPIAAAAZ1x2y3z4',
      vat_checked_at: expect.any(Date),
      vat_check_due: false,
    });
  });

  test('that the register does not know is refused at its field, and nothing is ordered', async () => {
    vies.state.answer = VIES.invalid;
    const shop = await shopWith({ vies });
    const answer = await shop.press(GERMAN);
    expect(answer.status).toBe(422);
    expect(await json(answer)).toMatchObject({
      code: 'vat_number_invalid',
      errors: [{ field: 'company_details.vat_number', code: 'not_registered' }],
    });
    expect(await shop.purchases()).toEqual([]);
  });

  test('is asked once a day, whoever orders with it', async () => {
    const shop = await shopWith({ vies });
    await shop.press(GERMAN);
    await shop.press(GERMAN);
    expect(vies.state.asked).toHaveLength(1);
    shop.standIn.acts.advance({ seconds: 25 * 60 * 60 });
    await shop.press(GERMAN);
    expect(vies.state.asked).toHaveLength(2);
  });

  test('is not asked while it is typed, nor without a number, nor where no register is configured', async () => {
    const shop = await shopWith({ vies });
    const quote = { package_name: 'Starter', country: 'Germany', vat_number: 'DE136695976' };
    expect((await shop.app.post('/v1/quotes', quote)).status).toBe(200);
    await shop.press(orderOf('Starter', { country: 'Germany' }));
    await shop.press(BRITISH);
    expect(vies.state.asked).toEqual([]);
    expect(await evidence(shop)).toMatchObject({
      vat_number_registered: null,
      vat_check_due: false,
    });
  });
});

describe('while the register is down', () => {
  test.each([
    ['it does not answer', null, 200],
    ['it is too busy', VIES.busy, 200],
    ['it refuses', VIES.refusal, 200],
    ['it fails', { error: 'oops' }, 500],
  ])('a number counts by its form, and is asked again: %s', async (_, answer, status) => {
    vies.state.answer = answer;
    vies.state.status = status;
    const shop = await shopWith({ vies });
    await shop.buy(GERMAN);
    expect(await evidence(shop)).toMatchObject({
      vat_number_registered: null,
      vat_check_due: true,
    });
    await runTask(shop.app, 'recheck_vat_numbers');
    expect(await evidence(shop)).toMatchObject({ vat_check_due: true });
    vies.state.answer = VIES.valid;
    vies.state.status = 200;
    await runTask(shop.app, 'recheck_vat_numbers');
    expect(await evidence(shop)).toMatchObject({
      vat_number_registered: true,
      vat_consultation_number: 'WAPIAAAAZ1x2y3z4',
      vat_check_due: false,
    });
  });

  test('and the number turns out false, the operator hears of it once', async () => {
    vies.state.answer = null;
    const shop = await shopWith({ vies });
    await shop.buy(GERMAN);
    vies.state.answer = VIES.invalid;
    await runTask(shop.app, 'recheck_vat_numbers');
    await runTask(shop.app, 'recheck_vat_numbers');
    const alarms = (await shop.mails()).filter(({ message }) => message === 'billing-alarm');
    expect(alarms).toHaveLength(1);
    expect(JSON.stringify(alarms)).toContain(
      'DE 136 695 976 of The Counting House is not registered',
    );
    expect(await evidence(shop)).toMatchObject({
      vat_number_registered: false,
      vat_check_due: false,
    });
  });
});

describe('a VAT number of the United Kingdom', () => {
  test('is asked at HMRC with a token, which is kept for the next one', async () => {
    const hmrc = await register(HMRC.valid);
    const shop = await shopWith({ hmrc });
    await shop.press(BRITISH);
    expect(await evidence(shop)).toMatchObject({
      vat_number_registered: true,
      vat_consultation_number: 'aZ7-bY8-cX9',
    });
    await knex('vat_answers').delete();
    await shop.press(BRITISH);
    const lookup = {
      path: '/organisations/vat/check-vat-number/lookup/553557881/999999973',
      authorization: 'Bearer a-token',
      accept: 'application/vnd.hmrc.2.0+json',
    };
    expect(hmrc.state.asked).toMatchObject([{ path: '/oauth/token' }, lookup, lookup]);
  });

  test('of an authority is not asked, since HMRC knows none of them', async () => {
    const hmrc = await register(HMRC.valid);
    const shop = await shopWith({ hmrc });
    expect((await shop.press(orderOf('Starter', { vat_number: 'GBGD001' }))).status).toBe(200);
    expect(hmrc.state.asked).toEqual([]);
    expect(await evidence(shop)).toMatchObject({ vat_check_due: false });
  });

  test('that HMRC does not know is refused', async () => {
    const hmrc = await register(HMRC.unknown);
    hmrc.state.status = 404;
    const shop = await shopWith({ hmrc });
    expect((await shop.press(BRITISH)).status).toBe(422);
  });
});
