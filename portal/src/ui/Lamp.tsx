import { clsx } from 'clsx';

/**
 * The on-air light. Hidden from screen readers: put a word beside it.
 *
 * @param className sets its size, by font size
 */
export function Lamp({ on, className }: { on: boolean; className?: string }) {
  return <span className={clsx('lamp', className)} data-on={on} aria-hidden="true" />;
}
