import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';

/** How often statuses are refetched, in ms: a change is seen within 35 seconds of the fact, of which a report may take 33. */
const STATUS_EVERY_MS = 2_000;
const HISTORY_EVERY_MS = 30_000;

/** The locations of the member's station, and whether they play. */
export const locationsQuery = queryOptions({
  queryKey: ['me', 'locations'],
  queryFn: async ({ signal }) => (await openClient()).me.locations.list({ signal }),
  // Without locations nothing changes.
  refetchInterval: ({ state: { data } }) => (data?.data.length === 0 ? false : STATUS_EVERY_MS),
});

/** A location with its last days. */
export const locationQuery = (id: string) =>
  queryOptions({
    queryKey: ['me', 'locations', id],
    queryFn: async ({ signal }) => (await openClient()).me.locations.get(id, { signal }),
    refetchInterval: HISTORY_EVERY_MS,
  });

/** The list, with what the page shows beside it. */
export type LocationList = Awaited<
  ReturnType<Awaited<ReturnType<typeof openClient>>['me']['locations']['list']>
>;
