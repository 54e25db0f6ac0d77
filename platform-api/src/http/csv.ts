import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import type { Context } from 'koa';
import type { Logger } from '../process/log.ts';

/** Rows per query. No more rows are in memory at once, however long the export. */
const ROWS_AT_ONCE = 250;

/**
 * The places where a spreadsheet would begin a formula (OWASP, CSV injection): at the start of a cell, or
 * after a separator other than the comma, which half of Europe uses. Leading quotes and spaces don't
 * protect. Full-width signs count too. csv-stringify's own `escape_formulas` checks only the first
 * character.
 */
const SIGNS = '=+-@＝＋－＠';
const LINE_STARTS = '\t\r\n';
const SEPARATORS = `,;|${LINE_STARTS}`;
const isSkipped = (letter: string): boolean => `"'`.includes(letter) || letter.trim() === '';

/**
 * Puts an apostrophe before formulas, which makes spreadsheets read them as text. It reads from the end, where each letter
 * is seen once: an expression would look ahead from every separator of a hostile text.
 */
export function withoutFormula(text: string): string {
  const pieces: string[] = [];
  let end = text.length;
  let beginsFormula = false;
  for (let at = end - 1; at >= 0; at -= 1) {
    const letter = text.charAt(at);
    beginsFormula = SIGNS.includes(letter) || (beginsFormula && isSkipped(letter));
    const isPlace = at === 0 || SEPARATORS.includes(text.charAt(at - 1));
    if (!(isPlace && beginsFormula) && !(at === 0 && LINE_STARTS.includes(letter))) continue;
    pieces.push(text.slice(at, end), "'");
    end = at;
  }
  return text.slice(0, end) + pieces.toReversed().join('');
}

/**
 * A table as CSV (RFC 4180). The first page is read before this returns, so that an error gets a normal error
 * answer. Closing the stream ends the export.
 *
 * @param readPage reads the page at a cursor; null: the first one
 */
export async function csvOf<Row extends object>(
  columns: readonly string[],
  readPage: (page: {
    limit: number;
    cursor: string | undefined;
  }) => Promise<{ data: Row[]; next_cursor: string | null }>,
): Promise<Readable> {
  const format = {
    columns: [...columns],
    record_delimiter: 'windows',
    cast: { string: withoutFormula, boolean: String },
  } as const;
  const limit = ROWS_AT_ONCE;
  const first = await readPage({ limit, cursor: undefined });

  async function* pages(): AsyncGenerator<string> {
    // Excel needs the byte order mark to recognise UTF-8.
    yield stringify(first.data, { ...format, header: true, bom: true });
    for (let cursor = first.next_cursor; cursor !== null;) {
      const page = await readPage({ limit, cursor });
      yield stringify(page.data, format);
      cursor = page.next_cursor;
    }
  }
  return Readable.from(pages(), { objectMode: false });
}

/** Sends CSV as a file. Closes the connection on an error, so that a truncated file never looks complete. */
export function sendCsv(
  ctx: Context,
  csv: Readable,
  { fileName, log }: { fileName: string; log: Logger },
): void {
  ctx.attachment(fileName);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.body = csv.once('error', (error) => {
    if (ctx.writable) log.error({ err: error, path: ctx.path }, 'an export broke off');
    // Errors don't propagate through the compression stream.
    ctx.res.destroy();
  });
}
