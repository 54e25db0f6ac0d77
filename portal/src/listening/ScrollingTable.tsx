import type { ReactNode } from 'react';

/** A long table in a box of its own, which keys scroll. @param label of the table */
export const ScrollingTable = ({ label, children }: { label: string; children: ReactNode }) => (
  <div
    role="region"
    aria-label={`${label}, table`}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
    tabIndex={0}
    className="mt-1 max-h-96 overflow-y-auto text-small"
  >
    {children}
  </div>
);
