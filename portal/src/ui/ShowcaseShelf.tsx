import type { ReactNode } from 'react';

/** A named part of the showcase. */
export function Shelf({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 border-t border-line py-10">
      <h2 className="text-title">{title}</h2>
      {children}
    </section>
  );
}
