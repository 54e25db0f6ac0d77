import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface SectionProps {
  /** What a link within the page leads to. */
  id?: string;
  /** Paper, a step below it, or the indigo room that is night in every scheme. */
  tone?: 'paper' | 'sunken' | 'night';
  /** What it holds for the reader, in the words of one. */
  title?: ReactNode;
  lead?: ReactNode;
  className?: string;
  children?: ReactNode;
}

const TONE = {
  paper: '',
  sunken: 'bg-sunken',
  night: 'theme-night band bg-background text-ink',
} as const;

/** A band of a page, as wide as the window; what it holds is as wide as a page. */
export function Section({ id, tone = 'paper', title, lead, className, children }: SectionProps) {
  return (
    <section id={id} className={clsx('py-section', TONE[tone], className)}>
      <div className="container-page">
        {title === undefined ? null : (
          <header className="mb-10 md:mb-14">
            <h2 className="max-w-[15em] text-heading">{title}</h2>
            {lead === undefined ? null : (
              <p className="mt-4 max-w-[30em] text-lead text-muted">{lead}</p>
            )}
          </header>
        )}
        {children}
      </div>
    </section>
  );
}
