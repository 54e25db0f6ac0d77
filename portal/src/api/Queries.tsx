import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { forgetBusiness, leaveLostBusiness } from './business.ts';
import { isRefusal } from './failures.ts';
import { visitors } from './visitors.ts';

const RETRIES = 2;
const STALE_MS = 30_000;

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: leaveLostBusiness }),
  mutationCache: new MutationCache({ onError: leaveLostBusiness }),
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // Only network and server errors are retried: a refusal would be the same again.
      retry: (failures, failure) => failures < RETRIES && !isRefusal(failure),
    },
    // An act without a network fails at once and says so, instead of keeping its button busy until the network is back.
    mutations: { networkMode: 'always' },
  },
});
visitors.whenSignedOut(() => {
  queries.clear();
  forgetBusiness();
});

/** Asks for what every page of an area needs as soon as its user is known, while the page is still being drawn. */
export function askEarly(work: (queries: QueryClient) => void): void {
  const ask = () => {
    if (visitors.snapshot().status !== 'member') return;
    end();
    work(queries);
  };
  const end = visitors.subscribe(ask);
  ask();
}

/** The query cache, around the pages that need one. Public pages load without it. */
export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}
