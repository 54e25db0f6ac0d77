import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import type { z } from 'zod';
import { Customer as ListedCustomer, type exportCustomers } from '../../contract/customers.ts';
import { Customer } from './customer.ts';
import {
  cursorBehind,
  readCursor,
  SORTED_BY,
  type CustomersOrder,
  type CustomersPlace,
} from './customers-cursor.ts';

/** Which customers, and in which order. */
export type CustomerFilters = z.output<typeof exportCustomers.query>;

/** A page of the customers' table. */
export interface CustomersPage {
  customers: Customer[];
  /** Null: it is the last one. */
  next_cursor: string | null;
}

/** What is shown and sorted by: what is searched is as long as all that together. */
const SELECTED = [...Object.keys(ListedCustomer.shape), 'sort_name', 'sort_company'];

type Query = QueryBuilder<Customer, Customer[]>;

/**
 * A page of the desk's table. Where nothing stands to sort by comes last, in both orders; whoever stands level
 * comes by id, so that no page leaves anybody out.
 * @throws `validation_failed` for a cursor that is none of ours, or of another order
 */
export async function listCustomers(
  db: Knex,
  { limit, cursor, ...filters }: CustomerFilters & { limit: number; cursor?: string | undefined },
): Promise<CustomersPage> {
  const behind = cursor === undefined ? null : readCursor(cursor, filters);
  const found: Customer[] = [];
  // Those with a value and those without each come from an index in its own order. One more than is shown
  // tells whether there are more.
  if (behind?.value !== null) {
    found.push(...(await withValue(matching(db, filters), filters, behind).limit(limit + 1)));
  }
  if (found.length <= limit) {
    const isAmongThem = behind?.value === null ? behind : null;
    const rest = limit + 1 - found.length;
    found.push(...(await withoutValue(matching(db, filters), filters, isAmongThem).limit(rest)));
  }
  const customers = found.slice(0, limit);
  const last = found.length > limit ? customers.at(-1) : undefined;
  return { customers, next_cursor: last ? cursorBehind(last, filters) : null };
}

/** Those whom the filters let through, in no order. */
function matching(db: Knex, filters: CustomerFilters): Query {
  const { search, status, package_name, created_from, created_to } = filters;
  const query = Customer.query(db).select(SELECTED);
  if (status !== undefined) query.where({ status });
  if (package_name !== undefined) query.where({ package_name });
  if (created_from !== undefined) query.where('created_at', '>=', startOf(created_from, 0));
  if (created_to !== undefined) query.where('created_at', '<', startOf(created_to, 1));
  // What is asked for is found as it is written: `%` and `_` stand for themselves.
  if (search) {
    query.whereRaw(
      String.raw`search like '%' || regexp_replace(folded(?), '([\\%_])', '\\\1', 'g') || '%'`,
      [search],
    );
  }
  return query;
}

/** Midnight (UTC) with which a day begins, or the one so many days later. */
function startOf(day: string, daysLater: number): Date {
  const time = new Date(day);
  time.setUTCDate(time.getUTCDate() + daysLater);
  return time;
}

function withValue(
  query: Query,
  { sort, order }: CustomersOrder,
  behind: CustomersPlace | null,
): Query {
  const { column } = SORTED_BY[sort];
  if (behind) {
    const further = order === 'asc' ? '>' : '<';
    query.whereRaw(`(??, user_id) ${further} (?, ?)`, [column, behind.value, behind.user_id]);
  } else {
    query.whereNotNull(column);
  }
  return query.orderBy(column, order).orderBy('user_id', order);
}

function withoutValue(
  query: Query,
  { sort, order }: CustomersOrder,
  behind: CustomersPlace | null,
): Query {
  if (behind) query.where('user_id', order === 'asc' ? '>' : '<', behind.user_id);
  return query.whereNull(SORTED_BY[sort].column).orderBy('user_id', order);
}
