import { LISTENING_STATION_SORTS } from '@stationhouse/platform-api/contract/listening/values';
import { DAY_MS } from '@stationhouse/platform-api/contract/time';
import type { ListeningStation } from '@stationhouse/sdk/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useState } from 'react';
import { hoursInWords, shareInWords, wholeHours } from '../../listening/words.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { EmptyState, Loaded } from '../../ui/Loaded.tsx';
import { Select } from '../../ui/Select.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';
import { type Column, Table } from '../../ui/Table.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useRested } from '../../ui/use-rested.ts';
import { CustomerLink } from '../Customer.tsx';
import { POLICY_NAMES } from '../field-names.ts';
import { listenersQuery, stationHoursQuery } from '../queries.ts';
import { Sparkline } from '../Sparkline.tsx';
import { count, Stat, type Trend } from '../StatCards.tsx';

/** How long the search must rest, in ms. */
const PAUSE_MS = 250;

type Sort = (typeof LISTENING_STATION_SORTS)[number];

const SORT_NAMES: Record<Sort, string> = {
  share: 'Share, highest first',
  seconds: 'Hours, most first',
  name: 'Name, A to Z',
};
const SORTS = LISTENING_STATION_SORTS.map((value) => ({ value, label: SORT_NAMES[value] }));

/** Seconds on each of the last days, as hours. */
const trendOf = (seconds: readonly number[]): Trend => ({
  values: seconds.map((one) => one / 3_600),
  since: new Date(Date.now() - (seconds.length - 1) * DAY_MS).toISOString().slice(0, 10),
});

const hours = (value: number): string => hoursInWords(value * 3_600);

/** The listening of all stations: totals, listeners now, and hours beside packages. */
export function AllListening() {
  const [sort, setSort] = useState<Sort>('share');
  const [typed, setTyped] = useState('');
  const search = useRested(typed.trim(), PAUSE_MS);
  const query = useInfiniteQuery(stationHoursQuery({ sort, ...(search !== '' && { search }) }));
  const totals = query.data?.pages[0]?.totals;
  return (
    <div className="flex flex-col gap-6">
      <Totals totals={totals} />
      <ListeningNow />
      <Card
        title="Stations by listening hours"
        description="This month in UTC, beside each package. The trend is of 30 days."
      >
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Search">
            <TextInput
              type="search"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              placeholder="Station or address"
              autoComplete="off"
            />
          </Field>
          <Field label="Sorted by">
            <Select
              value={sort}
              choices={SORTS}
              // One of the choices.
              onChange={({ target }) => setSort(target.value as Sort)}
            />
          </Field>
        </div>
        <Loaded query={query} failure="Failed to load listening hours">
          {({ pages }) => (
            <>
              <Table
                caption="Stations by listening hours"
                wide
                dense
                columns={COLUMNS}
                rows={pages.flatMap(({ data }) => data)}
                rowKey={({ station_id }) => station_id}
                empty={
                  <EmptyState title={search === '' ? 'No stations yet' : 'No stations match'}>
                    {search === ''
                      ? 'Stations appear here once they have been on air.'
                      : 'Try a shorter search term.'}
                  </EmptyState>
                }
              />
              <ShowMore query={query} />
            </>
          )}
        </Loaded>
      </Card>
    </div>
  );
}

type TotalFigures = Awaited<
  ReturnType<NonNullable<ReturnType<typeof stationHoursQuery>['queryFn']>>
>['totals'];

function Totals({ totals }: { totals: TotalFigures | undefined }) {
  const { data: now } = useQuery(listenersQuery);
  const trend = totals && trendOf(totals.trend);
  const month = totals && new Date(`${totals.month}-01T00:00:00Z`);
  const name = month?.toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' });
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
      <Stat name="Listening now" figure={now && count(now.listeners)} below="Over all stations" />
      <Stat
        name={`Hours in ${name ?? 'this month'}`}
        figure={totals && wholeHours(totals.seconds)}
        below={
          <>
            <span className="block py-2">
              <Sparkline values={trend?.values ?? []} since={trend?.since ?? ''} format={hours} />
            </span>
            Each of the last 30 days
          </>
        }
      />
      <Stat
        name="Forecast"
        figure={totals && wholeHours(totals.forecast_seconds)}
        below="Hours at the end of the month"
      />
      <Stat
        name="Out of hours"
        figure={totals && count(totals.over_cap)}
        below="Stations that have used their package"
      />
    </dl>
  );
}

/** From here on a share is marked, in parts of the package. */
const NEARLY_USED = 0.9;

const COLUMNS: readonly Column<ListeningStation>[] = [
  {
    header: 'Station',
    free: true,
    cell: ({ user_id, station_name, station_slug, policy }) => (
      <>
        <CustomerLink
          userId={user_id}
          className="link font-semibold carded:after:absolute carded:after:inset-0"
        >
          {station_name ?? station_slug}
        </CustomerLink>
        <span className="text-small font-normal text-muted carded:block tabled:ms-2">
          /{station_slug}
          {policy === 'notify' ? '' : ` · ${POLICY_NAMES[policy]}`}
        </span>
      </>
    ),
  },
  { header: 'Package', cell: ({ package_name }) => package_name ?? '–' },
  { header: 'Now', numeric: true, cell: ({ listeners }) => count(listeners) },
  {
    header: 'Hours',
    numeric: true,
    cell: ({ seconds, cap_seconds }) => (
      <>
        {hoursInWords(seconds)}
        <span className="text-small text-muted"> of {wholeHours(cap_seconds)}</span>
      </>
    ),
  },
  {
    header: 'Share',
    numeric: true,
    cell: ({ seconds, cap_seconds }) => {
      const words = shareInWords(seconds, cap_seconds);
      return seconds >= cap_seconds * NEARLY_USED ? <Badge kind="bad">{words}</Badge> : words;
    },
  },
  {
    header: 'Forecast',
    numeric: true,
    cell: ({ forecast_seconds, cap_seconds }) => (
      <span className={clsx(forecast_seconds > cap_seconds && 'font-semibold text-bad')}>
        {shareInWords(forecast_seconds, cap_seconds)}
      </span>
    ),
  },
  {
    header: 'Trend',
    cell: ({ trend }) => (
      <span className="block w-24">
        <Sparkline {...trendOf(trend)} format={hours} />
      </span>
    ),
  },
];

function ListeningNow() {
  const query = useQuery(listenersQuery);
  return (
    <Card title="Listening now" description="By station, at most ten seconds old.">
      <Loaded query={query} failure="Failed to load listeners">
        {({ data }) =>
          data.length === 0 ? (
            <p className="text-muted">No listeners at the moment.</p>
          ) : (
            // Its links make it scrollable by keyboard.
            <ol className="-my-2 grid max-h-80 grid-cols-1 gap-x-8 overflow-y-auto sm:grid-cols-2 xl:grid-cols-3">
              {data.map(({ station_id, user_id, station_name, station_slug, listeners }) => (
                <li
                  key={station_id}
                  className="relative flex items-center justify-between gap-4 py-2"
                >
                  <CustomerLink
                    userId={user_id}
                    className="link min-w-0 truncate after:absolute after:inset-0"
                  >
                    {station_name ?? station_slug}
                  </CustomerLink>
                  <span className="tabular font-semibold">{count(listeners)}</span>
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}
