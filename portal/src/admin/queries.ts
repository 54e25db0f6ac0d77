import type { CustomersQuery } from '@stationhouse/sdk/client';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';

/** The stations in trouble are asked for again after so long while the page is seen, in ms (ours). */
const WATCH_EVERY_MS = 60_000;

/** How many wait, or are in trouble, and are shown before all of them are asked for (ours). */
const QUEUE_ROWS = 5;

/** Whoever comes back to the desk sees what the other admin did meanwhile. */
const shared = { refetchOnWindowFocus: 'always' } as const;

/** The desk's four figures. */
export const statsQuery = queryOptions({
  ...shared,
  queryKey: ['admin', 'stats'],
  queryFn: async ({ signal }) => (await openClient()).admin.stats({ signal }),
});

/** A page of customers. */
export const customersQuery = (query: CustomersQuery) =>
  queryOptions({
    ...shared,
    queryKey: ['admin', 'customers', query],
    queryFn: async ({ signal }) => (await openClient()).admin.customers.list(query, { signal }),
  });

/** Everybody whose station is to be made; the one who waits longest comes first. */
export const WAITING = {
  status: 'setup_pending',
  sort: 'purchased_at',
  order: 'asc',
} as const satisfies CustomersQuery;

/** The first of those who wait. */
export const queueQuery = customersQuery({ ...WAITING, limit: QUEUE_ROWS });

/** Everything about one customer. */
export const customerQuery = (user_id: string) =>
  queryOptions({
    queryKey: ['admin', 'customer', user_id],
    queryFn: async ({ signal }) => (await openClient()).admin.customers.get(user_id, { signal }),
  });

/** What admins did, page after page. @param user_id only what was done to this customer */
export const auditQuery = (user_id?: string) =>
  infiniteQueryOptions({
    ...shared,
    queryKey: ['admin', 'audit', { user_id }],
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await openClient()).admin.audit.list(
        { ...(user_id && { user_id }), ...(cursor && { cursor }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** The stations in trouble, the longest first. */
export const troublesQuery = queryOptions({
  ...shared,
  queryKey: ['admin', 'watch'],
  queryFn: async ({ signal }) => (await openClient()).admin.watch.list({}, { signal }),
  refetchInterval: WATCH_EVERY_MS,
});

/** For whoever has changed something: all that the desk shows is asked for again. */
export const refreshDesk = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['admin'] });
