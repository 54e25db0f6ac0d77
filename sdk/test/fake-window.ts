/** For tests: a window whose scroll position is told, since jsdom has no layout. */
import { vi } from 'vitest';

/** Elements that are waited for to come near the window. */
export interface FakeWindow {
  watched(): Element[];
  /** Has the element come near. */
  comesNear(element: Element): void;
}

/** Gives the page an IntersectionObserver. Ends with `vi.unstubAllGlobals()`. */
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
