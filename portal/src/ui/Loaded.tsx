import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import CircleAlert from 'lucide-react/icons/circle-alert';
import type { ReactNode } from 'react';
import { describe } from '../api/failures.ts';
import { Button } from './Button.tsx';
import { Lamp } from './Lamp.tsx';
import { RequestReference } from './Notice.tsx';

/** A placeholder in the size of its content. Hidden from screen readers: put a text beside it. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={clsx('block rounded-small bg-line', className)} />;
}

interface LoadingProps {
  text?: string;
  className?: string;
  children: ReactNode;
}

/** Skeletons, announced to screen readers. */
export function Loading({ text = 'Loading...', className, children }: LoadingProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{text}</span>
      {children}
    </div>
  );
}

interface ErrorStateProps {
  /** 'Failed to load billing information' */
  title: string;
  failure: unknown;
  /** Loads it again. Without it there is no button. */
  onRetry?: () => void;
  /** It is being loaded again. */
  busy?: boolean;
}

/** Shown in place of content that could not be loaded. */
export function ErrorState({ title, failure, onRetry, busy = false }: ErrorStateProps) {
  const { detail, requestId } = describe(failure);
  return (
    <div
      role="alert"
      className="flex flex-col items-center rounded-card bg-bad-wash px-6 py-10 text-center"
    >
      <CircleAlert aria-hidden="true" className="size-7 text-bad" />
      <p className="mt-3 font-heading text-title font-bold">{title}</p>
      <p className="mt-1 max-w-[26em] text-balance text-muted">{detail}</p>
      <RequestReference id={requestId} className="mt-2" />
      {onRetry === undefined ? null : (
        <Button
          kind="secondary"
          className="mt-5"
          busy={busy}
          busyText="Trying again..."
          onClick={onRetry}
        >
          Try again
        </Button>
      )}
    </div>
  );
}

interface EmptyStateProps {
  /** 'No payment history available' */
  title: string;
  /** When there will be content, or how to add it. */
  children?: ReactNode;
  /** The button that adds it. */
  action?: ReactNode;
}

/** Shown in place of a list without entries. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center rounded-card bg-sunken px-6 py-10 text-center">
      <Lamp on={false} className="text-title" />
      <p className="mt-3 font-heading text-title font-bold">{title}</p>
      {children === undefined ? null : (
        <div className="mt-1 max-w-[26em] text-balance text-muted">{children}</div>
      )}
      {action === undefined ? null : <div className="mt-5">{action}</div>}
    </div>
  );
}

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  /** The title when it fails: 'Failed to load station'. */
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
    <Loading>
      <Skeleton className="h-40 w-full" />
    </Loading>
  );
}
