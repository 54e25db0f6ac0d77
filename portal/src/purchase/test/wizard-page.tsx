import type { OpenPurchase } from '@stationhouse/sdk/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { profile } from '../../api/test/answers.ts';
import { doing, draw, find } from '../../ui/test/draw.tsx';
import { takeToasts, type ToastMessage } from '../../ui/toast.ts';
import { PurchaseWizard } from '../PurchaseWizard.tsx';

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
