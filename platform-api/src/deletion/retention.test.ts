import { readFile } from 'node:fs/promises';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import {
  PERSONAL_DATA_KINDS,
  RETENTION,
  retentionWords,
  type PersonalDataKind,
} from '../../contract/accounts/retention.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser } from '../../test/factories.ts';
import { startApp } from '../../test/server.ts';
import { runTask } from '../../test/work-off.ts';
import { audit, eraseFromLog } from '../audit/audit.ts';
import { alreadyRegistered } from '../accounts/account-mails.tsx';
import { queueMail } from '../mail/send-mail.ts';

const database = testDatabase();
const { knex } = database;

const ago = (days: number) => knex.raw('now() - make_interval(days => ?)', [days]);
const jobs = () => knex('graphile_worker._private_jobs');

/** A row of one kind: how it is written at an age in days, the job that deletes it, and how many are left. */
interface Aged {
  write: (days: number) => Promise<unknown>;
  task: string;
  left: () => Promise<unknown[]>;
}

const code = async (days: number) => {
  const { id: user_id } = await buildUser(knex);
  const [id, past] = [uuidv7(), ago(1)];
  const hashes = { code_hash: Buffer.alloc(32), link_hash: Buffer.from(id.slice(0, 32)) };
  const times = { code_expires_at: past, link_expires_at: past, created_at: ago(days) };
  await knex('one_time_codes').insert({
    id,
    user_id,
    type: 'otp',
    target: 'a',
    ...hashes,
    ...times,
  });
};

/** Kinds that are deleted after some days, here. Invoices are at Stripe. */
const AGED: Partial<Record<PersonalDataKind, Aged>> = {
  contact_messages: {
    write: (days) =>
      knex('contact_messages').insert({
        id: uuidv7(),
        name: 'Eve',
        email: 'eve@example.com',
        subject: 'A question',
        message: 'May I?',
        created_at: ago(days),
      }),
    task: 'delete_old_data',
    left: () => knex('contact_messages'),
  },
  mails: {
    async write(days) {
      await queueMail(knex, 'eve@example.com', alreadyRegistered({}));
      const failed = { attempts: knex.ref('max_attempts'), created_at: ago(days) };
      await jobs().whereRaw('attempts < max_attempts').update(failed);
    },
    task: 'delete_old_data',
    left: jobs,
  },
  audit_addresses: {
    async write(days) {
      const { id: actor_id } = await buildUser(knex);
      const line = { actor_id, action: 'export_customers', ip: '203.0.113.7' };
      await knex('audit_log').insert({ id: uuidv7(), ...line, at: ago(days) });
    },
    task: 'delete_old_data',
    left: () => knex('audit_log').whereNotNull('ip'),
  },
  team_invitations: {
    async write(days) {
      const station = await buildStation(knex);
      await knex('team_invitations').insert({
        id: uuidv7(),
        station_id: station.id,
        email: 'eve@example.com',
        role: 'staff',
        link_id: uuidv7(),
        link_hash: Buffer.from(station.id),
        sent_at: ago(days),
        expires_at: ago(days),
      });
    },
    task: 'delete_old_data',
    left: () => knex('team_invitations'),
  },
  unpaid_orders: {
    async write(days) {
      const { id: user_id } = await buildUser(knex);
      await knex('purchases').insert({
        id: uuidv7(),
        user_id,
        status: 'expired',
        package_name: 'Starter',
        company_details: {},
        setup_fee: 0,
        first_month: 1,
        vat_rate: 0,
        vat_amount: 0,
        total_amount: 1,
        ordered_at: ago(days),
        updated_at: ago(days),
      });
    },
    task: 'sweep_billing',
    left: () => knex('purchases'),
  },
  payment_events: {
    write: (days) =>
      knex('stripe_events').insert({
        id: uuidv7(),
        type: 'invoice.paid',
        happened_at: ago(days),
        received_at: ago(days),
      }),
    task: 'sweep_billing',
    left: () => knex('stripe_events'),
  },
  sessions: {
    async write(days) {
      const { id: user_id } = await buildUser(knex);
      const place = { user_agent: '', ip: '203.0.113.7' };
      await knex('sessions').insert({ id: uuidv7(), user_id, ...place, created_at: ago(days) });
    },
    task: 'sweep_accounts',
    left: () => knex('sessions'),
  },
  codes: { write: code, task: 'sweep_accounts', left: () => knex('one_time_codes') },
  answers: {
    write: (days) =>
      knex('idempotency_keys').insert({
        owner: uuidv7(),
        key: 'one',
        fingerprint: '',
        leased_until: new Date(),
        created_at: ago(days),
      }),
    task: 'sweep_idempotency_keys',
    left: () => knex('idempotency_keys'),
  },
  webhook_log: {
    write: (days) =>
      knex('webhook_events').insert({
        id: uuidv7(),
        type: 'webhook.test',
        data: {},
        created_at: ago(days),
      }),
    task: 'sweep_webhooks',
    left: () => knex('webhook_events'),
  },
  listening: {
    async write(days) {
      const { id: station_id } = await buildStation(knex);
      await knex('listening_sessions').insert({
        station_id,
        session_id: uuidv7(),
        hour: knex.raw("date_trunc('hour', now() - make_interval(days => ?))", [days]),
        player: 'page',
        country: '',
        began_at: ago(days),
        total: 60,
      });
    },
    task: 'sweep_listening',
    left: () => knex('listening_sessions'),
  },
};

const WITH_DAYS = PERSONAL_DATA_KINDS.filter((kind) => RETENTION[kind].days !== null);

it('knows how every kind that is kept for some days is deleted', () => {
  expect([...Object.keys(AGED), 'invoices'].toSorted()).toEqual(WITH_DAYS.toSorted());
});

it.each(Object.entries(AGED))(
  'deletes %s at night once they are older than the contract says',
  async (kind, { write, task, left }) => {
    const app = await startApp(database);
    // The key of an entry.
    const days = Number(RETENTION[kind as PersonalDataKind].days);
    expect(app.tasks.find(({ name }) => name === task)?.schedule).toMatch(/^\d+ \d+ \* \* \*$/);
    await write(days - 1);
    await write(days + 1);
    expect(await left()).toHaveLength(2);
    await runTask(app, task);
    expect(await left()).toHaveLength(1);
  },
);

/** Columns that may hold an address, and the kind of data that they belong to. */
const ADDRESS_COLUMNS: Record<string, PersonalDataKind> = {
  'audit_log.ip': 'audit_addresses',
  'contact_messages.email': 'contact_messages',
  'customers.email': 'account',
  'departures.email': 'account',
  'idempotency_keys.owner': 'answers',
  'locations.address': 'station',
  'one_time_codes.target': 'codes',
  'profiles.company_address': 'account',
  'profiles.email': 'account',
  'profiles.phone_number': 'account',
  'sessions.ip': 'sessions',
  'team_invitations.email': 'team_invitations',
  'users.email': 'account',
  'users.new_email': 'pending_changes',
  'users.phone': 'account',
};

it('knows every column that may hold an email address, an IP address or a phone number', async () => {
  const columns = await knex('information_schema.columns')
    .join('information_schema.tables', (is) => is.using(['table_schema', 'table_name']))
    .where({ table_type: 'BASE TABLE', table_schema: 'public' })
    .whereRaw(`column_name ~ '(mail|phone|address|recipient|target|owner|^ip$|_ip$|^to$)'`)
    .whereRaw(`column_name !~ '_at$' and data_type <> 'boolean'`)
    .select('table_name', 'column_name');
  const names = columns.map(({ table_name, column_name }) => `${table_name}.${column_name}`);
  expect(names.toSorted()).toEqual(Object.keys(ADDRESS_COLUMNS));
});

it('changes nothing else in the audit log', async () => {
  const { id } = await buildUser(knex);
  const line = { action: 'change_customer' as const, user_id: id };
  const before = { 'profile.email': 'eve@example.com' };
  await audit(knex, { id, ip: '203.0.113.7' }, { ...line, before });
  // An erasure that was logged before lets nothing be replaced.
  await eraseFromLog(knex, { id: null, ip: null }, 'bob@example.com');
  const lines = () => knex('audit_log').where(line);
  for (const change of [{ ip: null }, { before: { 'profile.email': '…' } }, { before: null }]) {
    await expect(lines().update(change)).rejects.toThrow('only ever added to');
  }
  await expect(lines().delete()).rejects.toThrow('only ever added to');
});

it('is what the page for operators says', async () => {
  const page = new URL('../../../docs/operations/personal-data.md', import.meta.url);
  const rows = (await readFile(page, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (kind|-)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, kind, kept, erasure]) => ({ kind, kept, erasure }));
  expect(rows).toEqual(
    PERSONAL_DATA_KINDS.map((kind) => ({
      kind: RETENTION[kind].name,
      kept: retentionWords(kind),
      erasure: RETENTION[kind].erasure,
    })),
  );
});
