import type { SpokenId } from '@stationhouse/sdk/client';
import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';

/** How often a take that is getting ready is looked at, in ms: an admin waits for it. */
export const LOOK_EVERY_MS = 1_000;

const isGettingReady = ({ take }: SpokenId) => take?.state === 'getting_ready';

/** The scripts of a customer and their speech. */
export const radioIdsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', 'radio-ids', userId],
    queryFn: async ({ signal }) =>
      (await openClient()).admin.customers.radioIds.list(userId, { signal }),
    // The customer or another admin may have changed something meanwhile.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(isGettingReady) ? LOOK_EVERY_MS : false,
  });

/** The voices that can speak. */
export const voicesQuery = queryOptions({
  queryKey: ['admin', 'library', 'voices'],
  queryFn: async ({ signal }) =>
    (await (await openClient()).admin.library.voices.list({ signal })).data,
});
