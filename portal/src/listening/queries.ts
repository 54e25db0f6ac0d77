import type { ListeningDay, ListeningQuery } from '@stationhouse/sdk/client';
import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { MINUTE_MS } from '@stationhouse/platform-api/contract/time';
import { openClient } from '../api/client.ts';

/** How often the figures are refetched while the page is visible, in ms. */
const FIGURES_EVERY_MS = MINUTE_MS;

/** The hours of this month beside the package, and of the last days. */
export const summaryQuery = queryOptions({
  queryKey: ['me', 'listening', 'summary'],
  queryFn: async ({ signal }) => (await openClient()).me.station.listening.summary({ signal }),
  refetchInterval: FIGURES_EVERY_MS,
});

/** Listening in a span of days, divided. */
export const listeningQuery = (query: ListeningQuery) =>
  queryOptions({
    queryKey: ['me', 'listening', query],
    queryFn: async ({ signal }) => (await openClient()).me.station.listening.get(query, { signal }),
    refetchInterval: FIGURES_EVERY_MS,
  });

/** The sessions of a day, oldest first. */
export const sessionsQuery = (query: ListeningDay) =>
  infiniteQueryOptions({
    queryKey: ['me', 'listening', 'sessions', query],
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await openClient()).me.station.listening.sessions(
        { ...query, ...(cursor && { cursor }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** The listeners of now. The event stream of the member's area writes them (members/use-live-station). */
export const listenersQuery = queryOptions<number>({
  queryKey: ['me', 'listeners'],
  queryFn: skipToken,
});
