import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { changeUser } from '../../contract/accounts/calls.ts';
import { sendContactMessage } from '../../contract/contact/calls.ts';
import {
  erasePersonalData,
  findPersonalData,
  type PersonalData,
} from '../../contract/admin/personal-data.ts';
import { RETENTION } from '../../contract/accounts/retention.ts';
import { customerAsAdmin } from '../../test/admin-area.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildUserToDelete, expectDeleted, stepUpToken } from '../../test/deleted-user.ts';
import { PASSWORD, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { tracesOf } from '../../test/traces.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import { audit } from '../audit/audit.ts';
import { runCommand } from '../cli/run.ts';
import { alreadyRegistered } from '../accounts/account-mails.tsx';
import { queueMail } from '../mail/send-mail.ts';

const database = testDatabase();
const { knex } = database;
const EVE = 'eve@example.com';

/** An admin who answers requests about addresses. */
async function openDesk(app: TestApp, admin?: SignedInUser) {
  const by = admin ?? (await signedInUser(app, { role: 'admin' }));
  const token = by.access_token;
  return {
    admin: by,
    find: async (email: string) =>
      json<PersonalData>(await send(app, findPersonalData, { token, body: { email } })),
    erase: async (email: string) => {
      const headers = { 'Step-Up': await stepUpToken(app, by) };
      return send(app, erasePersonalData, { token, body: { email }, headers });
    },
  };
}

const counts = ({ kinds }: PersonalData) =>
  Object.fromEntries(kinds.map(({ kind, count }) => [kind, count]));

const codeOf = async (answer: Response) =>
  `${answer.status} ${(await json<{ code?: string }>(answer)).code ?? ''}`.trim();

const writeAs = (app: TestApp, email: string) =>
  send(app, sendContactMessage, {
    body: { name: 'Eve', email, subject: 'A question', message: 'May I?' },
  });

describe('what is kept about an address', () => {
  it('of a member is counted by kind, with how long it is kept', async () => {
    const { app, member } = await buildUserToDelete(database);
    const { find } = await openDesk(app);
    const found = await find(` ${member.email.toUpperCase()} `);
    expect(found).toMatchObject({
      email: member.email,
      customer: { user_id: member.id, role: 'user', is_confirmed: true, has_subscription: true },
    });
    expect(counts(found)).toMatchObject({
      account: 1,
      station: 1,
      files: 1,
      messages: 1,
      orders: 2,
      invoices: 1,
      contact_messages: 1,
      webhook_log: 1,
      // A changed address, and an invitation.
      audit_details: 2,
      teams: 1,
      team_invitations: 1,
    });
    for (const kind of ['credentials', 'sessions', 'codes', 'mails', 'answers']) {
      expect(counts(found)).toHaveProperty(kind);
    }
    for (const { kind, days, erasure } of found.kinds) {
      expect({ days, erasure }).toEqual({
        days: RETENTION[kind].days,
        erasure: RETENTION[kind].erasure,
      });
    }
  });

  it('of a visitor are their messages, unsent mails and unconfirmed changes', async () => {
    const app = await startApp(database);
    const { find } = await openDesk(app);
    const member = await signedInUser(app);
    await writeAs(app, 'Eve@Example.com');
    await queueMail(knex, EVE, alreadyRegistered({}));
    const body = { email: EVE, current_password: PASSWORD };
    await send(app, changeUser, { token: member.access_token, body });
    await workOff(app, ['request_code']);
    const found = await find(EVE);
    expect(found.customer).toBeNull();
    expect(counts(found)).toEqual({ pending_changes: 1, codes: 1, mails: 1, contact_messages: 1 });
    expect((await find('nobody@example.com')).kinds).toEqual([]);
  });
});

describe('erasing an address', () => {
  it('of a member deletes the account, its files and everything by the address', async () => {
    const userToDelete = await buildUserToDelete(database);
    const { app, member, names } = userToDelete;
    const { admin, find, erase } = await openDesk(app);
    await knex('subscriptions').update({ status: 'canceled' });
    const answer = await erase(member.email);
    expect(answer.status).toBe(202);
    expect(await json(answer)).toMatchObject({ customer: { user_id: member.id } });
    await workOff(app);
    await expectDeleted(userToDelete, app, admin.id);
    expect(await tracesOf(knex, names)).toEqual([]);
    expect((await find(member.email)).kinds).toEqual([]);
    expect(
      await knex('audit_log').whereIn('action', ['delete_customer', 'erase_address']),
    ).toHaveLength(2);
  });

  it('drops unsent mails, messages and unconfirmed changes, and leaves others alone', async () => {
    const app = await startApp(database);
    const { erase } = await openDesk(app);
    const member = await signedInUser(app);
    for (const email of [EVE, 'bob@example.com']) {
      await writeAs(app, email);
      await queueMail(knex, email, alreadyRegistered({}));
    }
    const body = { email: EVE, current_password: PASSWORD };
    await send(app, changeUser, { token: member.access_token, body });
    await workOff(app, ['request_code']);
    const answer = { owner: '203.0.113.7', key: 'one', fingerprint: '', leased_until: new Date() };
    await knex('idempotency_keys').insert({ ...answer, body: JSON.stringify({ email: EVE }) });
    const tables = ['contact_messages', 'idempotency_keys', 'one_time_codes', 'users'];
    expect(await tracesOf(knex, [EVE])).toEqual(['_private_jobs', ...tables]);
    expect((await erase(EVE)).status).toBe(202);
    expect(await tracesOf(knex, [EVE])).toEqual([]);
    await workOff(app);
    expect(app.sent.mails.map(({ to, reply_to }) => reply_to ?? to)).toEqual([
      'bob@example.com',
      'bob@example.com',
    ]);
    expect((await app.get('/v1/me', member.as)).status).toBe(200);
  });

  it('removes it from the audit log, whose lines stay, and is logged by its hash', async () => {
    const app = await startApp(database);
    const { admin, erase } = await openDesk(app);
    const member = await signedInUser(app, { email: EVE });
    const { change } = customerAsAdmin(app, admin, member.id);
    await change({ profile: { email: 'ada@example.com', first_name: 'Ada' } });
    await workOff(app);
    await erase(EVE);
    expect(await tracesOf(knex, [EVE])).toEqual([]);
    const [moved, erased] = await knex('audit_log').orderBy('at');
    expect(moved).toMatchObject({
      before: { 'profile.email': '…', 'profile.first_name': expect.any(String) },
      after: { 'profile.email': 'ada@example.com', 'profile.first_name': 'Ada' },
    });
    expect(erased).toMatchObject({
      actor_id: admin.id,
      action: 'erase_address',
      user_id: null,
      after: { address_hash: createHash('sha256').update(EVE).digest('hex') },
    });
  });

  it('removes the IP addresses of a former admin from the audit log at night', async () => {
    const app = await startApp(database);
    const { erase } = await openDesk(app);
    const former = await signedInUser(app, { role: 'admin', email: EVE });
    const line = { action: 'export_customers' as const, user_id: null };
    await audit(knex, { id: former.id, ip: '203.0.113.7' }, line);
    await erase(EVE);
    await workOff(app);
    await runTask(app, 'delete_old_data');
    expect(await tracesOf(knex, ['203.0.113.7'])).toEqual([]);
    expect(await knex('audit_log').where(line).pluck('actor_id')).toEqual([former.id]);
  });

  it('is refused while a subscription runs, and changes nothing', async () => {
    const { app, member } = await buildUserToDelete(database);
    const { erase } = await openDesk(app);
    expect(await codeOf(await erase(member.email))).toBe('409 subscription_running');
    expect((await app.get('/v1/me', member.as)).status).toBe(200);
    expect(await knex('contact_messages')).toHaveLength(1);
    expect(await knex('audit_log').where({ action: 'erase_address' })).toEqual([]);
  });

  it('is refused for the admin’s own address', async () => {
    const app = await startApp(database);
    const { admin, erase } = await openDesk(app);
    await writeAs(app, admin.email);
    expect(await codeOf(await erase(admin.email))).toBe('409 cannot_delete_self');
    expect(await knex('contact_messages')).toHaveLength(1);
  });

  it('needs a step-up', async () => {
    const app = await startApp(database);
    const { access_token: token } = await signedInUser(app, { role: 'admin' });
    await writeAs(app, EVE);
    const answer = await send(app, erasePersonalData, { token, body: { email: EVE } });
    expect(await codeOf(answer)).toBe('403 step_up_required');
    expect(await knex('contact_messages')).toHaveLength(1);
  });
});

describe('`cli personal-data`', () => {
  const cli = (...args: string[]) =>
    runCommand(['personal-data', ...args], { DATABASE_URL: database.url });
  const codeIn = (out: string) => /--confirm (\w+)/.exec(out)?.[1] ?? '';

  it('shows what is kept, and erases it with the code that it shows', async () => {
    const app = await startApp(database);
    await writeAs(app, EVE);
    const { out } = await cli(EVE);
    expect(out).toMatch(/contact_messages +1 +deleted +2 years/);
    expect((await cli(EVE, '--confirm', 'wrong')).code).toBe(1);
    expect(await knex('contact_messages')).toHaveLength(1);
    expect((await cli(EVE, '--confirm', codeIn(out))).out).toContain(`Erased ${EVE}`);
    expect(await tracesOf(knex, [EVE])).toEqual([]);
    expect((await cli(EVE)).out).toBe(`Nothing is kept about ${EVE}.\n`);
  });

  it('deletes an account, unless a subscription runs or it is the last admin', async () => {
    const { app, member } = await buildUserToDelete(database);
    const refused = await cli(member.email);
    expect(refused.out).toContain('has a running subscription. Delete the customer first');
    await knex('subscriptions').update({ status: 'canceled' });
    const { code } = await cli(member.email, '--confirm', codeIn((await cli(member.email)).out));
    expect(code).toBe(0);
    await workOff(app);
    expect(await tracesOf(knex, [member.email])).toEqual([]);
    const admin = await signedInUser(app, { role: 'admin' });
    const last = await cli(admin.email, '--confirm', codeIn((await cli(admin.email)).out));
    expect([last.code, last.err]).toEqual([1, expect.stringContaining('at least one admin')]);
  });

  it('refuses what is no address', async () => {
    expect((await cli('eve')).code).toBe(2);
  });
});
