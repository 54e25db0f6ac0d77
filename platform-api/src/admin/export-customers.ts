import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { CustomerLine } from '../../contract/admin/customers.ts';
import { csvOf } from '../http/csv.ts';
import { listCustomers, type CustomerFilters } from './list-customers.ts';

/** The customers' table as CSV. */
export const exportCustomers = (db: Knex, filters: CustomerFilters): Promise<Readable> =>
  csvOf(Object.keys(CustomerLine.shape), async (page) => {
    const { customers, next_cursor } = await listCustomers(db, { ...filters, ...page });
    return { data: customers.map((customer) => CustomerLine.parse(customer)), next_cursor };
  });
