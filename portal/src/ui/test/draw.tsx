import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, StrictMode, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';

declare global {
  // React's switch for tests (react.dev, act).
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

/** Renders into the page, and unmounts after the test. */
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

/** Runs an action and waits until React has rendered the result. */
export const doing = (deed: () => unknown): Promise<void> =>
  act(async () => {
    deed();
  });

/** Waits until an expectation holds. */
export async function until(expected: () => void): Promise<void> {
  // Updates while waiting are not wrapped in `act`, as in a browser.
  globalThis.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    await vi.waitFor(expected, { timeout: 20_000, interval: 5 });
  } finally {
    globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  }
  await act(async () => undefined);
}

// jsdom draws no layout, so nothing scrolls.
Element.prototype.scrollIntoView = () => undefined;

/** Types into an input, so that React notices. */
export function type(input: HTMLInputElement, text: string): Promise<void> {
  return doing(() => {
    // React overrides the property, so the native setter is called.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** The first element that matches, of the given class. */
export function find<Kind extends Element>(kind: new () => Kind, selector: string): Kind {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`Nothing on the page is ${selector}.`);
  return found;
}

/** Renders the page at an address, with queries that are not retried. */
export async function drawPages(pages: RouteObject[], address: string) {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  onTestFinished(() => queries.clear());
  const router = createMemoryRouter(pages, { initialEntries: [address] });
  await draw(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return { queries, router };
}

/** Stubs IntersectionObserver so that nothing is ever visible. */
export function stayOutOfSight(): void {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
}

/** The text of the page. */
export const text = () => document.body.textContent;

/** The open dialog. */
export const dialog = () => find(HTMLElement, '[role="dialog"], [role="alertdialog"]');

/** The accessible name of a control, without its hidden busy text. */
function nameOf(control: HTMLElement): string {
  const shown = control.cloneNode(true) as HTMLElement; // A clone has the same type.
  for (const hidden of shown.querySelectorAll('.invisible')) hidden.remove();
  return (control.getAttribute('aria-label') ?? shown.textContent ?? '').trim();
}

const pressables = (name: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('button, a')].filter((each) => nameOf(each) === name);

/** Whether there is a button or link with this name. */
export const isThere = (name: string): boolean => pressables(name).length > 0;

/** The only button or link with this name. */
export function pressable(name: string): HTMLElement {
  const [only, ...others] = pressables(name);
  if (!only || others.length > 0) throw new Error(`${others.length} others are called ${name}.`);
  return only;
}

/** Clicks it as soon as it is there. */
export async function press(name: string): Promise<void> {
  await until(() => pressable(name));
  await doing(() => pressable(name).click());
}

export const field = (name: string): HTMLInputElement =>
  find(HTMLInputElement, `input[name="${name}"]`);

/** The error of a field. */
export function faultOf(name: string): string {
  const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}
