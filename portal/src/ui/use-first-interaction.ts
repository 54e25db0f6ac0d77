import { useSyncExternalStore } from 'react';

/** The events of a user, or of a program that acts for one. */
const EVENTS = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll', 'input'] as const;

let hasInteracted = false;
const waiting = new Set<() => void>();

function onInteraction(): void {
  hasInteracted = true;
  for (const event of EVENTS) removeEventListener(event, onInteraction, true);
  for (const notify of waiting) notify();
}

/** Whether there was an interaction before hydration. Not every browser has `userActivation`. */
function hadInteracted(): boolean {
  return document.activeElement !== document.body || navigator.userActivation?.hasBeenActive;
}

function subscribe(notify: () => void): () => void {
  hasInteracted ||= hadInteracted();
  if (waiting.size === 0 && !hasInteracted) {
    for (const event of EVENTS)
      addEventListener(event, onInteraction, { capture: true, passive: true });
  }
  waiting.add(notify);
  return () => waiting.delete(notify);
}

/**
 * Whether the user has interacted with the page yet. Heavy parts of a form are loaded then, so that a slow
 * phone shows the page first.
 */
export function useFirstInteraction(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => hasInteracted,
    () => false,
  );
}
