import { clsx } from 'clsx';
import { useId, type ReactNode } from 'react';

interface FactsProps {
  title: string;
  /** To the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A part of what is known, under a title; its `Fact`s go into a `dl`. */
export function FactsPart({ title, aside, children }: FactsProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 border-t border-line pt-5 first:border-0 first:pt-0"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h3 id={id} className="text-lead">
          {title}
        </h3>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** Names and what is known under them, line by line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-2 sm:gap-1.5">{children}</dl>;
}

interface FactProps {
  name: string;
  /** As it was written: line breaks stay. */
  isText?: boolean;
  /** What is known; nothing, null or '' where it isn't. */
  children: ReactNode;
}

/** One of them. What is not known is a dash, and said so to those who hear the page. */
export function Fact({ name, isText = false, children }: FactProps) {
  const isEmpty = children === null || children === undefined || children === '';
  return (
    <div className="grid gap-x-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <dt className="text-small leading-6 text-muted">{name}</dt>
      <dd className={clsx('tabular min-w-0 wrap-anywhere', isText && 'whitespace-pre-line')}>
        {isEmpty ? (
          <span className="text-muted">
            <span aria-hidden="true">–</span>
            <span className="sr-only">Not known</span>
          </span>
        ) : (
          children
        )}
      </dd>
    </div>
  );
}
