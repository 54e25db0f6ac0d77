import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * The changes to a form that a user has not saved yet. They are kept while the user looks at other pages, and are gone
 * after a reload and on sign-out.
 *
 * @param name of the form
 */
export function useDraft<Values extends object>(name: string) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Partial<Values>>(
    () => queries.getQueryData(['draft', name]) ?? {},
  );
  function change(next: Partial<Values>): void {
    setDraft(next);
    queries.setQueryDefaults(['draft'], { gcTime: Infinity });
    queries.setQueryData(['draft', name], next);
  }
  return [draft, change] as const;
}

/** Beside the button that saves a draft. A live region must exist before it is filled. */
export const NotSaved = ({ when }: { when: boolean }) => (
  <p role="status" className="self-center text-small text-muted empty:hidden">
    {when ? 'Not saved yet' : ''}
  </p>
);
