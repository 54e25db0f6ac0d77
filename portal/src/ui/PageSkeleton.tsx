import { clsx } from 'clsx';
import { Skeleton } from './Loaded.tsx';

/** Without a path, a link leads to the page itself, with its query. */
const SAME_PAGE = '';

/**
 * A page while its script or the session is loading. After 15 seconds, or at once where the script could not be loaded,
 * a sentence offers to reload it. The style sheet shows it (`.late`), because a script may be what is missing.
 */
export function PageSkeleton() {
  return (
    <>
      <div role="status">
        <h1 className="sr-only">Loading...</h1>
        <p className="late mb-6 rounded-card border border-line bg-surface px-4 py-3">
          This page is taking long to load. Check your connection, then{' '}
          <a href={SAME_PAGE} className="link">
            reload the page
          </a>
          .
        </p>
      </div>
      <div className="flex flex-col gap-6">
        <Skeleton className="h-9 w-56 max-w-2/3" />
        <CardSkeleton className="min-h-56" />
        <div className="grid gap-6 sm:grid-cols-2">
          <CardSkeleton className="min-h-36" />
          <CardSkeleton className="min-h-36 max-sm:hidden" />
        </div>
      </div>
    </>
  );
}

const CardSkeleton = ({ className }: { className: string }) => (
  <div
    className={clsx(
      'flex flex-col gap-3 rounded-card border border-line bg-surface p-5 sm:p-6',
      className,
    )}
  >
    <Skeleton className="h-5 w-2/5" />
    <Skeleton className="mt-2 h-3.5 w-4/5" />
    <Skeleton className="h-3.5 w-3/5" />
  </div>
);
