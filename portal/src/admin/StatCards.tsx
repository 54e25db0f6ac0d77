import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState, Skeleton } from '../ui/Loaded.tsx';
import { formatMoney } from '../ui/Money.tsx';
import { statsQuery } from './queries.ts';

/** A count in groups of three digits: '1,204'. */
const count = (number: number) => number.toLocaleString('en-GB');

/** Four key figures (specification §2, Admin dashboard). */
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
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4">
      <Stat name="Total customers" figure={data && count(data.total_customers)} />
      <Stat
        name="Total revenue"
        figure={data && formatMoney(data.total_revenue, data.currency)}
        // A blank line reserves the space, so that nothing below moves.
        below={collected ? `${collected} collected` : '\u00a0'}
      />
      <Stat name="Active stations" figure={data && count(data.active_stations)} />
      <Stat name="Pending setups" figure={data && count(data.pending_setups)} />
    </dl>
  );
}

interface StatProps {
  name: string;
  /** Undefined while loading. */
  figure: string | undefined;
  below?: ReactNode;
}

function Stat({ name, figure, below }: StatProps) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-surface px-4 py-3 sm:px-5 sm:py-4">
      <dt className="text-small text-muted">{name}</dt>
      <dd className="tabular">
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
      </dd>
    </div>
  );
}
