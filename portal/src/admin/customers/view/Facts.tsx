import { clsx } from 'clsx';
import ExternalLink from 'lucide-react/icons/external-link';
import { type ReactNode, useId } from 'react';

interface FactsProps {
  title: string;
  /** To the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled section of the View dialog. */
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

/** A list of `Fact`s. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="@container flex flex-col gap-2 @md:gap-1.5">{children}</dl>;
}

interface FactProps {
  name: string;
  /** Keeps line breaks. */
  isText?: boolean;
  /** The value; null, undefined or '' where it is unknown. */
  children: ReactNode;
}

/** A name with its value; an unknown value is a dash, read out as 'Not known'. */
export function Fact({ name, isText = false, children }: FactProps) {
  const isEmpty = children === null || children === undefined || children === '';
  return (
    <div className="grid gap-x-4 @md:grid-cols-[11rem_minmax(0,1fr)]">
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

function isWebAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return ['http:', 'https:'].includes(new URL(address).protocol);
}

/** A URL that a user typed: a link only if it is http or https, so that it cannot run a script. */
export function WebLink({ address }: { address: string }) {
  if (!isWebAddress(address)) return address;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className="link">
      {address}
      <ExternalLink aria-hidden="true" className="ms-1 inline size-[0.85em] align-baseline" />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
