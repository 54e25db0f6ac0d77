import type { Knex } from 'knex';
import { Model, type QueryBuilder } from 'objection';
import { z } from 'zod';
import {
  CustomerLine,
  type exportCustomers,
  type StarterNote,
} from '../../contract/admin/customers.ts';
import type { ApprovalState } from '../../contract/approval/values.ts';
import type { CustomerSort } from '../../contract/admin/values.ts';
import type { StationStatus } from '../../contract/stations/values.ts';
import type { UserRole } from '../../contract/accounts/values.ts';
import type { CURRENCY, PackageName } from '../../contract/billing/prices.ts';
import { radioIdTexts, type Profile } from '../accounts/profile.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import { approvalsOf } from '../stations/approval-state.ts';
import { RadioStation } from '../stations/station.ts';
import type { Table } from '../table.ts';

/**
 * A row of the customers' table: one for every account that is not deleted. Triggers in the database
 * write it (migration `create_customers`); the program only reads it.
 */
export class Customer extends Model {
  static override tableName = 'customers';
  static override idColumn = 'user_id';

  declare user_id: string;
  declare role: UserRole;
  declare first_name: string;
  declare last_name: string;
  declare email: string | null;
  declare company_name: string | null;
  declare package_name: PackageName | null;
  declare status: StationStatus | null;
  declare station_name: string | null;
  declare station_slug: string | null;
  /** In cents. */
  declare total_amount: number | null;
  declare currency: typeof CURRENCY;
  /** The sum of the payments, in cents. */
  declare collected_amount: number;
  declare purchased_at: Date | null;
  declare setup_form_submitted_at: Date | null;
  declare created_at: Date;
  /** Last name, then first name, folded for sorting; null without either. */
  declare sort_name: string | null;
  /** Company name, folded for sorting; null without a company. */
  declare sort_company: string | null;
  /** The texts of the row, folded for the search. */
  declare search: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    customers: Table<Customer>;
  }
}

/** The filters and the order of a list. */
export type CustomerFilters = z.output<typeof exportCustomers.query>;

/** A page of the customers' table. */
export interface CustomersPage {
  customers: Customer[];
  /** Null on the last page. */
  next_cursor: string | null;
}

/** The order of a list. */
type Order = Pick<CustomerFilters, 'sort' | 'order'>;

/** A place in the list: after this value, and after this id among equal values. */
interface Place {
  value: string | number | Date | null;
  user_id: string;
}

type Query = QueryBuilder<Customer, Customer[]>;

/** Not `search`, which is as long as all the other columns together. */
const SELECTED = [...Object.keys(CustomerLine.shape), 'sort_name', 'sort_company'];

const time = z.iso.datetime().pipe(z.coerce.date());

/** The column of each sort, and the schema of its value in a cursor. */
const SORTED_BY = {
  created_at: { column: 'created_at', value: time },
  purchased_at: { column: 'purchased_at', value: time },
  setup_form_submitted_at: { column: 'setup_form_submitted_at', value: time },
  name: { column: 'sort_name', value: z.string() },
  company_name: { column: 'sort_company', value: z.string() },
  total_amount: { column: 'total_amount', value: z.int32() },
} as const satisfies Record<CustomerSort, { column: keyof Customer; value: z.ZodType }>;

/**
 * A page of the customers' table. Rows without a value come last in both orders; ties are broken by id,
 * so that no row falls between two pages.
 * @throws `validation_failed` for an invalid cursor, or one of another order
 */
export async function listCustomers(
  db: Knex,
  { limit, cursor, ...filters }: CustomerFilters & { limit: number; cursor?: string | undefined },
): Promise<CustomersPage> {
  const after = cursor === undefined ? null : placeAt(cursor, filters);
  const found: Customer[] = [];
  // Two queries, for rows with and without a value, so that one index serves both orders. One row more
  // than the page shows whether another page follows.
  if (after?.value !== null) {
    found.push(...(await withValue(matching(db, filters), filters, after).limit(limit + 1)));
  }
  if (found.length <= limit) {
    const afterId = after?.value === null ? after : null;
    const rest = limit + 1 - found.length;
    found.push(...(await withoutValue(matching(db, filters), filters, afterId).limit(rest)));
  }
  const customers = found.slice(0, limit);
  const last = found.length > limit ? customers.at(-1) : undefined;
  return { customers, next_cursor: last ? cursorAfter(last, filters) : null };
}

/** SQL: the station of a customer is on air with its starter programme, and so still to be built. */
const HAS_STARTER = `user_id = any(array(
  select user_id from radio_stations where starter_since is not null and status <> 'payment_pending'
))`;

/** The parts that the programme of a station still lacks. */
interface Missing {
  lines_to_speak: number;
  has_playlist: boolean;
}

/** How far a customer’s station is; null without a station. */
interface Standing {
  starter_since: Date | null;
  approval: ApprovalState | null;
  starter_note: StarterNote | null;
  missing: Missing | null;
}

/** The rows with how far their stations are. */
export async function withStations(
  db: Knex,
  customers: readonly Customer[],
): Promise<(Customer & Standing)[]> {
  const owners = customers.map(({ user_id }) => user_id);
  const stations = await RadioStation.findOwnOfEach(db, owners);
  const [approvals, lacks] = await Promise.all([
    approvalsOf(db, stations),
    missingOf(db, stations),
  ]);
  const byOwner = new Map(stations.map((station) => [station.user_id, station]));
  return customers.map((customer) => {
    const station = byOwner.get(customer.user_id);
    const approval = (station && approvals.get(station.id)?.state) ?? null;
    const { starter_since = null } = station ?? {};
    const isWaiting = station?.status === 'setup_pending' || starter_since !== null;
    const starter_note = (isWaiting && station?.starter_note) || null;
    const missing = (isWaiting && lacks.get(customer.user_id)) || null;
    return Object.assign(customer, { starter_since, approval, starter_note, missing });
  });
}

/** The parts that programmes still lack, for stations whose customers have sent the setup form. */
const MISSING = `
  select p.user_id, p.radio_id_texts, p.station_name_request,
    array(
      select i.script from spoken_ids i join assets a on a.id = i.asset_id and a.state = 'stored'
      where i.user_id = p.user_id
    ) as spoken,
    coalesce(
      (select jsonb_array_length(d.draft->'playlists') > 0 from station_schedules d
        where d.station_id = s.id),
      exists (select from playlists where archived_at is null and system_station is null)
    ) as has_playlist
  from radio_stations s join profiles p on p.user_id = s.user_id
  where s.id = any(?) and p.setup_form_submitted
`;

type MissingRow = Pick<Profile, 'user_id' | 'radio_id_texts' | 'station_name_request'> &
  Pick<Missing, 'has_playlist'> & { spoken: string[] };

async function missingOf(
  db: Knex,
  stations: readonly RadioStation[],
): Promise<Map<string, Missing>> {
  const waiting = stations.filter(
    ({ status, starter_since }) => status === 'setup_pending' || starter_since !== null,
  );
  if (waiting.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: MissingRow[] }>(MISSING, [waiting.map(({ id }) => id)]);
  return new Map(
    rows.map(({ user_id, spoken, has_playlist, ...form }) => [
      user_id,
      {
        lines_to_speak: radioIdTexts(form).filter((text) => !spoken.includes(text)).length,
        has_playlist,
      },
    ]),
  );
}

/** The rows that pass the filters, unordered. */
function matching(db: Knex, filters: CustomerFilters): Query {
  const { search, status, package_name, created_from, created_to } = filters;
  const query = Customer.query(db).select(SELECTED);
  if (status === 'setup_pending') query.whereRaw(`(status = ? or ${HAS_STARTER})`, [status]);
  else if (status !== undefined) query.where({ status });
  if (package_name !== undefined) query.where({ package_name });
  if (created_from !== undefined) query.where('created_at', '>=', startOf(created_from, 0));
  if (created_to !== undefined) query.where('created_at', '<', startOf(created_to, 1));
  // `%` and `_` in the search text are escaped, so that they match themselves.
  if (search) {
    query.whereRaw(
      String.raw`search like '%' || regexp_replace(folded(?), '([\\%_])', '\\\1', 'g') || '%'`,
      [search],
    );
  }
  return query;
}

/** Midnight (UTC) at the start of a day, or of a later one. */
function startOf(day: string, daysLater: number): Date {
  const start = new Date(day);
  start.setUTCDate(start.getUTCDate() + daysLater);
  return start;
}

function withValue(query: Query, { sort, order }: Order, after: Place | null): Query {
  const { column } = SORTED_BY[sort];
  if (after) {
    const further = order === 'asc' ? '>' : '<';
    query.whereRaw(`(??, user_id) ${further} (?, ?)`, [column, after.value, after.user_id]);
  } else {
    query.whereNotNull(column);
  }
  return query.orderBy(column, order).orderBy('user_id', order);
}

function withoutValue(query: Query, { sort, order }: Order, after: Place | null): Query {
  if (after) query.where('user_id', order === 'asc' ? '>' : '<', after.user_id);
  return query.whereNull(SORTED_BY[sort].column).orderBy('user_id', order);
}

/** A cursor names its order, because its place means nothing in another one. */
export const cursorAfter = (customer: Customer, { sort, order }: Order): string =>
  cursorAt([sort, order, customer[SORTED_BY[sort].column], customer.user_id]);

/** @throws `validation_failed` */
function placeAt(cursor: string, { sort, order }: Order): Place {
  const { value: Value } = SORTED_BY[sort];
  const [, , value, user_id] = readCursor(
    cursor,
    z.tuple([z.literal(sort), z.literal(order), Value.nullable(), z.uuid()]),
  );
  return { value, user_id };
}
