import type { OpenPurchase } from '@stationhouse/sdk/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { doing, draw, find, until } from '../../ui/test/draw.tsx';
import { takeToasts, type ToastMessage } from '../../ui/toast.ts';
import { PurchaseWizard } from '../PurchaseWizard.tsx';
import { profile } from './stand-in-api.ts';

interface PageOptions {
  profile?: typeof profile;
  purchase?: OpenPurchase | null;
}

/** Renders the wizard at a URL, as `/members` does. */
export async function openWizard(address: string, options: PageOptions = {}) {
  const onDone = vi.fn();
  const toasts: ToastMessage[] = [];
  onTestFinished(takeToasts((message) => toasts.push(message)));
  const wizard = <PurchaseWizard profile={profile} purchase={null} {...options} onDone={onDone} />;
  const router = createMemoryRouter(
    [
      { path: '/members', element: wizard },
      { path: '/auth', element: <h1>Sign in</h1> },
    ],
    { initialEntries: [`/members${address}`] },
  );
  // Retries take seconds and are tested with api/Queries.tsx.
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { place, redraw } = await draw(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return {
    onDone,
    toasts,
    address: () => router.state.location.pathname + router.state.location.search,
    goBack: () => doing(() => router.navigate(-1)),
    text: () => place.textContent ?? '',
    leave: () => redraw(<p>Elsewhere</p>),
  };
}

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

export const stepNow = (): string => find(HTMLElement, '[aria-current="step"]').textContent ?? '';

export const heading = (): string => find(HTMLElement, 'h2').textContent ?? '';

/** Lets the wizard open a fake tab. */
export function letTabsOpen() {
  const tab = {
    opener: window,
    closed: false,
    document: document.implementation.createHTMLDocument(),
    location: { replace: vi.fn<(url: string) => void>() },
    close: vi.fn(),
  };
  // Only the properties that the wizard uses.
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  return { tab, open };
}

export const blockTabs = () => vi.spyOn(window, 'open').mockReturnValue(null);
