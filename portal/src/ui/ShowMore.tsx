import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from './Button.tsx';

interface ShowMoreProps {
  query: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >;
}

/** The button below a list that loads its next page. Says so when that fails. */
export function ShowMore({ query }: ShowMoreProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  if (!hasNextPage) return null;
  return (
    <div className="flex flex-col items-start gap-2">
      <p role="alert" className="text-small text-bad empty:hidden">
        {isFetchNextPageError ? 'Failed to load more. Please try again.' : null}
      </p>
      <Button
        kind="secondary"
        busy={isFetchingNextPage}
        busyText="Loading..."
        onClick={() => void fetchNextPage()}
      >
        Show more
      </Button>
    </div>
  );
}
