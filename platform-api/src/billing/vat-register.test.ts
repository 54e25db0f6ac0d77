import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { openShop, orderOf, type Shop } from '../../test/purchases.ts';
import { json, serve } from '../../test/server.ts';
import { HMRC, VIES } from '../../test/vat-answers.ts';
import { runTask } from '../../test/work-off.ts';
import type { VatRegisters } from './vat-register.ts';

const database = testDatabase();
const { knex } = database;

interface Asked {
  path: string;
  body: string;
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
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await text(req);
    const { authorization, accept } = req.headers;
    state.asked.push({ path: req.url ?? '', body, authorization, accept });
    if (state.answer === null) {
      req.socket.destroy();
      return;
    }
    const isToken = req.url === '/oauth/token';
    res.writeHead(isToken ? 200 : state.status, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(isToken ? HMRC.token : state.answer));
  }
  const { url } = await serve((req, res) => void answer(req, res));
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

const POLISH = orderOf('Starter', { country: 'Poland', vat_number: 'PL 774 000 14 54' });
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
    expect((await shop.press(POLISH)).status).toBe(200);
    expect(vies.state.asked.map(({ path }) => path)).toEqual([
      '/ms/PL/vat/7740001454?requesterMemberStateCode=IE&requesterNumber=1234567FA',
    ]);
    expect(await evidence(shop)).toEqual({
      vat_number_registered: true,
      vat_consultation_number: 'WAPIAAAAZ9cWmQXG',
      vat_checked_at: expect.any(Date),
      vat_check_due: false,
    });
  });

  test.each([
    ['does not know', VIES.invalid],
    ['finds impossible', VIES.invalidInput],
    ['finds impossible, in few words,', VIES.inputRefusal],
  ])('that the register %s is refused at its field, and nothing is ordered', async (_, said) => {
    vies.state.answer = said;
    const shop = await shopWith({ vies });
    const answer = await shop.press(POLISH);
    expect(answer.status).toBe(422);
    expect(await json(answer)).toMatchObject({
      code: 'vat_number_invalid',
      errors: [{ field: 'company_details.vat_number', code: 'not_registered' }],
    });
    expect(await shop.purchases()).toEqual([]);
  });

  test('is asked once a day, whoever orders with it', async () => {
    const shop = await shopWith({ vies });
    await shop.press(POLISH);
    await shop.press(POLISH);
    expect(vies.state.asked).toHaveLength(1);
    shop.standIn.acts.advance({ seconds: 25 * 60 * 60 });
    await shop.press(POLISH);
    expect(vies.state.asked).toHaveLength(2);
  });

  test('is not asked while it is typed, nor without a number, nor where no register is configured', async () => {
    const shop = await shopWith({ vies });
    const quote = { package_name: 'Starter', country: 'Poland', vat_number: 'PL7740001454' };
    expect((await shop.app.post('/v1/quotes', quote)).status).toBe(200);
    await shop.press(orderOf('Starter', { country: 'Poland' }));
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
    ['its member state is down', VIES.memberStateDown, 200],
    ['it refuses', VIES.refusal, 200],
    ['it fails', { error: 'oops' }, 500],
  ])('a number counts by its form, and is asked again: %s', async (_, answer, status) => {
    vies.state.answer = answer;
    vies.state.status = status;
    const shop = await shopWith({ vies });
    await shop.buy(POLISH);
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
      vat_consultation_number: 'WAPIAAAAZ9cWmQXG',
      vat_check_due: false,
    });
  });

  test('and the number turns out false, the operator hears of it once', async () => {
    vies.state.answer = null;
    const shop = await shopWith({ vies });
    await shop.buy(POLISH);
    vies.state.answer = VIES.invalid;
    await runTask(shop.app, 'recheck_vat_numbers');
    await runTask(shop.app, 'recheck_vat_numbers');
    const alarms = (await shop.mails()).filter(({ message }) => message === 'billing-alarm');
    expect(alarms).toHaveLength(1);
    expect(JSON.stringify(alarms)).toContain(
      'PL 774 000 14 54 of The Counting House is not registered',
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
      vat_consultation_number: 'ypAeKRPlW',
    });
    await knex('vat_answers').delete();
    await shop.press(BRITISH);
    const lookup = {
      path: '/organisations/vat/check-vat-number/lookup/553557881/999999973',
      authorization: `Bearer ${HMRC.token.access_token}`,
      accept: 'application/vnd.hmrc.2.0+json',
    };
    const token = {
      path: '/oauth/token',
      body: 'grant_type=client_credentials&client_id=us&client_secret=secret&scope=read%3Avat',
    };
    expect(hmrc.state.asked).toMatchObject([token, lookup, lookup]);
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

  test.each([
    ['its address is gone', HMRC.noSuchAddress, 404],
    ['too many are asked', HMRC.tooMany, 429],
    ['it fails', HMRC.broken, 500],
    ['it answers something else', {}, 200],
  ])('counts by its form while HMRC says nothing of it: %s', async (_, answer, status) => {
    const hmrc = await register(answer);
    hmrc.state.status = status;
    const shop = await shopWith({ hmrc });
    expect((await shop.press(BRITISH)).status).toBe(200);
    expect(await evidence(shop)).toMatchObject({
      vat_number_registered: null,
      vat_check_due: true,
    });
    expect(shop.app.logged()).not.toContain('"alarm"');
  });
});

test.each<[string, 'vies' | 'hmrc', object, number]>([
  ['VIES our number', 'vies', VIES.invalidRequester, 200],
  ['HMRC our number', 'hmrc', HMRC.unknownRequester, 403],
  ['HMRC our token', 'hmrc', HMRC.badToken, 401],
])('raises an alarm when a register refuses us: %s', async (_, name, answer, status) => {
  const refusing = await register(answer);
  refusing.state.status = status;
  const isVies = name === 'vies';
  const shop = await shopWith(isVies ? { vies: refusing } : { hmrc: refusing });
  expect((await shop.press(isVies ? POLISH : BRITISH)).status).toBe(200);
  expect(await evidence(shop)).toMatchObject({ vat_number_registered: null, vat_check_due: true });
  expect(shop.app.logged()).toContain('"alarm":"billing"');
});
