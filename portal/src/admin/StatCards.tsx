import { CURRENCY } from '@stationhouse/platform-api/contract/billing/prices';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, Skeleton } from '../ui/Loaded.tsx';
import { formatMoney } from '../ui/Money.tsx';
import { statsQuery, type Stats } from './queries.ts';
import { Sparkline } from './Sparkline.tsx';

/** A count in groups of three digits: '1,204'. */
export const count = (number: number) => number.toLocaleString('en-GB');

/** Four key figures and their trends (specification §2, Admin dashboard). */
export function StatCards() {
  const { data, error, isFetching, refetch } = useQuery(statsQuery);
  if (!data && error) {
    return (
      <ErrorState
        title="Failed to load customer data."
        failure={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const collected = data && formatMoney(data.collected_revenue, data.currency);
  const euros = (cents: number) => formatMoney(Math.round(cents / 100) * 100, CURRENCY);
  return (
    <>
      <dl className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
        <Stat
          name="Total customers"
          figure={data && count(data.total_customers)}
          trend={trendOf(data, 'total_customers')}
          format={count}
        />
        <Stat
          name="Total revenue"
          figure={data && formatMoney(data.total_revenue, data.currency)}
          trend={trendOf(data, 'total_revenue')}
          format={euros}
          // A blank line reserves the space, so that nothing below moves.
          below={collected ? `${collected} collected` : '\u00a0'}
        />
        <Stat
          name="Active stations"
          figure={data && count(data.active_stations)}
          trend={trendOf(data, 'active_stations')}
          format={count}
        />
        <Stat
          name="Pending setups"
          figure={data && count(data.pending_setups)}
          trend={trendOf(data, 'pending_setups')}
          format={count}
        />
      </dl>
      <p className="mt-2 text-small text-muted">{LEFT_OUT}</p>
    </>
  );
}

/** Why the figures differ from the rows of the table of customers. */
const LEFT_OUT =
  'The table lists every account. The figures leave out admins, support and the system’s own stations. ' +
  'Total revenue sums the first payments with setup fees and VAT, deleted customers included. ' +
  'Collected is the sum of all paid invoices.';

/** A figure on each of the last days, of which the last is today. */
export interface Trend {
  values: number[];
  since: string;
}

function trendOf(
  data: Stats | undefined,
  name: 'total_customers' | 'total_revenue' | 'active_stations' | 'pending_setups',
): Trend | undefined {
  if (!data) return undefined;
  const values = data.trend.map((day) => day[name]);
  return { values, since: data.trend[0]?.day ?? '' };
}

/** '+12 in 30 days' */
function changeWords({ values }: Trend, format: (value: number) => string): string {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined || values.length < 2) return '\u00a0';
  const days = `in ${values.length} days`;
  if (first === last) return `No change ${days}`;
  return `${last > first ? '+' : '−'}${format(Math.abs(last - first))} ${days}`;
}

interface StatProps {
  name: string;
  /** Undefined while loading, as the trend is. */
  figure: string | undefined;
  trend?: Trend | undefined;
  /** A value of the trend in words. Left out: the figure has no trend. */
  format?: (value: number) => string;
  below?: ReactNode;
}

/** A key figure, and its trend with the change in words. */
export function Stat({ name, figure, trend, format, below }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-card border border-line bg-surface px-4 py-3 sm:px-5 sm:py-4">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="tabular flex grow flex-col">
        {figure === undefined ? (
          <Skeleton className="my-1.5 h-7 w-24 max-w-full" />
        ) : (
          <span className="block font-heading text-[clamp(1.125rem,0.9rem+1.2vw,1.875rem)] leading-tight font-bold wrap-anywhere">
            {figure}
          </span>
        )}
        {below === undefined ? null : (
          <span className="mt-0.5 block text-small leading-snug text-muted">{below}</span>
        )}
        {format ? (
          <>
            <span className="mt-auto block pt-3">
              <Sparkline values={trend?.values ?? []} since={trend?.since ?? ''} format={format} />
            </span>
            <span className="mt-1 block text-small leading-snug text-muted">
              {trend ? changeWords(trend, format) : '\u00a0'}
            </span>
          </>
        ) : null}
      </dd>
    </div>
  );
}
