import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

interface LoadedProps<Data> {
  question: UseQueryResult<Data>;
  /** What could not be shown: 'Failed to load station' */
  failure: string;
  children: (data: Data) => ReactNode;
}

/** What was asked for; until it comes its place, and a way on where it doesn't. */
export function Loaded<Data>({ question, failure, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = question;
  // What came before stays, though asking again has failed.
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
