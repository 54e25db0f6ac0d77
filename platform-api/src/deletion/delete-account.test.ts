import { describe, expect, it, vi } from 'vitest';
import { getMe } from '../../contract/accounts/calls.ts';
import { testDatabase } from '../../test/database.ts';
import {
  madeApiKey,
  buildStation,
  buildUser,
  PASSWORD,
  signedInUser,
  signInAgain,
} from '../../test/factories.ts';
import { send } from '../../test/call.ts';
import { buildUserToDelete, deleteOwnAccount, stepUpToken } from '../../test/deleted-user.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { workOff } from '../../test/work-off.ts';
import { createApiKey } from '../accounts/api-keys.ts';
import { startSession } from '../accounts/sessions.ts';
import { User } from '../accounts/user.ts';
import { passwordChanged } from '../accounts/account-mails.tsx';
import { queueMail } from '../mail/send-mail.ts';
import { deleteAccount } from './delete-account.ts';

const database = testDatabase();
const { knex } = database;

const codeOf = async (answer: Response) =>
  `${answer.status} ${(await json<{ code?: string }>(answer)).code ?? ''}`.trim();

const deleting = (who: Parameters<typeof deleteAccount>[1]) =>
  knex.transaction((trx) => deleteAccount(trx, who));

const signIn = (app: TestApp, email: string) =>
  app.post('/v1/auth/token', { grant_type: 'password', email, password: PASSWORD });

describe('once an account is deleted', () => {
  it('its sessions and API keys stop working', async () => {
    const app = await startApp(database);
    const replica = await startApp(database);
    const ada = await signedInUser(app);
    const elsewhere = await signInAgain(app, ada);
    const { key } = await madeApiKey(app, ada);
    expect((await deleteOwnAccount(app, ada)).status).toBe(202);
    for (const one of [app, replica]) {
      expect(await codeOf(await send(one, getMe, { token: ada.access_token }))).toBe(
        '401 session_ended',
      );
      expect(await codeOf(await one.get('/v1/me', elsewhere.as))).toBe('401 session_ended');
      expect(await codeOf(await send(one, getMe, { token: key }))).toBe('401 invalid_token');
      const refresh = { grant_type: 'refresh_token', refresh_token: ada.refresh_token };
      expect(await codeOf(await one.post('/v1/auth/token', refresh))).toBe('401 invalid_token');
      expect(await codeOf(await signIn(one, ada.email))).toBe('401 invalid_credentials');
    }
  });

  it('a sign-in in progress fails, and so does a new key', async () => {
    const app = await startApp(database);
    const ada = await signedInUser(app);
    const proven = await User.query(knex).findById(ada.id).throwIfNotFound();
    const { id: session_id } = await knex('sessions').where({ user_id: ada.id }).first('id');
    await deleteOwnAccount(app, ada);
    const place = { user_agent: '', address: '127.0.0.1' };
    await expect(startSession(knex, proven, place)).rejects.toMatchObject({
      kind: 'invalid_credentials',
    });
    const asker = { userId: ada.id, sessionId: session_id };
    await expect(
      createApiKey(knex, asker, { name: 'Late', scopes: ['read'] }),
    ).rejects.toMatchObject({ kind: 'session_ended' });
  });

  it('codes and links sent before stop working', async () => {
    const app = await startApp(database);
    const mailInbox = await startMailInbox(app);
    const email = 'ada@example.com';
    const ada = await signedInUser(app, { email });
    await app.post('/v1/auth/otp', { email });
    const code = await mailInbox.codeTo(email);
    await app.post('/v1/auth/recover', { email });
    const token = await mailInbox.tokenTo(email);
    await deleteOwnAccount(app, ada);
    const verify = await app.post('/v1/auth/verify', { type: 'otp', email, code });
    expect(verify.status).toBe(400);
    const password = 'the tide comes in at nine';
    expect((await app.post('/v1/auth/reset', { token, password })).status).toBe(400);
    await app.post('/v1/auth/otp', { email });
    expect((await mailInbox.to(email)).at(-1)).toContain('Your account is deleted');
  });

  it('its station is off air for every listener', async () => {
    const app = await startApp(database);
    const replica = await startApp(database);
    const ada = await signedInUser(app);
    await buildStation(knex, { user_id: ada.id, station_slug: 'blue' });
    expect((await replica.get('/v1/stations/blue')).status).toBe(200);
    await deleteOwnAccount(app, ada);
    await vi.waitFor(async () =>
      expect(await codeOf(await replica.get('/v1/stations/blue'))).toBe('404 station_not_found'),
    );
  });

  it('its address is free, and the next owner gets none of its mail', async () => {
    const app = await startApp(database);
    const email = 'ada@example.com';
    const ada = await signedInUser(app, { email });
    await app.post('/v1/auth/otp', { email });
    await deleteOwnAccount(app, ada);
    const body = {
      email,
      password: 'the tide comes in at nine',
      first_name: 'Ada',
      last_name: 'Byron',
      phone_number: '+44 20 7946 0000',
      country: 'United Kingdom',
    };
    expect((await app.post('/v1/auth/signup', body)).status).toBe(201);
    const again = await knex('users').where({ email }).first('id');
    expect(again.id).not.toBe(ada.id);
    await workOff(app);
    expect(app.sent.mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Confirm your address for Stationhouse',
      'Your Stationhouse account is deleted',
    ]);
    expect(await knex('users').pluck('id')).toEqual([again.id]);
    expect(await knex('one_time_codes').pluck('user_id')).toEqual([again.id]);
  });

  it('a queued mail to it is not sent', async () => {
    const { app, member } = await buildUserToDelete(database);
    app.sent.mails.length = 0;
    await deleteOwnAccount(app, member);
    await workOff(app);
    expect(app.sent.mails.map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      `desk@radio.example.com: A new Stationhouse customer: Starter`,
      `${member.email}: Your Stationhouse account is deleted`,
    ]);
  });

  it('queued mails to an address that it had not proven are sent', async () => {
    const app = await startApp(database);
    const bob = await signedInUser(app, { email: 'bob@example.com' });
    await knex('users').where({ id: bob.id }).update({ email_confirmed_at: new Date() });
    const ada = await signedInUser(app);
    // Ada wants to move to Bob's address, and has a phone number of his.
    const claims = { new_email: bob.email, phone: '+447700900123' };
    await knex('users').where({ id: ada.id }).update(claims);
    await queueMail(knex, bob.email, passwordChanged({}));
    await app.post('/v1/auth/recover', { email: bob.email });
    await deleteOwnAccount(app, ada);
    await workOff(app);
    const toBob = app.sent.mails.filter(({ to }) => to === bob.email);
    expect(toBob.map(({ subject }) => subject).toSorted()).toEqual([
      'Choose a new password for Stationhouse',
      'Your Stationhouse password was changed',
    ]);
  });

  it('messages from an unconfirmed address stay', async () => {
    const app = await startApp(database);
    const ada = await signedInUser(app);
    const body = { name: 'Bob', email: ada.email, subject: 'Hello', message: 'It is me' };
    await app.post('/v1/contact', body);
    await deleteOwnAccount(app, ada);
    expect(await knex('contact_messages').pluck('name')).toEqual(['Bob']);
  });
});

describe('deleting an account', () => {
  it('needs a step-up', async () => {
    const app = await startApp(database);
    const ada = await signedInUser(app);
    const answer = await app.get('/v1/me', { method: 'DELETE', ...ada.as });
    expect(await codeOf(answer)).toBe('403 step_up_required');
    expect((await app.get('/v1/me', ada.as)).status).toBe(200);
  });

  it('twice or ten times in parallel happens once', async () => {
    const app = await startApp(database);
    const ada = await signedInUser(app);
    const headers = { ...ada.as.headers, 'Step-Up': await stepUpToken(app, ada) };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => app.get('/v1/me', { method: 'DELETE', headers })),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect(statuses).toContain(202);
    for (const status of statuses) expect([202, 401]).toContain(status);
    expect(await codeOf(await app.get('/v1/me', { method: 'DELETE', headers }))).toBe(
      '401 session_ended',
    );
    await deleting({ userId: ada.id, requestedBy: ada.id });
    await workOff(app);
    await deleting({ userId: ada.id, requestedBy: ada.id });
    await workOff(app);
    expect(app.sent.mails).toHaveLength(1);
    expect(await knex('departures').select('user_id', 'requested_by', 'email')).toEqual([
      { user_id: ada.id, requested_by: ada.id, email: null },
    ]);
  });

  it('can be done by an admin', async () => {
    const app = await startApp(database);
    const admin = await buildUser(knex, { role: 'admin' });
    const ada = await signedInUser(app);
    await deleting({ userId: ada.id, requestedBy: admin.id });
    expect((await app.get('/v1/me', ada.as)).status).toBe(401);
    expect(await knex('departures').first()).toMatchObject({ requested_by: admin.id });
  });

  it('is refused for the last admin', async () => {
    const app = await startApp(database);
    const admin = await signedInUser(app, { role: 'admin' });
    expect(await codeOf(await deleteOwnAccount(app, admin))).toBe('409 last_admin');
    expect((await app.get('/v1/me', admin.as)).status).toBe(200);
    const second = await signedInUser(app, { role: 'admin' });
    expect((await deleteOwnAccount(app, admin)).status).toBe(202);
    expect(await codeOf(await deleteOwnAccount(app, second))).toBe('409 last_admin');
  });

  it('leaves one of several admins who delete themselves at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      await knex('departures').delete();
      await knex('users').delete();
      const admins = await Promise.all(
        Array.from({ length: 4 }, () => buildUser(knex, { role: 'admin' })),
      );
      const left = await Promise.allSettled(
        admins.map(({ id }) => deleting({ userId: id, requestedBy: id })),
      );
      const refused = left.filter((one) => one.status === 'rejected');
      expect(refused.map(({ reason }) => reason.kind)).toEqual(['last_admin']);
      expect(await knex('user_roles').where({ role: 'admin' })).toHaveLength(1);
    }
  });
});
