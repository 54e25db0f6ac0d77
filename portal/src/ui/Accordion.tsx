import { clsx } from 'clsx';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';

/** A question and its answer. */
interface AccordionItem {
  question: string;
  answer: ReactNode;
}

interface AccordionProps {
  items: readonly AccordionItem[];
  /** The first answer can be read at once. */
  opensFirst?: boolean;
  className?: string;
}

/**
 * Questions that open to their answers. Native `details`: they work before hydration, and "find in page"
 * opens them. Base UI's accordion renders inline styles, which the content security policy forbids.
 */
export function Accordion({ items, opensFirst = false, className }: AccordionProps) {
  return (
    <div className={clsx('border-t border-line', className)}>
      {items.map(({ question, answer }, index) => (
        <details
          key={question}
          open={opensFirst && index === 0}
          className="accordion-item group border-b border-line"
        >
          <summary className="flex min-h-11 cursor-pointer list-none items-start gap-4 rounded-small py-5 font-heading text-title font-semibold hover:text-primary-raised">
            <h3 className="min-w-0 flex-1 font-semibold">{question}</h3>
            <ChevronDown
              aria-hidden="true"
              className="mt-0.5 size-5 flex-none text-muted transition-transform duration-(--calm) group-open:rotate-180"
            />
          </summary>
          <div className="max-w-measure pe-9 pb-6 text-muted">{answer}</div>
        </details>
      ))}
    </div>
  );
}
