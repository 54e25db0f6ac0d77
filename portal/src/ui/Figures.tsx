import type { ReactNode } from 'react';

/** A few facts beside each other, each under its name; on phones below each other. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3">{children}</dl>;
}

/** One of them: a date, an amount, a badge. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-muted">{name}</dt>
      <dd className="tabular mt-0.5 font-semibold">{children}</dd>
    </div>
  );
}
