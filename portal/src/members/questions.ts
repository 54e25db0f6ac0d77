import { queryOptions } from '@tanstack/react-query';
import type { Station } from '@stationhouse/sdk/client';
import { openClient } from '../api/client.ts';

/** User, role and profile. */
export const meQuestion = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => (await openClient()).me.get({ signal }),
});

/** The member's own station; null while there is none. */
export const stationQuestion = queryOptions({
  queryKey: ['me', 'station'],
  async queryFn({ signal }): Promise<Station | null> {
    const client = await openClient();
    try {
      return await client.me.station.get({ signal });
    } catch (failure) {
      if (Object(failure).code === 'no_station') return null;
      throw failure;
    }
  },
});

/** The purchase that was begun and is not paid; null: none. */
export const purchaseQuestion = queryOptions({
  queryKey: ['me', 'checkout'],
  queryFn: async ({ signal }) => (await (await openClient()).me.checkout.get({ signal })).purchase,
});
