import { clsx } from 'clsx';
import type { ReactNode } from 'react';

interface SectionProps {
  /** The target of links within the page. */
  id?: string;
  /** The background. `night` is dark in both colour schemes. */
  tone?: 'paper' | 'sunken' | 'night';
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

/** A full-width band of a page with centred content. */
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

/** The title of a page. */
export function PageTitle({ children, lead }: { children: ReactNode; lead?: ReactNode }) {
  return (
    <header className="pt-12 pb-8 md:pt-20 md:pb-12">
      <h1 className="max-w-[13em] text-page">{children}</h1>
      {lead === undefined ? null : <p className="mt-5 max-w-[30em] text-lead text-muted">{lead}</p>}
    </header>
  );
}

/** Running text, such as a legal page. */
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
