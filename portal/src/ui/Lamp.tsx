import { clsx } from 'clsx';

/**
 * The on-air light: dark while a station is off, softly glowing while it is live. It says nothing by
 * itself to those who do not see it, so a word stands beside it.
 *
 * @param className its size, by the size of its text
 */
export function Lamp({ on, className }: { on: boolean; className?: string }) {
  return <span className={clsx('lamp', className)} data-on={on} aria-hidden="true" />;
}
