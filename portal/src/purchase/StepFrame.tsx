import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useNavigationType } from 'react-router-dom';

interface StepFrameProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/**
 * A step: its heading and what is done there. When one step has followed another the focus comes to the
 * heading, or to the first field that is wrong where somebody was sent back to one; a page that was just
 * loaded keeps it where the browser has it.
 */
export function StepFrame({ title, lead, children }: StepFrameProps) {
  const id = useId();
  const place = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = useNavigationType() === 'POP';
  const shown = useRef(isLoaded ? title : undefined);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    const wrong = place.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong ?? heading.current)?.focus();
  }, [title]);
  return (
    <section ref={place} aria-labelledby={id} className="mt-8 md:mt-10">
      <h2 id={id} ref={heading} tabIndex={-1} className="text-heading outline-none">
        {title}
      </h2>
      {lead === undefined ? null : <p className="mt-2 max-w-measure text-muted">{lead}</p>}
      <div className="mt-8">{children}</div>
    </section>
  );
}
