import Check from 'lucide-react/icons/check';
import type { ReactNode } from 'react';

/** A line of what a package has. */
export function FeatureItem({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <Check aria-hidden="true" strokeWidth={2.5} className="mt-0.5 size-4 flex-none text-muted" />
      {children}
    </li>
  );
}
