import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { listAudit, type AuditEntry } from '../../contract/admin/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { customerAsAdmin, openAdminArea } from '../../test/admin-area.ts';
import { buildStation, PASSWORD, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { json, type TestApp } from '../../test/server.ts';
import { audit } from './audit.ts';

const database = testDatabase();
const { knex } = database;

interface Page {
  data: AuditEntry[];
  has_more: boolean;
  next_cursor: string | null;
}

async function list(app: TestApp, by: SignedInUser, query: Record<string, string> = {}) {
  const answer = await send(app, listAudit, { token: by.access_token, query });
  expect(answer.status).toBe(200);
  return json<Page>(answer);
}

describe('the audit log', () => {
  it('lists actions with actor and customer, the newest first', async () => {
    const { app, admin, member, change } = await openAdminArea(database);
    const grace = await signedInUser(app, { role: 'admin' });
    await change({ station: { status: 'active' } });
    await customerAsAdmin(app, grace, member.id).change({ profile: { first_name: 'Ada' } });
    const { data, has_more, next_cursor } = await list(app, admin);
    expect([has_more, next_cursor]).toEqual([false, null]);
    const of = { action: 'change_customer', user_id: member.id, user_email: member.email };
    expect(data).toMatchObject([
      {
        ...of,
        actor_id: grace.id,
        actor_email: grace.email,
        after: { 'profile.first_name': 'Ada' },
      },
      {
        ...of,
        actor_id: admin.id,
        actor_email: admin.email,
        ip: '127.0.0.1',
        before: { 'station.status': 'setup_pending' },
        after: { 'station.status': 'active' },
      },
    ]);
  });

  it('is paged without gaps or repeats, for all customers or one', async () => {
    const { app, admin, member } = await openAdminArea(database);
    const stranger = uuidv7();
    // Many lines with the same time, so that time alone does not order them.
    for (const user_id of [member.id, stranger, member.id]) {
      await knex.transaction(async (trx) => {
        const actor = { id: null, ip: null };
        for (let line = 0; line < 5; line += 1) {
          await audit(trx, actor, { action: 'upload_file', user_id, after: { line } });
        }
      });
    }
    const queries: Record<string, string>[] = [{}, { user_id: member.id }];
    for (const query of queries) {
      const all = await list(app, admin, query);
      const read: AuditEntry[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Page = await list(app, admin, {
          ...query,
          limit: '2',
          ...(cursor && { cursor }),
        });
        expect(page.data.length).toBeLessThanOrEqual(2);
        read.push(...page.data);
        cursor = page.next_cursor;
      }
      expect(read).toEqual(all.data);
      expect(read).toHaveLength('user_id' in query ? 10 : 15);
      const times = read.map(({ at }) => at);
      expect(times).toEqual(times.toSorted().toReversed());
    }
  });

  it.each([
    ['cursor', 'nonsense'],
    ['user_id', 'nobody'],
    ['limit', '101'],
  ])('is asked with no %s of %j', async (field, value) => {
    const { app, admin } = await openAdminArea(database);
    const query = { [field]: value };
    const answer = await send(app, listAudit, { token: admin.access_token, query });
    expect([answer.status, await json(answer)]).toMatchObject([422, { errors: [{ field }] }]);
  });

  it('is append-only in the database itself', async () => {
    const { change, audited, member } = await openAdminArea(database);
    await change({ profile: { first_name: 'Ada' } });
    const before = await audited();
    expect(before).toHaveLength(1);
    const log = () => knex('audit_log');
    for (const attempt of [
      () => log().delete(),
      () => log().update({ ip: '::1' }),
      () => log().update({ actor_id: null }),
      () => log().update({ before: null, after: null }),
      () => log().update({ user_id: uuidv7(), before: null, after: null }),
      () => log().update({ at: new Date(0) }),
      () => log().where({ user_id: member.id }).update({ action: 'reset_password' }),
      () => knex.raw('truncate audit_log'),
      () => knex.raw('truncate audit_log, users cascade'),
    ]) {
      await expect(attempt()).rejects.toThrow('The audit log is only ever added to');
    }
    expect(await audited()).toEqual(before);
  });

  it('loses a deleted customer’s fields, but no line', async () => {
    const { app, admin, change, member } = await openAdminArea(database);
    const other = await buildStation(knex);
    await change({ profile: { first_name: 'Ada', email: 'ada@new.example.com' } });
    await customerAsAdmin(app, admin, other.user_id).change({ station: { station_name: 'Blue' } });
    const [kept, left] = (await list(app, admin)).data;
    await knex('users').where({ id: member.id }).delete();
    expect((await list(app, admin)).data).toEqual([
      kept,
      { ...left, user_email: null, before: null, after: null },
    ]);
  });

  it('keeps lines of deleted admins', async () => {
    const { app, admin, change } = await openAdminArea(database);
    const grace = await signedInUser(app, { role: 'admin' });
    await change({ profile: { first_name: 'Ada' } });
    const [line] = (await list(app, grace)).data;
    await knex('users').where({ id: admin.id }).delete();
    expect((await list(app, grace)).data).toEqual([{ ...line, actor_email: null }]);
  });

  it('holds no secret, whatever is changed', async () => {
    const { member, change, audited } = await openAdminArea(database);
    await change({ profile: { first_name: 'Ada', email: 'ada@new.example.com' } });
    await change({ station: { status: 'active', setup_notes: 'Jazz.', station_slug: 'blue' } });
    const text = JSON.stringify(await audited());
    const { password_hash } = await knex('users').where({ id: member.id }).first();
    for (const secret of [password_hash, PASSWORD, member.access_token, member.refresh_token]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toMatch(/argon2|password|token|hash/);
  });

  it('is for admins only', async () => {
    const { app, member } = await openAdminArea(database);
    const answer = await send(app, listAudit, { token: member.access_token });
    expect(answer.status).toBe(403);
  });
});
