import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';
import { Skeleton } from './Skeleton.tsx';

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** What is said when it fails: 'Failed to load station'. */
  failure: string;
  children: (data: Data) => ReactNode;
}

/** The data of a query; until then a skeleton, or the error with a button to try again. */
export function Loaded<Data>({ query, failure, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  // Older data stays on the page when a refetch fails.
  if (data !== undefined) return children(data);
  if (error) {
    return (
      <ErrorState
        title={failure}
        failure={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
