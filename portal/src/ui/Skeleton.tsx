import { clsx } from 'clsx';

/**
 * Where something will be, in its size, so that nothing moves when it comes. It lies still. Say beside
 * it what is loading: it is hidden from those who hear the page.
 */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={clsx('block rounded-small bg-line', className)} />;
}
