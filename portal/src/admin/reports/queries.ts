import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';

/** How often the list is refetched while a report is being made, in ms. */
const EVERY_MS = 2_000;

/** The newest reports. */
export const reportsQuery = queryOptions({
  queryKey: ['admin', 'reports'],
  queryFn: async ({ signal }) => (await openClient()).admin.reports.list({ signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.data.some(({ state }) => state === 'waiting' || state === 'working') ? EVERY_MS : false,
});
