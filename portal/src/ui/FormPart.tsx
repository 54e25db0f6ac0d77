import type { ReactNode } from 'react';

interface FormPartProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

/** A part of a long form, under a title of its own. */
export function FormPart({ title, lead, children }: FormPartProps) {
  return (
    // The cards in a part are a step below its own title.
    <fieldset className="[&_h2]:text-text flex min-w-0 flex-col gap-5 border-t border-line pt-6 first-of-type:border-0 first-of-type:pt-0">
      <legend className="float-start font-heading text-lead font-bold">{title}</legend>
      {lead === undefined ? null : <p className="-mt-4 text-small text-muted">{lead}</p>}
      {children}
    </fieldset>
  );
}
