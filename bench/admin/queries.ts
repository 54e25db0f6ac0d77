import { exportCustomers } from '@stationhouse/platform-api/contract/admin/customers';
import type { Knex } from 'knex';
import { readStats } from '../../platform-api/src/admin/figures.ts';
import {
  listCustomers,
  type CustomerFilters,
} from '../../platform-api/src/admin/list-customers.ts';
import type { Statement } from '../database-time.ts';

/** The customer list as plain joins, newest first, without a table that is kept for it. */
export const PLAIN_LIST = `
  select u.id as user_id, coalesce(r.role, 'user') as role, p.first_name, p.last_name, u.email, p.company_name,
    s.package_name, s.status, s.station_name, s.station_slug, s.total_amount, 'eur' as currency, s.purchased_at,
    p.setup_form_submitted_at, u.created_at
  from profiles p
  join users u on u.id = p.user_id
  left join user_roles r on r.user_id = u.id
  left join radio_stations s on s.user_id = u.id`;

const NEWEST = 'order by p.created_at desc, p.id desc';

/** The statistics, counted from the tables themselves. */
const PLAIN_STATS = `
  select
    (select count(*) from users u where departed_at is null
      and not exists (select from user_roles r where r.user_id = u.id and r.role = 'admin')),
    (select sum(total_amount) from radio_stations),
    (select sum(amount_paid - amount_refunded) from invoices where status = 'paid'),
    (select count(*) from radio_stations where status = 'active'),
    (select count(*) from radio_stations where status = 'setup_pending')`;

/** A query of the admin area, as the product sends it and as plain joins. */
export interface AdminQuery {
  name: string;
  ask(db: Knex): Promise<unknown>;
  plain: Statement;
  /** Whether the goals hold for it: at most 50 ms, by an index. */
  isGoal: boolean;
}

const ROWS = 50;
const PATTERN = `where concat_ws(' ', p.first_name, p.last_name) ilike $1 or p.company_name ilike $1
  or u.email ilike $1 or s.station_name ilike $1 or s.station_slug ilike $1`;

const listed = (given: Partial<CustomerFilters> & { cursor?: string | undefined }) => (db: Knex) =>
  listCustomers(db, { ...exportCustomers.query.parse({}), limit: ROWS, ...given });

function search(name: string, text: string, isGoal = true): AdminQuery {
  const sql = `${PLAIN_LIST} ${PATTERN} ${NEWEST} limit ${ROWS + 1}`;
  return {
    name: `search for ${name}`,
    ask: listed({ search: text }),
    isGoal,
    plain: { sql, bindings: [`%${text}%`] },
  };
}

function filtered(
  name: string,
  filters: Partial<CustomerFilters>,
  where: string,
  by = NEWEST,
): AdminQuery {
  const sql = `${PLAIN_LIST} where ${where} ${by} limit ${ROWS + 1}`;
  return { name, ask: listed(filters), plain: { sql, bindings: [] }, isGoal: false };
}

/**
 * @param customer one from the middle of the list, parts of whose fields are searched for
 * @param deep a cursor near the end of the list, and the number of rows before it
 */
export function queriesOf(
  customer: { last_name: string; company_name: string; email: string; station_slug: string },
  deep: { cursor: string; rows: number },
): AdminQuery[] {
  const page = (offset: number): Statement => ({
    sql: `${PLAIN_LIST} ${NEWEST} limit ${ROWS + 1} offset ${offset}`,
    bindings: [],
  });
  return [
    { name: 'first page', ask: listed({}), plain: page(0), isGoal: true },
    {
      name: `page after row ${deep.rows}`,
      ask: listed({ cursor: deep.cursor }),
      plain: page(deep.rows),
      isGoal: false,
    },
    search('part of a name', customer.last_name.slice(1)),
    search('part of a company', customer.company_name.slice(2)),
    search('part of an email address', customer.email.slice(2, 16)),
    search('part of a slug', customer.station_slug.slice(6, 14)),
    search('text in nearly every row', 'example'),
    search('text in no row', 'zzyzx'),
    search('two letters in many rows', 'an', false),
    search('two letters in no row', 'qx', false),
    filtered(
      'queue of pending setups',
      { status: 'setup_pending', sort: 'purchased_at', order: 'asc' },
      `s.status = 'setup_pending'`,
      'order by s.purchased_at, p.id',
    ),
    filtered('filter by status', { status: 'suspended' }, `s.status = 'suspended'`),
    filtered('filter by package', { package_name: 'Enterprise' }, `s.package_name = 'Enterprise'`),
    filtered(
      'filter by a day, sorted by name',
      { created_from: '2024-06-01', created_to: '2024-06-01', sort: 'name', order: 'asc' },
      `u.created_at >= '2024-06-01' and u.created_at < '2024-06-02'`,
      'order by lower(p.last_name), lower(p.first_name), p.id',
    ),
    { name: 'figures', ask: readStats, plain: { sql: PLAIN_STATS, bindings: [] }, isGoal: true },
  ];
}
