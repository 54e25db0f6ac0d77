import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';

declare global {
  // React's own switch for tests (react.dev, act).
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

/** Draws something into the page of a test, and takes it away when the test is over. */
export async function draw(element: ReactElement) {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const redraw = (next: ReactElement) => act(async () => root.render(next));
  await redraw(element);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    place.remove();
  });
  return { place, redraw };
}

/** Does something to the page and waits until all that follows from it is drawn. */
export const doing = (deed: () => unknown): Promise<void> =>
  act(async () => {
    deed();
  });

/** Waits until the page is as expected, as long as a busy machine takes. */
export async function until(expected: () => void): Promise<void> {
  // What comes meanwhile is no deed of the test: React draws it by itself, as in a browser.
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    await vi.waitFor(expected, { timeout: 20_000, interval: 5 });
  } finally {
    globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  }
  await act(async () => undefined);
}

/** Types into an input as a person would: React hears of it. */
export function type(input: HTMLInputElement, text: string): Promise<void> {
  return doing(() => {
    // React watches the property, so the browser's own setter has to be called.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** The one element of a kind, or a failed test. */
export function find<Kind extends Element>(kind: new () => Kind, selector: string): Kind {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`Nothing on the page is ${selector}.`);
  return found;
}
