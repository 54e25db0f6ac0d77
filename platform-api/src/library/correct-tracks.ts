// Corrections of tags by a CSV file, such as an export that was edited in a spreadsheet.
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import type { Knex } from 'knex';
import { z } from 'zod';
import { TRACK_COLUMNS, TrackChange } from '../../contract/library/track-schemas.ts';
import { CORRECTIONS, MAX_LINES_SHOWN } from '../../contract/library/values.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError } from '../errors.ts';
import { withoutFormula } from '../http/csv.ts';
import { invalidTexts } from '../http/validation.ts';
import { markerFault, measuredSound, presentMarkers, type MeasuredTrack } from './track-markers.ts';
import { applyChange } from './tracks.ts';

/** A line of the file that can't be applied. */
interface RefusedLine {
  /** From 1. */
  line: number;
  message: string;
}

const refused = (lines: RefusedLine[]): AppError =>
  new AppError('corrections_refused', {
    fields: lines.slice(0, MAX_LINES_SHOWN).map(({ line, message }) => ({
      field: `lines.${line}`,
      code: 'refused',
      message,
    })),
    ...(lines.length > 1 && {
      detail: `${lines.length} lines can’t be applied, so nothing was changed. Correct them, and send the file again.`,
    }),
  });

/** A line after the first: its cells by column. */
interface Row {
  line: number;
  cells: Map<string, string>;
}

type Column = (typeof TRACK_COLUMNS)[keyof typeof TRACK_COLUMNS][number];
const COLUMNS: ReadonlySet<string> = new Set(Object.values(TRACK_COLUMNS).flat());
const FACTS: ReadonlySet<string> = new Set(TRACK_COLUMNS.facts);

/**
 * Applies all lines of a file, or none.
 * @throws `corrections_refused`, which names the refused lines and why
 */
export async function correctTracks(
  db: Knex,
  actor: Actor,
  file: Buffer,
): Promise<{ changed: number; unchanged: number }> {
  const rows = await readRows(file);
  return db.transaction(async (trx) => {
    const tracks = await lockTracks(trx, rows);
    const faults: RefusedLine[] = [];
    const seen = new Map<string, number>();
    let changed = 0;
    for (const [n, row] of rows.entries()) {
      // Other requests have their turn between.
      if (n % 500 === 499) await nextTurn();
      const asked = wantedChange(row, tracks, seen);
      if ('message' in asked) faults.push(asked);
      else if (faults.length === 0 && (await applyChange(trx, asked.track, asked.change))) {
        changed += 1;
      }
    }
    if (faults.length > 0) throw refused(faults);
    if (changed > 0) {
      const after = { tracks: changed, source: 'CSV' };
      await audit(trx, actor, { action: 'change_tracks', user_id: null, after });
    }
    return { changed, unchanged: rows.length - changed };
  });
}

/** @throws `corrections_refused` */
async function readRows(file: Buffer): Promise<Row[]> {
  if (!isUtf8(file)) {
    throw refused([{ line: 1, message: 'Please save the file as “CSV UTF-8”.' }]);
  }
  const rows: Row[] = [];
  let columns: string[] | undefined;
  try {
    for await (const { line, cells } of recordsOf(file)) {
      if (columns === undefined) {
        columns = cells.map((name) => name.trim().toLowerCase());
        requireColumns(columns);
        continue;
      }
      if (cells.length !== columns.length) {
        const message = `This line has ${cells.length} cells, but the first one names ${columns.length}.`;
        throw refused([{ line, message }]);
      }
      if (rows.length === CORRECTIONS.lines) {
        const message = `Please send at most ${CORRECTIONS.lines} lines at once.`;
        throw refused([{ line, message }]);
      }
      rows.push({ line, cells: new Map(columns.map((name, place) => [name, cells[place] ?? ''])) });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = Number(Reflect.get(error, 'lines')) || 1;
    const isLong = error.code === 'CSV_MAX_RECORD_SIZE';
    const reason = isLong
      ? `This line has more than ${CORRECTIONS.line_characters} characters. Is a quotation mark missing?`
      : 'A quotation mark is missing, or is in the wrong place.';
    throw refused([{ line, message: reason }]);
  }
  if (columns === undefined) throw refused([{ line: 1, message: 'The file is empty.' }]);
  return rows;
}

/** A piece is parsed in some milliseconds, whatever it holds. */
const PIECE_BYTES = 16 * 1024;

/** The records of a file with the line on which each begins. Parsed in pieces, so that it blocks nothing. */
async function* recordsOf(file: Buffer): AsyncGenerator<{ line: number; cells: string[] }> {
  const head =
    file
      .subarray(0, 64 * 1024)
      .toString()
      .split('\n', 1)[0] ?? '';
  const count = (delimiter: string) => head.split(delimiter).length;
  const [delimiter = ','] = [',', ';', '\t'].sort((a, b) => count(b) - count(a));
  const parser = parse({
    bom: true,
    delimiter,
    info: true,
    max_record_size: CORRECTIONS.line_characters,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  async function* pieces() {
    for (let at = 0; at < file.length; at += PIECE_BYTES) {
      yield file.subarray(at, at + PIECE_BYTES);
      // Other requests have their turn between.
      await nextTurn();
    }
  }
  const records = Readable.from(pieces()).on('error', (error) => parser.destroy(error));
  for await (const { record, info } of records.pipe(parser) as AsyncIterable<{
    record: string[];
    info: { lines: number };
  }>) {
    const breaks = record.join('').split('\n').length - 1;
    yield { line: info.lines - breaks, cells: record };
  }
}

/** @throws `corrections_refused` */
function requireColumns(columns: string[]): void {
  const unknown = columns.find((name) => !COLUMNS.has(name));
  const doubled = columns.find((name, place) => columns.indexOf(name) !== place);
  let message: string | undefined;
  if (unknown !== undefined) {
    message = `There is no column “${unknown}”. Use these: ${[...COLUMNS].join(', ')}.`;
  } else if (doubled !== undefined) {
    message = `The column “${doubled}” is there twice.`;
  } else if (!columns.includes('id') && !columns.includes('isrc')) {
    message = 'A column id or isrc is needed, by which tracks are found.';
  }
  if (message !== undefined) throw refused([{ line: 1, message }]);
}

const bareIsrc = (text: string): string => text.replace(/[\s-]/g, '').toUpperCase();

/** The tracks that the lines name: by id, and by ISRC, which several can share. */
interface Tracks {
  byId: Map<string, MeasuredTrack>;
  byIsrc: Map<string, MeasuredTrack[]>;
}

async function lockTracks(trx: Knex, rows: Row[]): Promise<Tracks> {
  const ids = rows.flatMap(({ cells }) => {
    const id = z.uuid().safeParse(cells.get('id')?.trim());
    return id.success ? [id.data.toLowerCase()] : [];
  });
  const isrcs = rows.flatMap(({ cells }) =>
    cells.get('id')?.trim() ? [] : bareIsrc(cells.get('isrc') ?? ''),
  );
  // In the same order as other changes, so that two of them can't wait for each other.
  const tracks: MeasuredTrack[] = await trx('library_tracks')
    .whereRaw('id = any(?::uuid[]) or isrc = any(?::text[])', [ids, isrcs])
    .orderBy('id')
    .forUpdate()
    .select('library_tracks.*', measuredSound(trx));
  const byIsrc = new Map<string, MeasuredTrack[]>();
  for (const track of tracks) {
    if (track.isrc !== null) byIsrc.set(track.isrc, [...(byIsrc.get(track.isrc) ?? []), track]);
  }
  return { byId: new Map(tracks.map((track) => [track.id, track])), byIsrc };
}

/** @param seen the line of each track so far */
function wantedChange(
  { line, cells }: Row,
  tracks: Tracks,
  seen: Map<string, number>,
): { track: MeasuredTrack; change: z.output<typeof TrackChange> } | RefusedLine {
  const no = (message: string): RefusedLine => ({ line, message });
  const id = cells.get('id')?.trim().toLowerCase() ?? '';
  const isrc = bareIsrc(cells.get('isrc') ?? '');
  const found = id === '' ? (tracks.byIsrc.get(isrc) ?? []) : [tracks.byId.get(id)];
  const [track] = found;
  if (id === '' && isrc === '') return no('This line names neither an id nor an ISRC.');
  if (!track) return no(`The library has no track with ${id === '' ? 'this ISRC' : 'this id'}.`);
  if (found.length > 1) return no(`${found.length} tracks have this ISRC. Name one by its id.`);
  const former = seen.get(track.id);
  if (former !== undefined) return no(`Line ${former} has the same track.`);
  seen.set(track.id, line);

  const fields: Record<string, unknown> = {};
  const exported = { ...track, ...presentMarkers(track) };
  for (const [column, cell] of cells) {
    const isKey = column === 'id' || (column === 'isrc' && id === '');
    if (isKey || FACTS.has(column) || isAsExported(exported, column, cell)) continue;
    fields[column] = valueOf(column as Column, cell.trim());
  }
  const change = TrackChange.safeParse(fields);
  const issue = change.error?.issues[0];
  if (!change.success) return no(`${issue?.path.join('.')}: ${issue?.message}`);
  const fault = markerFault(track, change.data);
  if (fault) return no(`${fault.field}: ${fault.message}`);
  const [invalid] = invalidTexts(fields);
  if (invalid) return no(`${invalid.field}: ${invalid.message}`);
  return { track, change: change.data };
}

/** Whether a cell is as the export wrote it, with the apostrophe that it puts before formulas. */
function isAsExported(exported: object, column: string, cell: string): boolean {
  const value: unknown = Reflect.get(exported, column);
  return cell === withoutFormula(String(value ?? ''));
}

const YES_OR_NO: Readonly<Record<string, boolean>> = {
  true: true,
  yes: true,
  false: false,
  no: false,
};

/** A cell as JSON would have it. Others are left as text, which the schema refuses with its sentence. */
function valueOf(column: Column, cell: string): unknown {
  switch (column) {
    case 'year':
    case 'energy':
    case 'tempo_bpm':
      if (cell === '') return null;
      return /^\d+$/.test(cell) ? Number(cell) : cell;
    case 'segue_seconds':
    case 'intro_seconds':
      if (cell === '') return null;
      // Spreadsheets of half of Europe write a comma.
      return /^\d+(?:[.,]\d+)?$/.test(cell) ? Number(cell.replace(',', '.')) : cell;
    case 'is_explicit':
      return YES_OR_NO[cell.toLowerCase()] ?? cell;
    default:
      return cell;
  }
}
