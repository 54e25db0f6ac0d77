import { WEEKDAYS } from '@stationhouse/platform-api/contract/schedule/values';
import { type PlayerKind } from '@stationhouse/platform-api/contract/listening/values';
import { dayName } from '@stationhouse/platform-api/contract/schedule/weekdays';
import type { Listening, ListeningQuery } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { openClient } from '../api/client.ts';
import { dateAfter, dayInWords } from '../programme/zone-times.ts';
import { ExportButton } from '../ui/ExportButton.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Table, type Column } from '../ui/Table.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { BarChart, type ChartBar } from './BarChart.tsx';
import { listeningQuery } from './queries.ts';
import { ScrollingTable } from './ScrollingTable.tsx';
import { Sessions } from './Sessions.tsx';
import { clockHour, HOURS, WeekHours, type WeekAverage } from './WeekHours.tsx';
import { averageInWords, countryName, hoursInWords, PLAYER_NAMES, shareInWords } from './words.ts';

/** Weeks of the grid of hours, all of them over. */
const WEEKS = 4;

/** Hours are kept for 25 months; two years are shown, so that each month has one of the year before. */
const MONTHS = 24;

type Part = Listening['data'][number];

interface SpanProps {
  zone: string;
  /** In the zone, as '2026-11-24'. */
  today: string;
}

/** Listening over time, by the hour of the week, and by player. */
export function ListeningCharts({ zone, today }: SpanProps) {
  return (
    <div className="flex flex-col gap-8">
      <OverTime zone={zone} today={today} />
      <div className="grid grid-cols-1 gap-8 xl:grid-cols-2 xl:gap-10">
        <BusyHours zone={zone} today={today} />
        <Places today={today} />
      </div>
      <SessionBySession zone={zone} today={today} />
    </div>
  );
}

interface ChartProps {
  title: string;
  description: string;
  aside?: ReactNode;
  children: ReactNode;
}

function Chart({ title, description, aside, children }: ChartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h3 id={id} className="font-semibold">
            {title}
          </h3>
          <p className="text-small text-muted">{description}</p>
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}

const SUMMARY =
  'inline-flex min-h-11 cursor-pointer items-center rounded-small font-semibold underline underline-offset-4';

/** The figures of a chart as text, for keyboards and screen readers. @param of the chart's title */
function AsTable({ of, children }: { of: string; children: ReactNode }) {
  return (
    <details className="text-small">
      <summary className={SUMMARY}>Show as a table</summary>
      <ScrollingTable label={of}>{children}</ScrollingTable>
    </details>
  );
}

const SPANS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: 'months', label: '2 years' },
] as const;

/** The days of the last week or month, or months, with their table and file. */
function OverTime({ zone, today }: SpanProps) {
  const [span, setSpan] = useState<string>('30');
  const isMonths = span === 'months';
  const asked: ListeningQuery = isMonths
    ? { by: 'month', from: monthsBefore(today, MONTHS - 1), to: today }
    : { by: 'day', from: dateAfter(today, 1 - Number(span)), to: today };
  return (
    <Chart
      title="Hours over time"
      description={
        isMonths
          ? 'Months in UTC, as your package counts.'
          : `Days in ${zone.replaceAll('_', ' ')}.`
      }
      aside={
        <ExportButton
          name={`listening-${asked.from}-to-${asked.to}.csv`}
          load={async () => (await openClient()).me.station.listening.csv(asked)}
          failure="Failed to export your hours"
        />
      }
    >
      <Tabs
        label="Span"
        value={span}
        onChange={setSpan}
        tabs={SPANS.map((one) => ({
          ...one,
          content: one.value === span ? <TimeChart query={asked} /> : null,
        }))}
      />
    </Chart>
  );
}

/** The first day of an earlier month. */
function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months)).toISOString().slice(0, 10);
}

const monthWords = (key: string, month: 'short' | 'long'): string =>
  new Intl.DateTimeFormat('en-GB', { month, year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${key}-01T00:00:00Z`),
  );

function TimeChart({ query }: { query: ListeningQuery }) {
  const found = useQuery(listeningQuery(query));
  const isMonths = query.by === 'month';
  const nameOf = ({ key }: Part): string =>
    isMonths ? monthWords(key, 'long') : dayInWords(`${key}T12:00:00Z`, 'UTC');
  /** '24 Nov', 'Nov ’26' */
  const shortOf = (part: Part): string =>
    isMonths
      ? monthWords(part.key, 'short').replace(/ 20(?=\d\d$)/, ' ’')
      : nameOf(part).replace(/^\w+,? /, '');
  return (
    <Loaded query={found} failure="Failed to load your hours">
      {({ data, seconds }) => {
        const bars: ChartBar[] = data.map((part, index) => ({
          key: part.key,
          short: shortOf(part),
          name: index === data.length - 1 ? `${nameOf(part)}, so far` : nameOf(part),
          value: part.seconds / 3_600,
          words: hoursInWords(part.seconds),
        }));
        const most = bars.reduce<ChartBar | undefined>(
          (best, bar) => (best && best.value >= bar.value ? best : bar),
          undefined,
        );
        return (
          <>
            <BarChart
              label={`${hoursInWords(seconds)} in all. The most: ${most?.words ?? '0 h'}, ${most?.name ?? ''}.`}
              bars={bars}
              formatTick={(value) => value.toLocaleString('en-GB')}
            />
            <AsTable of="Hours over time">
              <Table
                caption={isMonths ? 'Hours by month' : 'Hours by day'}
                columns={timeColumns(isMonths ? 'Month' : 'Day', nameOf)}
                rows={data.toReversed()}
                rowKey={({ key }) => key}
              />
            </AsTable>
          </>
        );
      }}
    </Loaded>
  );
}

const timeColumns = (header: string, nameOf: (part: Part) => string): readonly Column<Part>[] => [
  { header, cell: nameOf },
  { header: 'Hours', numeric: true, cell: ({ seconds }) => hoursInWords(seconds) },
  { header: 'Sessions', numeric: true, cell: ({ sessions }) => sessions.toLocaleString('en-GB') },
  { header: 'Most at once', numeric: true, cell: ({ peak }) => peak ?? '–' },
];

function BusyHours({ zone, today }: SpanProps) {
  const found = useQuery(
    listeningQuery({
      by: 'week_hour',
      from: dateAfter(today, -7 * WEEKS),
      to: dateAfter(today, -1),
    }),
  );
  return (
    <Chart
      title="Busiest hours"
      description={`Listeners on average, over the ${WEEKS} weeks before today, in ${zone.replaceAll('_', ' ')}.`}
    >
      <Loaded query={found} failure="Failed to load your busiest hours">
        {({ data }) => {
          if (data.length === 0) return <Later>Your week fills up after the first full day.</Later>;
          const heard = new Map(data.map(({ key, seconds }) => [key, seconds]));
          const average: WeekAverage = (day, hour) => {
            const key = `${WEEKDAYS.indexOf(day) + 1}-${String(hour).padStart(2, '0')}`;
            return (heard.get(key) ?? 0) / 3_600 / WEEKS;
          };
          return (
            <>
              <WeekHours average={average} />
              <AsTable of="Busiest hours">
                <Table
                  caption="Listeners on average by hour of the week"
                  columns={[
                    { header: 'Hour', cell: clockHour },
                    ...WEEKDAYS.map((day) => ({
                      header: dayName(day),
                      numeric: true,
                      cell: (hour: number) => averageInWords(average(day, hour)),
                    })),
                  ]}
                  rows={HOURS}
                  rowKey={String}
                />
              </AsTable>
            </>
          );
        }}
      </Loaded>
    </Chart>
  );
}

/** Loads no sessions before they are asked for. */
function SessionBySession(span: SpanProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Chart
      title="Session by session"
      description="A session is one player that received your station. Those that count add up to the hours of their day."
    >
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        className="text-small"
      >
        <summary className={SUMMARY}>Show the sessions of a day</summary>
        <div className="mt-2 text-text">{isOpen ? <Sessions {...span} /> : null}</div>
      </details>
    </Chart>
  );
}

const Later = ({ children }: { children: ReactNode }) => (
  <p className="rounded-card bg-sunken px-4 py-6 text-center text-muted">{children}</p>
);

/** By kind of player, and by country where the operator has a database of them. */
function Places({ today }: { today: string }) {
  const span = { from: dateAfter(today, -29), to: today };
  const players = useQuery(listeningQuery({ ...span, by: 'player' }));
  const countries = useQuery(listeningQuery({ ...span, by: 'country' }));
  const known = countries.data?.data.some(({ key }) => key !== '') ? countries.data : undefined;
  return (
    <Chart title="Where people listen" description="Hours of the last 30 days.">
      <Loaded query={players} failure="Failed to load where people listen">
        {(heard) =>
          heard.data.length === 0 ? (
            <Later>Nothing yet in these 30 days.</Later>
          ) : (
            <Shares
              label="By player"
              heard={heard}
              // Keys are players, as asked.
              nameOf={(key) => PLAYER_NAMES[key as PlayerKind]}
            />
          )
        }
      </Loaded>
      {known ? <Shares label="By country" heard={known} nameOf={countryName} /> : null}
    </Chart>
  );
}

interface SharesProps {
  label: string;
  heard: Listening;
  nameOf: (key: string) => string;
}

/** Parts of a whole as bars with their words, which every reader gets. */
function Shares({ label, heard, nameOf }: SharesProps) {
  return (
    <ul aria-label={label} className="flex flex-col gap-3.5">
      {heard.data.map(({ key, seconds }) => (
        <li key={key}>
          <p className="flex justify-between gap-4">
            <span className="min-w-0 truncate">{nameOf(key)}</span>
            <span className="tabular whitespace-nowrap">
              <span className="font-semibold">{hoursInWords(seconds)}</span>{' '}
              <span className="inline-block min-w-12 text-end text-muted">
                {shareInWords(seconds, heard.seconds)}
              </span>
            </span>
          </p>
          <span
            aria-hidden="true"
            className="mt-1.5 block h-2 overflow-hidden rounded-full bg-line"
          >
            <span
              className="block h-full rounded-full bg-primary"
              style={{ width: `${(seconds / Math.max(1, heard.seconds)) * 100}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
