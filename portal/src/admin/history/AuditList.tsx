import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, Loaded } from '../../ui/Loaded.tsx';
import { auditQuery } from '../queries.ts';
import { AuditLine } from './AuditLine.tsx';

interface AuditListProps {
  /** Only what was done to this customer, who then needs no name. */
  user_id?: string;
}

/** What admins did, the latest first, and the way to what was before. */
export function AuditList({ user_id }: AuditListProps) {
  const question = useInfiniteQuery(auditQuery(user_id));
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } = question;
  return (
    <Loaded query={question} failure="Failed to load the history.">
      {({ pages }) => {
        const lines = pages.flatMap(({ data }) => data);
        if (lines.length === 0) {
          return (
            <EmptyState title="Nothing has been done yet">
              What admins change, send or delete stands here, with who did it.
            </EmptyState>
          );
        }
        return (
          <>
            <ol className="flex flex-col">
              {lines.map((line) => (
                <AuditLine key={line.id} line={line} isOfOne={user_id !== undefined} />
              ))}
            </ol>
            <div className="mt-4 flex flex-col items-start gap-2">
              <p role="alert" className="text-small text-bad empty:hidden">
                {isFetchNextPageError ? 'Failed to load more. Please try again.' : null}
              </p>
              {hasNextPage ? (
                <Button
                  kind="secondary"
                  busy={isFetchingNextPage}
                  busyText="Loading..."
                  onClick={() => void fetchNextPage()}
                >
                  Load More
                </Button>
              ) : null}
            </div>
          </>
        );
      }}
    </Loaded>
  );
}
