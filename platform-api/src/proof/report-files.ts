// Reports as files: CSV of any length, and the spreadsheet that people send.
import { open } from 'node:fs/promises';
import writeXlsxFile from 'write-excel-file/node';
import { MAX_SHEET_ROWS } from '../../contract/proof/values.ts';
import { withoutFormula } from '../http/csv.ts';
import type { Cell, Row } from './report-tables.ts';

/** Text that is written at once, in characters. */
const CHUNK = 1 << 16;

/** Cells that are remembered as they are written: artists and titles come again and again. */
const MOST_KEPT_CELLS = 50_000;

/** Cells of CSV (RFC 4180) in which spreadsheets find no formula. */
function createCsvCells(): (cell: Cell) => string {
  const kept = new Map<string, string>();
  return (cell) => {
    if (cell === null) return '';
    if (typeof cell === 'number') return String(cell);
    const known = kept.get(cell);
    if (known !== undefined) return known;
    const text = withoutFormula(cell);
    const written = /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    if (kept.size >= MOST_KEPT_CELLS) kept.clear();
    kept.set(cell, written);
    return written;
  };
}

/** The size of a report, once its files are written. */
export interface WrittenReport {
  rows: number;
  incomplete_rows: number;
  /** Whether there is a spreadsheet: the report is not too long for one. */
  has_sheet: boolean;
}

/**
 * Writes the files of a report.
 * @param about.required columns without which a row counts as incomplete
 */
export async function writeReport(
  files: { csv: string; xlsx: string },
  about: {
    columns: readonly string[];
    required: readonly string[];
    rows: AsyncIterable<readonly Row[]>;
  },
): Promise<WrittenReport> {
  const { columns, required, rows } = about;
  const needed = required.map((name) => columns.indexOf(name));
  const csvCell = createCsvCells();
  const line = (cells: Row) => `${cells.map(csvCell).join(',')}\r\n`;
  let sheet: Row[] | null = [];
  const counts = { rows: 0, incomplete_rows: 0 };
  const csv = await open(files.csv, 'w');
  try {
    // Excel needs the byte order mark to recognise UTF-8.
    let text = `\uFEFF${line(columns)}`;
    for await (const list of rows) {
      counts.rows += list.length;
      if (counts.rows > MAX_SHEET_ROWS) sheet = null;
      for (const cells of list) {
        sheet?.push(cells);
        if (needed.some((at) => cells[at] === null || cells[at] === ''))
          counts.incomplete_rows += 1;
        text += line(cells);
      }
      if (text.length < CHUNK) continue;
      await csv.write(text);
      text = '';
    }
    await csv.write(text);
  } finally {
    await csv.close();
  }
  if (sheet) await writeSheet(files.xlsx, columns, sheet);
  return { ...counts, has_sheet: sheet !== null };
}

async function writeSheet(
  file: string,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> {
  const head = columns.map((value) => ({ value, fontWeight: 'bold' as const }));
  const widths = columns.map((name, at) => {
    const longest = Math.max(...rows.slice(0, 200).map((row) => String(row[at] ?? '').length), 0);
    return { width: Math.min(60, Math.max(name.length, longest) + 2) };
  });
  await writeXlsxFile([head, ...rows.map((row) => [...row])], {
    columns: widths,
    stickyRowsCount: 1,
  }).toFile(file);
}
