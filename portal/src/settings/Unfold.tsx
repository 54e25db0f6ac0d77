import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState, type ReactNode } from 'react';

interface UnfoldProps {
  title: string;
  /** What it is for, before it is opened. */
  description: string;
  /** Drawn, and with it asked for, once somebody wants to see it. */
  children: ReactNode;
}

/** A part of the settings that most people never open. */
export function Unfold({ title, description, children }: UnfoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      // The browser opens and closes it; this only learns of it.
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-t border-line"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-4 rounded-small py-4 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <h3 className="font-sans text-text font-semibold">{title}</h3>
          <span className="block text-small text-muted">{description}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 flex-none text-muted transition-transform duration-(--calm) group-open:rotate-180"
        />
      </summary>
      {isOpen ? <div className="pb-5">{children}</div> : null}
    </details>
  );
}
