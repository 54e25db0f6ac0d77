import type { Knex } from 'knex';
import { expect } from 'vitest';
import { changeUser } from '../contract/accounts.ts';
import { createApiKey } from '../contract/api-keys.ts';
import { stepUp } from '../contract/sessions.ts';
import { openBillingPortal } from '../contract/billing.ts';
import { sendContactMessage } from '../contract/contact.ts';
import { deleteAccount } from '../contract/departures.ts';
import { changeSlug } from '../contract/stations.ts';
import type { Services } from '../src/app.ts';
import { notifyOperator } from '../src/notifications/notify-operator.ts';
import { send } from './call.ts';
import { PASSWORD, type SignedInUser } from './factories.ts';
import { openShop, type Shop } from './purchases.ts';
import { json, type TestApp } from './server.ts';
import { upload } from './uploads.ts';
import { workOff } from './work-off.ts';

const PHONE = '+442079460123';

/** Somebody who has used everything that there is, and what they can be recognised by. */
export interface Leaver {
  shop: Shop;
  app: TestApp;
  member: SignedInUser;
  names: string[];
}

/** A member with something in every table that has rows of members, and with a file. */
export async function buildLeaver(
  database: { knex: Knex; url: string },
  given: Partial<Services> = {},
): Promise<Leaver> {
  const { knex } = database;
  const shop = await openShop(database, given);
  const { app, member } = shop;
  const token = member.access_token;
  await shop.buy();
  await knex('users')
    .where({ id: member.id })
    .update({ phone: PHONE, phone_confirmed_at: new Date(), email_confirmed_at: new Date() });
  const asked = [
    send(app, createApiKey, { token, body: { name: 'Shop window', scopes: ['read'] } }),
    send(app, changeSlug, { token, body: { station_slug: 'blue-cafe' } }),
    send(app, openBillingPortal, { token, body: {}, headers: { 'Idempotency-Key': 'the first' } }),
    send(app, changeUser, { token, body: { email: NEW_EMAIL, current_password: PASSWORD } }),
    send(app, sendContactMessage, {
      body: { name: 'Ada', email: member.email, subject: 'A question', message: 'May I?' },
    }),
  ];
  for (const answer of await Promise.all(asked)) expect(answer.ok).toBe(true);
  await workOff(app, ['request_code']);
  const news = { user_id: member.id, kind: 'change' as const, what: 'setup', object: 'setup' };
  await knex.transaction((trx) => notifyOperator(trx, { ...news, lines: ['Voice: female'] }));
  expect((await upload(app, member)).status).toBe(201);
  const [station] = await shop.stations();
  return { shop, app, member, names: [member.id, member.email, PHONE, String(station?.id)] };
}

const NEW_EMAIL = 'ada@new.example.com';

/** What shows that the password was given again. */
export async function stepUpToken(app: TestApp, { access_token }: SignedInUser): Promise<string> {
  const answer = await send(app, stepUp, { token: access_token, body: { password: PASSWORD } });
  return (await json<{ step_up_token: string }>(answer)).step_up_token;
}

/** Deletes the account, as its member does. */
export async function leave(app: TestApp, member: SignedInUser): Promise<Response> {
  const headers = { 'Step-Up': await stepUpToken(app, member) };
  return send(app, deleteAccount, { token: member.access_token, headers });
}
