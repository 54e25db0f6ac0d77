import { useEffect } from 'react';
import { useBeforeUnload, useBlocker } from 'react-router-dom';
import type { Draft } from './use-draft.ts';

/** Asks before unsaved changes are lost. Changes of the tab stay on the page and lose nothing. */
export function useLeavingQuestion({ isDirty }: Draft): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useBeforeUnload((event) => {
    if (isDirty) event.preventDefault();
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    // The browser's own question needs no state of this page, which is about to be left.
    if (globalThis.confirm('Leave without saving the draft?')) blocker.proceed();
    else blocker.reset();
  }, [blocker]);
}
