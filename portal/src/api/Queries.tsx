import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { visitors } from './visitors.ts';

/** How often a question is put again by itself, and how long an answer counts as fresh, in ms (ours). */
const RETRIES = 2;
const FRESH_MS = 30_000;

/** A refusal stays one; only silence and faults of the server are worth another try. */
function mayPass(failure: unknown): boolean {
  const status: unknown = Object(failure).status;
  return typeof status !== 'number' || status === 0 || status >= 500;
}

/** The answers that this page keeps, until whoever asked has signed out. */
const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      retry: (failures, failure) => failures < RETRIES && mayPass(failure),
    },
  },
});
visitors.whenSignedOut(() => queries.clear());

/** Stands around whatever asks the API. It is not part of a public page's first load. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
