import type { Client, CustomersQuery, ListeningStationsQuery } from '@stationhouse/sdk/client';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
} from '@tanstack/react-query';
import { MINUTE_MS } from '@stationhouse/platform-api/contract/time';
import { openClient } from '../api/client.ts';
import { meQuery } from '../api/queries.ts';
import { lookAgainWhilePreparing } from '../uploads/upload-target.ts';

/** How often station problems are refetched while the page is visible, in ms. */
const WATCH_EVERY_MS = MINUTE_MS;

/** Rows of the setup queue before 'See all'. */
const QUEUE_ROWS = 50;

// Another admin may have changed something while the window was in the background.
const shared = { refetchOnWindowFocus: 'always' } as const;

/** The four key figures, and their trends. */
export type Stats = Awaited<ReturnType<Client['admin']['stats']>>;

export const statsQuery = queryOptions({
  ...shared,
  queryKey: ['admin', 'stats'],
  queryFn: async ({ signal }) => (await openClient()).admin.stats({ signal }),
});

/** Whether the user is an admin. The API refuses support what this hides. */
export const useIsAdmin = (): boolean => useQuery(meQuery).data?.role === 'admin';

/** A page of customers. */
export const customersQuery = (query: CustomersQuery) =>
  queryOptions({
    ...shared,
    queryKey: ['admin', 'customers', query],
    queryFn: async ({ signal }) => (await openClient()).admin.customers.list(query, { signal }),
  });

/** Filters for the stations that wait for setup, the longest waiting first. */
export const WAITING = {
  status: 'setup_pending',
  sort: 'setup_form_submitted_at',
  order: 'asc',
} as const satisfies CustomersQuery;

/** The first rows of the setup queue. */
export const queueQuery = customersQuery({ ...WAITING, limit: QUEUE_ROWS });

/** Everything about one customer. */
export const customerQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'customer', userId],
    queryFn: async ({ signal }) => (await openClient()).admin.customers.get(userId, { signal }),
    refetchInterval: ({ state: { data } }) => lookAgainWhilePreparing(data?.assets),
  });

/** The audit log, page by page. @param userId limits it to this customer */
export const auditQuery = (userId?: string) =>
  infiniteQueryOptions({
    ...shared,
    queryKey: ['admin', 'audit', { userId }],
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await openClient()).admin.audit.list(
        { ...(userId && { user_id: userId }), ...(cursor && { cursor }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** Stations with problems, the oldest problem first. */
export const troublesQuery = queryOptions({
  ...shared,
  queryKey: ['admin', 'watch'],
  queryFn: async ({ signal }) => (await openClient()).admin.watch.list({}, { signal }),
  refetchInterval: WATCH_EVERY_MS,
});

/** Locations that should play and do not. */
export const silentLocationsQuery = queryOptions({
  ...shared,
  queryKey: ['admin', 'locations'],
  queryFn: async ({ signal }) => (await openClient()).admin.locations.list({ signal }),
  refetchInterval: WATCH_EVERY_MS,
});

/** Stations with addresses on a host, page by page. */
export const streamHostQuery = (hosts: { from: string; to: string }) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'stream-host', hosts],
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await openClient()).admin.hosts.preview({ ...hosts, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** How often the listeners of now are refetched while the page is visible, in ms. */
const LISTENERS_EVERY_MS = 5_000;

/** Listeners now, by station. */
export const listenersQuery = queryOptions({
  ...shared,
  queryKey: ['admin', 'listeners'],
  queryFn: async ({ signal }) => (await openClient()).admin.listening.now({ signal }),
  refetchInterval: LISTENERS_EVERY_MS,
});

/** Stations by listening hours, page by page, with the totals of all. */
export const stationHoursQuery = (filters: Pick<ListeningStationsQuery, 'search' | 'sort'>) =>
  infiniteQueryOptions({
    ...shared,
    queryKey: ['admin', 'listening', filters],
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await openClient()).admin.listening.stations(
        { ...filters, ...(cursor && { cursor }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: WATCH_EVERY_MS,
  });

/** Invalidates everything in the admin area, after a change. */
export const invalidateAdmin = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['admin'] });
