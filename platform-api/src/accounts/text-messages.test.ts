import { describe, expect, test } from 'vitest';
import { RATE_LIMITS, type RateLimit, type RateLimitName } from '../../contract/rate-limits.ts';
import { testDatabase } from '../../test/database.ts';
import { buildUser, PASSWORD, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { startApp, WIDE_LIMITS, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

/** Numbers in London. */
const number = (n: number) => `+4420794600${String(n).padStart(2, '0')}`;

/** The app with these limits alone; a request's address is the last of its header. */
async function start(limited: Partial<Record<RateLimitName, RateLimit>>) {
  const limits = { eventStreams: 1, rates: { ...WIDE_LIMITS, ...limited } };
  const app = await startApp(database, { limits, trustProxy: 1 });
  return { app, mailInbox: await startMailInbox(app) };
}

async function confirmedUser(app: TestApp): Promise<SignedInUser> {
  const user = await signedInUser(app);
  await knex('users').where({ id: user.id }).update({ email_confirmed_at: knex.fn.now() });
  return user;
}

const addNumber = (app: TestApp, { as }: SignedInUser, phone: string, from = '203.0.113.1') =>
  app.post(
    '/v1/auth/user',
    { current_password: PASSWORD, phone },
    { method: 'PATCH', headers: { ...as.headers, 'X-Forwarded-For': from } },
  );
const askCode = (app: TestApp, phone: string, from: string) =>
  app.post('/v1/auth/otp', { phone }, { headers: { 'X-Forwarded-For': from } });
const signUp = (app: TestApp, phone_number: string, from = '203.0.113.1') =>
  app.post(
    '/v1/auth/signup',
    {
      phone_number,
      password: PASSWORD,
      first_name: 'Ada',
      last_name: 'Byron',
      country: 'United Kingdom',
    },
    { headers: { 'X-Forwarded-For': from } },
  );

/** The number of text messages once the queue is empty. */
async function textsOf({ app, mailInbox }: Awaited<ReturnType<typeof start>>): Promise<number> {
  await mailInbox.to('anybody');
  return app.sent.texts.length;
}

describe('a number that costs more or lies elsewhere', () => {
  test.each([
    ['premium rate', '+449090123456'],
    ['shared cost', '+46771123456'],
    ['a personal number', '+447012345678'],
    ['not assigned', '+447700900123'],
    ['of no country', '+88213312345'],
    ['of a country that is not listed', '+2348031234567'],
    ['in a country with the same prefix', '+18765551234'],
  ])('gets no text message: %s', async (_, phone) => {
    const house = await start({});
    const { app } = house;
    const ada = await confirmedUser(app);
    await buildUser(knex, { phone });
    const answers = [
      await addNumber(app, ada, phone),
      await signUp(app, phone),
      await askCode(app, phone, '203.0.113.1'),
      await app.post('/v1/auth/resend', { type: 'otp', phone }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({ code: 'number_not_supported' });
    }
    expect(await textsOf(house)).toBe(0);
  });

  test('gets its text message once the operator lists the country', async () => {
    const app = await startApp(database, { smsCountries: ['NG'] });
    const house = { app, mailInbox: await startMailInbox(app) };
    expect((await signUp(app, '+2348031234567')).status).toBe(201);
    expect((await signUp(app, number(0))).status).toBe(422);
    expect(await textsOf(house)).toBe(1);
  });
});

describe('a new number', () => {
  test('needs a confirmed email address', async () => {
    const house = await start({});
    const ada = await signedInUser(house.app);
    const answer = await addNumber(house.app, ada, number(0));
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'email_unconfirmed' });
    expect(await textsOf(house)).toBe(0);
  });

  test('can be added three times a day by one account, from any address', async () => {
    const house = await start({ text_new_number: RATE_LIMITS.text_new_number });
    const ada = await confirmedUser(house.app);
    const statuses = [];
    for (let n = 0; n < 5; n += 1) {
      statuses.push((await addNumber(house.app, ada, number(n), `203.0.113.${n}`)).status);
      // A number that is replaced before its job runs gets no text message.
      await house.mailInbox.to(number(n));
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(await textsOf(house)).toBe(3);
    expect((await addNumber(house.app, await confirmedUser(house.app), number(9))).status).toBe(
      200,
    );
  });

  test('gets five text messages a day, whichever accounts and addresses ask', async () => {
    const house = await start({ text_unproven: RATE_LIMITS.text_unproven });
    const { app, mailInbox } = house;
    for (let n = 0; n < 8; n += 1) {
      const answer = await addNumber(app, await confirmedUser(app), number(0), `203.0.113.${n}`);
      expect(answer.status).toBe(200);
      await mailInbox.to(number(0));
    }
    expect(await textsOf(house)).toBe(RATE_LIMITS.text_unproven.points);
    await buildUser(knex, { phone: number(1) });
    for (let n = 0; n < 8; n += 1) {
      await askCode(app, number(1), `203.0.113.${n}`);
      await mailInbox.to(number(1));
    }
    expect(await mailInbox.to(number(1))).toHaveLength(8);
  });
});

describe('requests for text messages', () => {
  test('are limited to ten a day for each address, whichever accounts and numbers they name', async () => {
    const house = await start({ text: RATE_LIMITS.text });
    const { app } = house;
    const statuses = [];
    for (let n = 0; n < 4; n += 1) {
      statuses.push((await signUp(app, number(n))).status);
      statuses.push((await addNumber(app, await confirmedUser(app), number(10 + n))).status);
      statuses.push((await askCode(app, number(20 + n), '203.0.113.1')).status);
    }
    const { points } = RATE_LIMITS.text;
    expect(statuses.slice(0, points).every((status) => status < 300)).toBe(true);
    expect(statuses.slice(points)).toEqual([429, 429]);
    expect((await askCode(app, number(0), '203.0.113.2')).status).toBe(200);
    const mail = { email: 'ada@example.com' };
    const headers = { 'X-Forwarded-For': '203.0.113.1' };
    expect((await app.post('/v1/auth/otp', mail, { headers })).status).toBe(200);
  });
});

describe('the budget of text messages', () => {
  test('ends sending for all, with one alarm', async () => {
    const house = await start({ text_budget: { ...RATE_LIMITS.text_budget, points: 2 } });
    const { app } = house;
    for (let n = 0; n < 5; n += 1) expect((await signUp(app, number(n))).status).toBe(201);
    expect(await textsOf(house)).toBe(2);
    expect(app.logged().split('"alarm":"text_budget"')).toHaveLength(2);
    await knex('rate_limits').delete();
    await signUp(app, number(9));
    expect(await textsOf(house)).toBe(3);
  });
});
