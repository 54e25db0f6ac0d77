import {
  KEEP_REPORT_DAYS,
  type ReportKind,
} from '@stationhouse/platform-api/contract/proof/values';
import type { AirReport } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { formatDate, formatMoment } from '../../ui/dates.ts';
import { EmptyState, Loaded } from '../../ui/Loaded.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { reportsQuery } from './queries.ts';
import { REPORTS } from './report-words.ts';

/** The reports, the newest first, with their progress and files. */
export function ReportList() {
  const query = useQuery(reportsQuery);
  return (
    <Card title="Reports" description={`Files are kept for ${KEEP_REPORT_DAYS} days.`}>
      <Loaded query={query} failure="Failed to load the reports">
        {({ data }) => (
          <Table
            caption="Reports"
            columns={COLUMNS}
            rows={data}
            rowKey={({ id }) => id}
            wide
            empty={
              <EmptyState title="No reports yet">
                A report that you ask for appears here at once, and its files when it is ready.
              </EmptyState>
            }
          />
        )}
      </Loaded>
    </Card>
  );
}

const COLUMNS: readonly Column<AirReport>[] = [
  {
    header: 'Report',
    free: true,
    cell: ({ kind, station_name }) => (
      <>
        <span className="font-semibold">{REPORTS[kind].name}</span>
        <span className="block text-small text-muted">{station_name ?? 'All stations'}</span>
      </>
    ),
  },
  {
    header: 'Days',
    cell: ({ from, to }) => (
      <span className="whitespace-nowrap">
        {formatDate(from)} –<span className="block">{formatDate(to)}</span>
      </span>
    ),
  },
  {
    header: 'Asked for',
    cell: ({ created_at }) => <time dateTime={created_at}>{formatMoment(created_at)}</time>,
  },
  { header: 'State', free: true, cell: (report) => <State report={report} /> },
  { header: 'Files', cell: (report) => <Files report={report} /> },
];

/** Filters of the library by what each society asks for. */
const LACKING: Partial<Record<ReportKind, string>> = {
  ppl_music_usage: '/admin/library?missing=isrc',
  prs_usage: '/admin/library?missing=composer',
};

function State({ report }: { report: AirReport }) {
  const { kind, state, done, stations, rows, incomplete_rows, message } = report;
  if (state === 'failed') {
    return (
      <>
        <Badge kind="bad">Failed</Badge>
        <span className="block text-small text-muted">{message}</span>
      </>
    );
  }
  if (state !== 'ready') {
    return (
      <label className="block text-small text-muted">
        {state === 'waiting' ? 'Waiting' : `${done} of ${stations} stations`}
        <progress className="mt-1 block w-32" value={done} max={Math.max(1, stations)} />
      </label>
    );
  }
  const lacking = LACKING[kind];
  return (
    <>
      <Badge kind="good">Ready</Badge>{' '}
      <span className="text-small text-muted">{rows.toLocaleString('en-GB')} rows</span>
      {incomplete_rows > 0 ? (
        <span className="block text-small text-muted">
          {incomplete_rows.toLocaleString('en-GB')} lack something.{' '}
          {lacking ? (
            <Link to={lacking} className="link">
              Correct the tracks
            </Link>
          ) : null}
        </span>
      ) : null}
    </>
  );
}

function Files({ report }: { report: AirReport }) {
  const { kind, from, to, csv_url, xlsx_url } = report;
  const name = `${kind}-${from}-${to}`;
  return (
    <span className="flex flex-wrap gap-x-4">
      {csv_url === null ? null : (
        <a
          href={csv_url}
          download={`${name}.csv`}
          className="link inline-flex min-h-11 items-center"
        >
          CSV
        </a>
      )}
      {xlsx_url === null ? null : (
        <a
          href={xlsx_url}
          download={`${name}.xlsx`}
          className="link inline-flex min-h-11 items-center"
        >
          Spreadsheet
        </a>
      )}
    </span>
  );
}
