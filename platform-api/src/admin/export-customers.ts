import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Knex } from 'knex';
import { Customer as ListedCustomer } from '../../contract/customers.ts';
import { presentCustomer } from './customer.ts';
import { listCustomers, type CustomerFilters, type CustomersPage } from './list-customers.ts';

/** As many rows are read and written at once: no more than these are held, whatever their number. */
const ROWS_AT_ONCE = 250;

/**
 * Where a spreadsheet would begin to calculate: at the start of a cell, or where one would start for those who
 * separate cells by something else than commas, as half of Europe does; quotes and spaces don't keep it from it
 * (OWASP, CSV Injection). The full-width signs are read as the plain ones. csv-stringify's own
 * `escape_formulas` looks at the first character alone.
 */
const FORMULA = /^(?=[\t\r\n])|(?:^|(?<=[,;|\t\r\n]))(?=["'\s]*[=+\-@＝＋－＠])/g;

const FORM = {
  columns: Object.keys(ListedCustomer.shape),
  // RFC 4180.
  record_delimiter: 'windows',
  cast: { string: withoutFormula },
} as const;

/**
 * The customers' table as CSV, in the order asked for. The first rows are read before this answers, so that what
 * can't begin fails as any other call; whoever stops reading ends it.
 */
export async function exportCustomers(db: Knex, filters: CustomerFilters): Promise<Readable> {
  const first = await listCustomers(db, { ...filters, limit: ROWS_AT_ONCE });
  return Readable.from(csvOf(db, filters, first), { objectMode: false });
}

async function* csvOf(
  db: Knex,
  filters: CustomerFilters,
  first: CustomersPage,
): AsyncGenerator<string> {
  // Without a byte order mark Excel doesn't take it for UTF-8.
  yield stringify(first.customers.map(presentCustomer), { ...FORM, header: true, bom: true });
  for (let cursor = first.next_cursor; cursor !== null;) {
    const page = await listCustomers(db, { ...filters, limit: ROWS_AT_ONCE, cursor });
    yield stringify(page.customers.map(presentCustomer), FORM);
    cursor = page.next_cursor;
  }
}

/** A text that no spreadsheet calculates: an apostrophe says that it is one. */
export function withoutFormula(text: string): string {
  return text.replace(FORMULA, "'");
}
