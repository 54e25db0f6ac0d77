import { useEffect, useState, useSyncExternalStore } from 'react';

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
 * Loads a heavy part of a form when the user first interacts with the page, so that a slow phone shows the
 * page first.
 *
 * @param load must be the same function in every render
 * @returns undefined until it is loaded
 */
export function useOnFirstInteraction<Part>(load: () => Promise<Part>): Part | undefined {
  const isWanted = useSyncExternalStore(
    subscribe,
    () => hasInteracted,
    () => false,
  );
  const [part, setPart] = useState<Part>();
  useEffect(() => {
    if (!isWanted) return;
    const unmount = new AbortController();
    const { signal } = unmount;
    const tryLoad = async () => {
      try {
        const loaded = await load();
        if (!signal.aborted) setPart(() => loaded);
      } catch {
        // Offline: try again when the network is back.
        addEventListener('online', () => void tryLoad(), { once: true, signal });
      }
    };
    void tryLoad();
    return () => unmount.abort();
  }, [isWanted, load]);
  return part;
}
