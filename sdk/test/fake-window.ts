/** An IntersectionObserver that the test controls, since jsdom has no layout. */
import { vi } from 'vitest';

/** The observed elements. */
export interface FakeWindow {
  watched(): Element[];
  /** Moves the element near the window. */
  comesNear(element: Element): void;
}

/** Installs the IntersectionObserver. Ends with `vi.unstubAllGlobals()`. */
export function openFakeWindow(): FakeWindow {
  const watching = new Map<Element, (seen: { isIntersecting: boolean }[]) => void>();
  class FakeIntersectionObserver {
    readonly #seen: (seen: { isIntersecting: boolean }[]) => void;
    constructor(seen: (seen: { isIntersecting: boolean }[]) => void) {
      this.#seen = seen;
    }
    observe(element: Element): void {
      watching.set(element, this.#seen);
      this.#seen([{ isIntersecting: false }]);
    }
    disconnect(): void {
      for (const [element, seen] of watching) if (seen === this.#seen) watching.delete(element);
    }
  }
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver);
  return {
    watched: () => [...watching.keys()],
    comesNear: (element) => watching.get(element)?.([{ isIntersecting: true }]),
  };
}
