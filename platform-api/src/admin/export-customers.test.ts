import { describe, expect, it } from 'vitest';
import { CustomerLine, exportCustomers as exportCall } from '../../contract/admin/customers.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser, signedInUser, steppedUp } from '../../test/factories.ts';
import { startApp, WIDE_LIMITS } from '../../test/server.ts';
import { AuditEntry } from '../audit/audit.ts';
import { withoutFormula } from '../http/csv.ts';
import { exportCustomers } from './export-customers.ts';

const database = testDatabase();
const { knex } = database;

/** Reads CSV as RFC 4180 has it. */
function cellsOf(csv: string): string[][] {
  const rows: string[][] = [];
  for (const [, quoted, plain = '', end] of csv.matchAll(
    /(?:"((?:[^"]|"")*)"|([^,"\r\n]*))(,|\r\n)/g,
  )) {
    if (rows.length === 0 || rows.at(-1)?.at(-1) === undefined) rows.push([]);
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

async function openAdminArea(given?: Parameters<typeof startApp>[1]) {
  const app = await startApp(database, given);
  const admin = await signedInUser(app, { role: 'admin' });
  const { id } = admin;
  const proven = await steppedUp(app, admin);
  const ask = (query: Record<string, string> = {}, headers?: Record<string, string>) =>
    send(app, exportCall, { query, headers: { ...proven.headers, ...headers } });
  return { app, id, ask };
}

/** Members without any other rows, in parts: on a busy machine one statement can take too long for all of them. */
async function addMany(count: number): Promise<void> {
  for (let from = 0; from < count; from += 500) {
    await knex.raw(
      `insert into users (id, email) select gen_random_uuid(), 'customer' || n || '@example.com'
       from generate_series(?::int + 1, ?::int) n`,
      [from, Math.min(from + 500, count)],
    );
  }
}

const everybody = exportCall.query.parse({});

describe('the export of all customers', () => {
  it('has a line for each one, with any text in its fields', async () => {
    const { ask } = await openAdminArea({ now: () => Date.parse('2026-11-21T09:30:00Z') });
    const { id, email } = await buildUser(knex);
    const company_name = 'Grün, "Söhne" & Co\nLondon; Paris';
    await knex('profiles').where({ user_id: id }).update({ first_name: 'Ada', company_name });
    await buildStation(knex, { user_id: id, station_slug: 'blue', station_name: 'Blue' });
    const answer = await ask({ search: email });
    expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('Content-Disposition')).toBe(
      'attachment; filename="stationhouse-customers-2026-11-21.csv"',
    );
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const bytes = Buffer.from(await answer.arrayBuffer());
    // By which Excel knows UTF-8.
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const [head, row, ...more] = cellsOf(bytes.subarray(3).toString());
    expect(head).toEqual(Object.keys(CustomerLine.shape));
    expect(more).toEqual([]);
    expect(Object.fromEntries((head ?? []).map((name, place) => [name, row?.[place]]))).toEqual({
      user_id: id,
      role: 'user',
      first_name: 'Ada',
      last_name: '',
      email,
      company_name,
      package_name: '',
      status: 'active',
      station_name: 'Blue',
      station_slug: 'blue',
      total_amount: '',
      currency: 'eur',
      purchased_at: '',
      setup_form_submitted_at: '',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
  });

  it('is complete and in order across pages', async () => {
    const { ask } = await openAdminArea();
    await addMany(3_000);
    const text = await (await ask({ sort: 'name', order: 'asc' })).text();
    const ids = cellsOf(text)
      .slice(1)
      .map(([id]) => id);
    expect(ids).toEqual(await knex('customers').orderBy(['sort_name', 'user_id']).pluck('user_id'));
    expect(ids).toHaveLength(3_001);
  });

  it('has only the header when no customer matches', async () => {
    const { ask } = await openAdminArea();
    expect(cellsOf(await (await ask({ search: 'nobody' })).text())).toHaveLength(1);
  });

  it('is logged, without the search text', async () => {
    const { ask, id } = await openAdminArea();
    await ask({ search: 'ada@example.com', status: 'active' });
    const [entry, ...more] = await AuditEntry.query(knex);
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      action: 'export_customers',
      actor_id: id,
      user_id: null,
      ip: expect.any(String),
      after: { status: 'active', search: '…', sort: 'created_at', order: 'desc' },
    });
  });

  it('can be made twenty times an hour, by admins only', async () => {
    const rates = { ...WIDE_LIMITS, customers_export: RATE_LIMITS.customers_export };
    const { app, ask } = await openAdminArea({ limits: { eventStreams: 1, rates } });
    for (let made = 0; made < RATE_LIMITS.customers_export.points; made += 1) {
      expect((await ask()).status).toBe(200);
    }
    expect((await ask()).status).toBe(429);
    const member = await signedInUser(app);
    expect((await send(app, exportCall, { token: member.access_token })).status).toBe(403);
  });
});

describe('an export that fails midway', () => {
  /** From here on the table can be read but for one row: a cost so high that it is looked at last. */
  async function spoil(id: string): Promise<void> {
    const { package_name: _, ...others } = await knex('customers').columnInfo();
    await knex.raw(`
      alter table customers rename to kept_customers;
      create function unreadable() returns text language plpgsql stable cost 100000 as $$
      begin raise 'unreadable'; end $$;
      create view customers as
        select ${Object.keys(others).join(', ')},
          case when user_id = '${id}' then unreadable() else package_name end as package_name
        from kept_customers
    `);
  }

  const mend = () =>
    knex.raw(`
      drop view customers;
      drop function unreadable;
      alter table kept_customers rename to customers
    `);

  it.each(['identity', 'gzip', 'br'])(
    'is cut off with a connection error (%s)',
    async (encoding) => {
      // The oldest, and so in the last of three pages.
      const { app, ask, id } = await openAdminArea();
      await addMany(2_500);
      await spoil(id);
      try {
        const read = ask({}, { 'Accept-Encoding': encoding }).then((answer) => answer.text());
        // A compressor may keep all that came before.
        await expect(read).rejects.toThrow(/terminated|fetch failed/);
      } finally {
        await mend();
      }
      expect(app.logged()).toContain('an export broke off');
    },
  );

  it('returns a normal error when the first page fails', async () => {
    const { ask } = await openAdminArea();
    await knex.raw('alter table customers rename to kept_customers');
    const answer = await ask().finally(() =>
      knex.raw('alter table kept_customers rename to customers'),
    );
    expect(answer.status).toBe(500);
    expect(answer.headers.get('Content-Type')).toContain('application/problem+json');
    expect(answer.headers.get('Content-Disposition')).toBeNull();
    // The audit line was written before the first row was read.
    expect(await knex('audit_log').pluck('action')).toEqual(['export_customers']);
  });

  it('stops reading once the client is gone', async () => {
    await addMany(5_000);
    let queries = 0;
    const count = () => (queries += 1);
    knex.on('query', count);
    const csv = await exportCustomers(knex, everybody);
    for await (const chunk of csv) {
      expect(String(chunk)).toContain('@example.com');
      break;
    }
    expect(csv.destroyed).toBe(true);
    knex.off('query', count);
    // Of five pages, and nothing more after the stream has closed.
    expect(queries).toBeLessThan(4);
  });
});

describe('a cell that a spreadsheet would calculate', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+44 20', "'+44 20"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ['  =1', "'  =1"],
    ['"=1', `'"=1`],
    ["'=1", "''=1"],
    ['x;=1', "x;'=1"],
    ['x,"=1"', `x,'"=1"`],
    ['x\n=1', "x\n'=1"],
  ])('%j is a text', (given, expected) => {
    expect(withoutFormula(given)).toBe(expected);
  });

  it.each(['', 'Byron', 'a-b@example.com', 'E=mc2', '1 + 1', 'Rock’n’Roll; Jazz', 'a\r\nb'])(
    '%j is no formula and stays as it is',
    (text) => {
      expect(withoutFormula(text)).toBe(text);
    },
  );

  it('is exported as text', async () => {
    const { id } = await buildUser(knex);
    await knex('profiles').where({ user_id: id }).update({ company_name: '=cmd|"/C calc"!A0' });
    const csv = await (await exportCustomers(knex, everybody)).toArray();
    expect(cellsOf(csv.join(''))[1]).toContain('\'=cmd|"/C calc"!A0');
  });
});
