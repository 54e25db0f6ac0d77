import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface BesidePreviewProps {
  preview: ReactNode;
  /** Controls that come before the preview on small screens. */
  first?: ReactNode;
  children: ReactNode;
}

/**
 * Controls, and beside them the preview of what they change, which stays in sight. On small screens the preview is above
 * them.
 */
export function BesidePreview({ preview, first, children }: BesidePreviewProps) {
  return (
    <div
      className={clsx(
        'grid grid-cols-1 items-start gap-x-10 gap-y-6 lg:grid-cols-2',
        first !== undefined && 'lg:grid-rows-[auto_1fr]',
      )}
    >
      {first}
      <div
        className={clsx(
          'min-w-0 lg:sticky lg:top-[calc(var(--support-bar)+1.5rem)] lg:col-start-2 lg:row-start-1',
          first !== undefined && 'lg:row-span-2',
        )}
      >
        {preview}
      </div>
      <div className="flex min-w-0 flex-col gap-5 lg:col-start-1">{children}</div>
    </div>
  );
}
