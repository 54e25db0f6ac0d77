/**
 * Makes a report in a process of its own, as a job does.
 * Arguments: the URL of the database, the kind, the folder of its files. Answers with the time and the memory.
 */
import { join } from 'node:path';
import type { ReportKind } from '@stationhouse/platform-api/contract/proof/values';
import { connect } from '../../platform-api/src/db/connection.ts';
import { createLogger } from '../../platform-api/src/process/log.ts';
import { writeReport } from '../../platform-api/src/proof/report-files.ts';
import { REPORT_TABLES } from '../../platform-api/src/proof/report-tables.ts';
import { reportedStations } from '../../platform-api/src/stations/station-queries.ts';
import { DAYS } from './days.ts';

/** The answer of this process. */
export interface Made {
  seconds: number;
  rows: number;
  /** The most memory of the process above that before the report, in bytes. */
  bytes: number;
}

const [url = '', kind = '', folder = ''] = process.argv.slice(2);
const db = connect(url, createLogger('warn'));
const stations = await reportedStations(db, null);
const before = process.memoryUsage.rss();
const start = performance.now();
const table = REPORT_TABLES[kind as ReportKind];
const span = { from: Date.parse(DAYS.from), to: Date.parse(DAYS.to) + 86_400_000 };
// No report of music reads a running timeline.
const deps = { db, now: Date.now, onAir: undefined as never };
const scope = { stations, days: DAYS, span, onStation: async () => undefined };
const paths = { csv: join(folder, `${kind}.csv`), xlsx: join(folder, `${kind}.xlsx`) };
const { rows } = await writeReport(paths, { ...table, rows: table.rows(deps, scope) });
const seconds = (performance.now() - start) / 1_000;
const bytes = process.resourceUsage().maxRSS * 1_024 - before;
process.send?.({ seconds, rows, bytes } satisfies Made);
await db.destroy();
