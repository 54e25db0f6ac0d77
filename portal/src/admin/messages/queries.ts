import { MINUTE_MS } from '@stationhouse/platform-api/contract/time';
import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';

/** How often the list is refetched while the page is visible, in ms. */
const LOOK_EVERY_MS = MINUTE_MS;

/** Customers with unread messages, the longest waiting first. */
export const waitingQuery = queryOptions({
  queryKey: ['admin', 'messages', 'waiting'],
  queryFn: async ({ signal }) =>
    (await openClient()).admin.customers.messages.waiting({}, { signal }),
  refetchInterval: LOOK_EVERY_MS,
  refetchOnWindowFocus: 'always',
});
