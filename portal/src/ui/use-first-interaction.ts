import { useSyncExternalStore } from 'react';

/** What only a person does, or a program that acts for one. */
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll', 'input'] as const;

let isHere = false;
const waiting = new Set<() => void>();

function arrive(): void {
  isHere = true;
  for (const sign of SIGNS) removeEventListener(sign, arrive, true);
  for (const tell of waiting) tell();
}

/** What was done before our script was here can still be seen. Not every browser keeps a record of it. */
function wasHere(): boolean {
  return document.activeElement !== document.body || navigator.userActivation?.hasBeenActive;
}

function subscribe(tell: () => void): () => void {
  isHere ||= wasHere();
  if (waiting.size === 0 && !isHere) {
    for (const sign of SIGNS) addEventListener(sign, arrive, { capture: true, passive: true });
  }
  waiting.add(tell);
  return () => waiting.delete(tell);
}

/**
 * Whether somebody has moved, pressed or typed yet. What a form only needs once it is used is fetched
 * then, so that a slow phone first shows the page.
 */
export function useFirstInteraction(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isHere,
    () => false,
  );
}
