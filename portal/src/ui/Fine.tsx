import { clsx } from 'clsx';
import CircleCheck from 'lucide-react/icons/circle-check';
import type { ReactNode } from 'react';

/** Says that all is well, with a green check: the lamp is only for sound on air. */
export function Fine({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p className={clsx('flex items-center gap-3 text-muted', className)}>
      <CircleCheck aria-hidden="true" className="size-5 flex-none text-good" />
      {children}
    </p>
  );
}
