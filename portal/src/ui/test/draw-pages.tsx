import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { draw } from './draw.tsx';

/** Draws the page at an address, with questions that are asked once. */
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
