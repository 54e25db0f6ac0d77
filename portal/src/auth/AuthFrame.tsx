import { clsx } from 'clsx';
import { useEffect, useRef, type ReactNode } from 'react';

interface AuthFrameProps {
  title: string;
  lead?: ReactNode;
  /** Beside the form; below it on phones. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The layout of the sign-in and sign-up pages: one form on a quiet page. */
export function AuthFrame({ title, lead, aside, children }: AuthFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(title);
  // Announces the next step to screen readers, unless its first field has the focus already.
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    if (!place.current?.contains(document.activeElement)) heading.current?.focus();
  }, [title]);
  return (
    <main className="container-page pb-(--section)">
      <div
        className={clsx(
          'pt-8 sm:pt-14 md:pt-20',
          aside === undefined
            ? 'mx-auto max-w-md'
            : 'grid gap-x-20 gap-y-14 lg:grid-cols-[minmax(0,1fr)_22rem]',
        )}
      >
        <div className={clsx('min-w-0', aside !== undefined && 'mx-auto w-full max-w-xl lg:mx-0')}>
          <h1 ref={heading} tabIndex={-1} className="text-heading outline-none">
            {title}
          </h1>
          {lead === undefined ? null : <p className="mt-3 text-muted">{lead}</p>}
          <div ref={place} className="mt-8">
            {children}
          </div>
        </div>
        {aside}
      </div>
    </main>
  );
}
