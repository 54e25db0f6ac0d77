import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Knex } from 'knex';
import { Customer as ListedCustomer } from '../../contract/customers.ts';
import { listCustomers, type Customer, type CustomerFilters } from './list-customers.ts';

/** Rows per query. No more rows are in memory at once, however long the export. */
const ROWS_AT_ONCE = 250;

/**
 * The places where a spreadsheet would begin a formula (OWASP, CSV injection): at the start of a cell, or
 * after a separator other than the comma, which half of Europe uses. Leading quotes and spaces don't
 * protect. Full-width signs count too. csv-stringify's own `escape_formulas` checks only the first
 * character.
 */
const FORMULA = /^(?=[\t\r\n])|(?:^|(?<=[,;|\t\r\n]))(?=["'\s]*[=+\-@＝＋－＠])/g;

const FORMAT = {
  columns: Object.keys(ListedCustomer.shape),
  // RFC 4180.
  record_delimiter: 'windows',
  cast: { string: withoutFormula },
} as const;

/**
 * The customers' table as CSV. The first page is read before this returns, so that an error gets a normal
 * error answer. Closing the stream ends the export.
 */
export async function exportCustomers(db: Knex, filters: CustomerFilters): Promise<Readable> {
  const first = await listCustomers(db, { ...filters, limit: ROWS_AT_ONCE });

  async function* pages(): AsyncGenerator<string> {
    // Excel needs the byte order mark to recognise UTF-8.
    yield stringify(first.customers.map(cellsOf), { ...FORMAT, header: true, bom: true });
    for (let cursor = first.next_cursor; cursor !== null;) {
      const page = await listCustomers(db, { ...filters, limit: ROWS_AT_ONCE, cursor });
      yield stringify(page.customers.map(cellsOf), FORMAT);
      cursor = page.next_cursor;
    }
  }
  return Readable.from(pages(), { objectMode: false });
}

const cellsOf = (customer: Customer): ListedCustomer => ListedCustomer.parse(customer);

/** Puts an apostrophe before formulas, which makes spreadsheets read them as text. */
export function withoutFormula(text: string): string {
  return text.replace(FORMULA, "'");
}
