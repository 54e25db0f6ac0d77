import type { ReactNode } from 'react';

/** The head of a page that is read rather than sold: its one first heading, and what it is about. */
export function PageTitle({ children, lead }: { children: ReactNode; lead?: ReactNode }) {
  return (
    <header className="pt-12 pb-8 md:pt-20 md:pb-12">
      <h1 className="max-w-[13em] text-page">{children}</h1>
      {lead === undefined ? null : <p className="mt-5 max-w-[30em] text-lead text-muted">{lead}</p>}
    </header>
  );
}
