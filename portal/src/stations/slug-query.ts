import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';

/** Whether an address can be had, at this moment. */
export const slugQuery = (slug: string) =>
  queryOptions({
    queryKey: ['me', 'station', 'slug', slug],
    queryFn: async ({ signal }) =>
      (await openClient()).me.station.slugAvailability(slug, { signal }),
    staleTime: 0,
    // Somebody is typing: what can't be found out is said soon, without a network too.
    retry: false,
    networkMode: 'always',
  });
