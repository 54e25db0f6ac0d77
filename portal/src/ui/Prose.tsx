import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** Running text, such as a legal page: a measure to read by, and air before each heading. */
export function Prose({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={clsx(
        'max-w-measure space-y-4',
        '[&_h2]:pt-8 [&_h2]:text-title [&_h3]:pt-4 [&_h3]:font-bold',
        '[&_ul]:list-disc [&_ul]:space-y-1.5 [&_ul]:ps-5 [&_ul]:marker:text-muted [&_ol]:list-decimal [&_ol]:space-y-1.5 [&_ol]:ps-5',
        '[&_a]:font-medium [&_a]:text-primary [&_a]:underline [&_a]:underline-offset-4 hover:[&_a]:text-primary-raised',
        className,
      )}
    >
      {children}
    </div>
  );
}
