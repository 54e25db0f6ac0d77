import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import { useId, type ReactNode } from 'react';

interface CardProps {
  /** The target of links, which is scrolled to once the card is there; it can be focused. */
  id?: string;
  /** The heading; a card without one is only a frame. */
  title?: ReactNode;
  description?: ReactNode;
  /** To the right of the title: a badge or button. */
  aside?: ReactNode;
  className?: string;
  children?: ReactNode;
}

/** The address may name a card that was not yet loaded when the browser looked for it. */
const showTarget = (card: HTMLElement | null) => {
  if (card && location.hash === `#${card.id}`) card.scrollIntoView();
};

/** A card of the dashboard or the price list. */
export function Card({ id, title, description, aside, className, children }: CardProps) {
  const titleId = useId();
  const Frame = title === undefined ? 'div' : 'section';
  return (
    <Frame
      {...(title !== undefined && { 'aria-labelledby': titleId })}
      {...(id !== undefined && { id, tabIndex: -1, ref: showTarget })}
      className={clsx(
        'flex min-w-0 flex-col gap-5 rounded-card border border-line bg-surface p-5 sm:p-6',
        className,
      )}
    >
      {title === undefined ? null : (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h2 id={titleId} className="text-title">
              {title}
            </h2>
            {description === undefined ? null : (
              <p className="mt-1 text-small text-muted">{description}</p>
            )}
          </div>
          {aside}
        </header>
      )}
      {children}
    </Frame>
  );
}

interface FiguresProps {
  /** Two in a row, in a narrow column of the page. */
  narrow?: boolean;
  children: ReactNode;
}

/** Facts side by side; stacked on phones. */
export function Figures({ narrow = false, children }: FiguresProps) {
  return (
    <dl className={clsx('grid gap-x-8 gap-y-4', narrow ? 'sm:grid-cols-2' : 'sm:grid-cols-3')}>
      {children}
    </dl>
  );
}

/** A fact: a date, an amount, a badge. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-muted">{name}</dt>
      <dd className="tabular mt-0.5 font-semibold">{children}</dd>
    </div>
  );
}

/** A feature of a package. */
export function FeatureItem({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <Check aria-hidden="true" strokeWidth={2.5} className="mt-0.5 size-4 flex-none text-muted" />
      {children}
    </li>
  );
}
