// Reports of what aired: asked for by admins, made by a job, kept as files for a while.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { requestReport } from '../../contract/proof/calls.ts';
import type { AirReport } from '../../contract/proof/schemas.ts';
import {
  KEEP_REPORT_DAYS,
  MAX_OPEN_REPORTS,
  MAX_REPORT_DAYS,
} from '../../contract/proof/values.ts';
import { DAY_MS } from '../../contract/time.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { AppError, refuse } from '../errors.ts';
import { job, MAX_DEATHS, queueJob, type JobRun } from '../jobs/job.ts';
import { REPORT_TYPES, REPORTS_FOLDER, type TrackFiles } from '../library/track-files.ts';
import type { Logger } from '../process/log.ts';
import type { ProgrammeDeps } from '../schedule/aired.ts';
import { keepOverdueDays } from '../schedule/kept-days.ts';
import { reportedStations, stationLabels } from '../stations/station-queries.ts';
import { writeReport } from './report-files.ts';
import { REPORT_TABLES } from './report-tables.ts';
import type { AirReportRow } from './table.ts';

/** The services that reports need. */
export interface ReportDeps extends ProgrammeDeps {
  storage: Storage;
  /** A folder of this process for files in work. */
  uploadsDir: string;
  /** Signs the addresses of files. */
  files: TrackFiles;
  log: Logger;
}

/** The most reports that are listed: those of a month, for a busy operator. */
const MAX_LISTED = 100;

/** A row with the name of its station, and its days as text. */
type ListedRow = Omit<AirReportRow, 'from_day' | 'to_day'> & {
  from_day: string;
  to_day: string;
  station_name: string | null;
};

const keyOf = (id: string, type: keyof typeof REPORT_TYPES): string =>
  `${REPORTS_FOLDER}${id}.${type}`;

const reportRows = (db: Knex) =>
  db('air_reports as r')
    .leftJoin(stationLabels(db).as('s'), 's.id', 'r.station_id')
    .select<ListedRow[]>(
      'r.*',
      db.raw('coalesce(s.station_name, s.station_slug) as station_name'),
      db.raw('r.from_day::text as from_day'),
      db.raw('r.to_day::text as to_day'),
    );

const FAILED = 'It could not be made. Ask for it again; if that fails too, look into the log.';

function present(row: ListedRow, files: TrackFiles): z.input<typeof AirReport> {
  const { id, kind, from_day, to_day, state, has_sheet, ...rest } = row;
  const isReady = state === 'ready';
  return {
    id,
    kind,
    from: from_day,
    to: to_day,
    state,
    ...rest,
    message: state === 'failed' ? FAILED : null,
    csv_url: isReady ? files.urlOf({ key: keyOf(id, 'csv') }) : null,
    xlsx_url: isReady && has_sheet ? files.urlOf({ key: keyOf(id, 'xlsx') }) : null,
  };
}

/** The newest reports. */
export async function readReports({
  db,
  files,
}: Pick<ReportDeps, 'db' | 'files'>): Promise<z.input<typeof AirReport>[]> {
  const rows = await reportRows(db).orderBy('r.id', 'desc').limit(MAX_LISTED);
  return rows.map((row) => present(row, files));
}

/**
 * Asks for a report.
 * @throws `validation_failed` for days that are not over, in the wrong order or too many; `not_found` for the station;
 *   `too_many_reports`
 */
export async function addReport(
  { db, files, now }: Pick<ReportDeps, 'db' | 'files' | 'now'>,
  { kind, from, to, station_id }: z.output<typeof requestReport.body>,
): Promise<z.input<typeof AirReport>> {
  const [first, end] = [Date.parse(from), Date.parse(to) + DAY_MS];
  if (first >= end) throw refuse('to', 'The last day must not be before the first.');
  if (end > now()) throw refuse('to', 'Choose days that are over: yesterday or earlier.');
  if (end - first > MAX_REPORT_DAYS * DAY_MS)
    throw refuse('from', `Choose at most ${MAX_REPORT_DAYS} days.`);
  const id = uuidv7();
  await db.transaction(async (trx) => {
    const stations = await reportedStations(trx, station_id ?? null);
    if (station_id !== undefined && stations.length === 0) throw new AppError('not_found');
    // Two admins at once: the second waits, and then counts the report of the first.
    await trx.raw('lock table air_reports in share row exclusive mode');
    const open = await trx('air_reports').whereIn('state', ['waiting', 'working']).select('id');
    if (open.length >= MAX_OPEN_REPORTS) throw new AppError('too_many_reports');
    await trx('air_reports').insert({
      id,
      kind,
      from_day: from,
      to_day: to,
      station_id: station_id ?? null,
      stations: stations.length,
      created_at: new Date(now()),
    });
    await queueJob(trx, MAKE_REPORT, { report_id: id }, id);
  });
  const [row] = await reportRows(db).where({ 'r.id': id });
  if (!row) throw new AppError('not_found');
  return present(row, files);
}

/** A report that failed this often is given up: its admin waits for it, and can ask again. */
const MAX_TRIES = 3;

/** Makes the files of a report. It begins anew after a crash. */
export const MAKE_REPORT = job({
  name: 'make_report',
  isLong: true,
  yields: true,
  payload: z.object({ report_id: z.uuid() }),
  async run(deps: ReportDeps, { report_id }, about) {
    try {
      await makeReport(deps, report_id, about);
    } catch (error) {
      if (about.signal.aborted || about.attempt < MAX_TRIES) throw error;
      deps.log.error({ report: report_id, err: error }, 'a report could not be made');
      await fail(deps.db, report_id);
    }
  },
});

const fail = (db: Knex, id: string) => db('air_reports').where({ id }).update({ state: 'failed' });

async function makeReport(
  deps: ReportDeps,
  id: string,
  { signal, deaths = 0 }: JobRun,
): Promise<void> {
  const { db, storage, uploadsDir } = deps;
  const [row] = await reportRows(db).where({ 'r.id': id });
  if (!row || row.state === 'ready' || row.state === 'failed') return;
  if (deaths >= MAX_DEATHS) return void (await fail(db, id));
  // Yesterday may not be kept yet.
  await keepOverdueDays(deps, signal);
  const stations = await reportedStations(db, row.station_id);
  const progress = progressOf(db, id, { stations: stations.length, signal });
  await progress.begin();
  const folder = await mkdtemp(join(uploadsDir, 'report-'));
  try {
    const paths = { csv: join(folder, 'report.csv'), xlsx: join(folder, 'report.xlsx') };
    const table = REPORT_TABLES[row.kind];
    const days = { from: row.from_day, to: row.to_day };
    const span = { from: Date.parse(days.from), to: Date.parse(days.to) + DAY_MS };
    const rows = table.rows(deps, { stations, days, span, onStation: progress.onStation });
    const written = await writeReport(paths, { ...table, rows });
    for (const type of written.has_sheet ? (['csv', 'xlsx'] as const) : (['csv'] as const)) {
      const { size } = await stat(paths[type]);
      const content_type = REPORT_TYPES[type];
      await storage.put(keyOf(id, type), { path: paths[type], size_bytes: size, content_type });
    }
    await db('air_reports')
      .where({ id })
      .update({ state: 'ready', done: stations.length, ...written });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The progress of a report is written at most this often, in ms. */
const PROGRESS_MS = 1_000;

function progressOf(
  db: Knex,
  id: string,
  { stations, signal }: { stations: number; signal: AbortSignal },
) {
  let [done, written] = [0, performance.now()];
  const write = () => db('air_reports').where({ id }).update({ state: 'working', done, stations });
  return {
    begin: write,
    async onStation(): Promise<void> {
      signal.throwIfAborted();
      done += 1;
      if (performance.now() - written < PROGRESS_MS) return;
      written = performance.now();
      await write();
    },
  };
}

/** Deletes old reports, and files whose report is gone. */
export const SWEEP_REPORTS = job({
  name: 'sweep_reports',
  schedule: '53 3 * * *',
  async run({ db, storage, now }: ReportDeps) {
    await db('air_reports')
      .where('created_at', '<', new Date(now() - KEEP_REPORT_DAYS * DAY_MS))
      .delete();
    for await (const { key } of storage.list(REPORTS_FOLDER)) {
      const id = key.slice(REPORTS_FOLDER.length).split('.')[0] ?? '';
      const isKept =
        z.uuid().safeParse(id).success && (await db('air_reports').where({ id }).first('id'));
      if (!isKept) await storage.delete(key);
    }
  },
});
