import CircleAlert from 'lucide-react/icons/circle-alert';
import { Button } from './Button.tsx';
import { describe } from '../api/failures.ts';

interface ErrorStateProps {
  /** What could not be shown: 'Failed to load billing information' */
  title: string;
  /** What was thrown: it says what to do. */
  failure: unknown;
  /** Asks again; without it there is nothing to press. */
  onRetry?: () => void;
  /** It is being asked again. */
  busy?: boolean;
}

/** A part of a page that could not be loaded, in its place, with a way on. */
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
      {requestId === '' ? null : (
        <p className="mt-1 text-small text-muted">Reference: {requestId}</p>
      )}
      {onRetry === undefined ? null : (
        <Button
          kind="secondary"
          className="mt-5"
          busy={busy}
          busyText="Trying again..."
          onClick={onRetry}
        >
          Try Again
        </Button>
      )}
    </div>
  );
}
