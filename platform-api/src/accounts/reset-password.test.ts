import { describe, expect, test } from 'vitest';
import { LINK_SECONDS } from '../../contract/accounts/values.ts';
import { testDatabase } from '../../test/database.ts';
import {
  madeApiKey,
  PASSWORD,
  signedInUser,
  signInAgain,
  type SignedInUser,
} from '../../test/factories.ts';
import { linkIn, startMailInbox, type MailInbox } from '../../test/mail-inbox.ts';
import { startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const EMAIL = 'ada@example.com';
const NEW_PASSWORD = 'the tide comes in at nine';

async function start(): Promise<{ app: TestApp; mailInbox: MailInbox; ada: SignedInUser }> {
  const app = await startApp(database);
  const mailInbox = await startMailInbox(app);
  return { app, mailInbox, ada: await signedInUser(app, { email: EMAIL }) };
}

async function askedForLink(house: { app: TestApp; mailInbox: MailInbox }): Promise<string> {
  expect((await house.app.post('/v1/auth/recover', { email: EMAIL })).status).toBe(200);
  await house.mailInbox.to(EMAIL);
  const mail = house.app.sent.mails.findLast(({ subject }) => subject.includes('new password'));
  return linkIn(mail?.text ?? '').token;
}

const reset = (app: TestApp, token: string, password = NEW_PASSWORD) =>
  app.post('/v1/auth/reset', { token, password });
const signIn = async (app: TestApp, password: string) =>
  (await app.post('/v1/auth/token', { grant_type: 'password', email: EMAIL, password })).status;

describe('a forgotten password', () => {
  test('is replaced with the link from the mail, without signing in', async () => {
    const house = await start();
    const answer = await reset(house.app, await askedForLink(house));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('{}');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await signIn(house.app, PASSWORD)).toBe(401);
    expect(await signIn(house.app, NEW_PASSWORD)).toBe(200);
  });

  test('ends every session', async () => {
    const { app, mailInbox, ada } = await start();
    const second = await signInAgain(app, ada);
    await reset(app, await askedForLink({ app, mailInbox }));
    for (const { as, refresh_token } of [ada, second]) {
      const read = await app.get('/v1/auth/user', as);
      expect(read.status).toBe(401);
      expect(await read.json()).toMatchObject({ code: 'session_ended' });
      const refreshed = await app.post('/v1/auth/token', {
        grant_type: 'refresh_token',
        refresh_token,
      });
      expect(refreshed.status).toBe(401);
    }
  });

  test('is reported by mail, and confirms the address', async () => {
    const house = await start();
    await reset(house.app, await askedForLink(house));
    await house.mailInbox.to(EMAIL);
    expect(house.app.sent.mails.at(-1)).toMatchObject({
      to: EMAIL,
      subject: 'Your Stationhouse password was changed',
    });
    const user = await database.knex('users').first('email_confirmed_at');
    expect(user.email_confirmed_at).toBeInstanceOf(Date);
  });

  test('removes all other logins when the address was not confirmed', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    // An attacker signed up with another person's address, and has a phone number and a key.
    const squatter = await signedInUser(app, { email: EMAIL, phone: '+447700900123' });
    const { as } = await madeApiKey(app, squatter);
    await reset(app, await askedForLink({ app, mailInbox }));
    const byKey = await app.get('/v1/me', as);
    expect(byKey.status).toBe(401);
    const user = await database.knex('users').first('phone', 'phone_confirmed_at');
    expect(user).toEqual({ phone: null, phone_confirmed_at: null });
  });

  test('cancels changes requested under the old password', async () => {
    const { app, mailInbox, ada } = await start();
    // An attacker who knew the password may have requested a change of the address.
    const begun = await app.post(
      '/v1/auth/user',
      { email: 'thief@example.com', current_password: PASSWORD },
      { method: 'PATCH', ...ada.as },
    );
    expect(await begun.json()).toMatchObject({ new_email: 'thief@example.com' });
    const thiefs = await mailInbox.tokenTo('thief@example.com');
    await app.post('/v1/auth/otp', { email: EMAIL });
    const code = await mailInbox.codeTo(EMAIL);

    expect((await reset(app, await askedForLink({ app, mailInbox }))).status).toBe(200);
    const stolen = await app.post('/v1/auth/verify', { type: 'email_change', token: thiefs });
    expect(stolen.status).toBe(400);
    const signedIn = await app.post('/v1/auth/verify', { type: 'otp', email: EMAIL, code });
    expect(signedIn.status).toBe(400);
    await app.post('/v1/auth/resend', { type: 'email_change', email: 'thief@example.com' });
    expect(await mailInbox.to('thief@example.com')).toHaveLength(1);
  });
});

describe('the link', () => {
  test('still works after a weak password was refused', async () => {
    const house = await start();
    const token = await askedForLink(house);
    for (const weak of ['short', 'password123', EMAIL]) {
      const refused = await reset(house.app, token, weak);
      expect(refused.status).toBe(422);
      expect(await refused.json()).toMatchObject({ code: 'weak_password' });
    }
    expect((await reset(house.app, token)).status).toBe(200);
  });

  test('works for one of fifty parallel requests', async () => {
    const house = await start();
    const token = await askedForLink(house);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => reset(house.app, token, `${NEW_PASSWORD} ${n}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'invalid_token' });
    }
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(await signIn(house.app, `${NEW_PASSWORD} ${winner}`)).toBe(200);
  });

  test('still works after two newer ones were requested, until one of them is used', async () => {
    const house = await start();
    const links = [];
    for (let n = 0; n < 4; n += 1) links.push(await askedForLink(house));
    const [first = '', second = '', third = '', fourth = ''] = links;
    // The last three work.
    expect((await reset(house.app, first)).status).toBe(400);
    expect((await reset(house.app, second, 'short')).status).toBe(422);
    expect((await reset(house.app, fourth, 'short')).status).toBe(422);
    expect((await reset(house.app, second)).status).toBe(200);
    for (const link of links) expect((await reset(house.app, link)).status).toBe(400);
    expect(third).not.toBe(fourth);
    expect(await signIn(house.app, NEW_PASSWORD)).toBe(200);
  });

  test('expires after an hour', async () => {
    const house = await start();
    const { knex } = database;
    const first = await askedForLink(house);
    const second = await askedForLink(house);
    const row = await knex('one_time_codes').first(
      knex.raw('extract(epoch from link_expires_at - now())::float as seconds'),
    );
    expect(row.seconds).toBeCloseTo(LINK_SECONDS.recovery, -1);
    await knex('earlier_links').update({ expires_at: knex.fn.now() });
    expect((await reset(house.app, first)).status).toBe(400);
    await knex('one_time_codes').update({ link_expires_at: knex.fn.now() });
    expect((await reset(house.app, second)).status).toBe(400);
    expect(await signIn(house.app, PASSWORD)).toBe(200);
  });

  test('uses the configured host, whatever the request says', async () => {
    const { app, mailInbox } = await start();
    const forged = {
      'X-Forwarded-Host': 'evil.example.net',
      'X-Forwarded-Proto': 'gopher',
      Forwarded: 'host=evil.example.net;proto=gopher',
      Host: 'evil.example.net',
      Origin: 'https://evil.example.net',
      Referer: 'https://evil.example.net/',
    };
    for (const [name, value] of Object.entries(forged)) {
      const headers = { [name]: value };
      expect((await app.post('/v1/auth/recover', { email: EMAIL }, { headers })).status).toBe(200);
      await mailInbox.to(EMAIL);
    }
    const mails = await mailInbox.to(EMAIL);
    expect(mails).toHaveLength(Object.keys(forged).length);
    for (const text of mails) expect(linkIn(text).url.origin).toBe(app.services.publicUrl);
    expect(JSON.stringify(app.sent)).not.toContain('evil');
  });
});
