import type { Events, Station } from '@stationhouse/sdk/client';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { leaveLostBusiness } from '../api/business.ts';
import { openClient } from '../api/client.ts';
import { meQuery, stationQuery } from '../api/queries.ts';
import { billingQuery } from '../billing/subscription.ts';
import { listenersQuery } from '../listening/queries.ts';

const { queryKey } = stationQuery;

/** Writes the new station into the cache; null when it was deleted. */
async function setStation(queries: QueryClient, station: Station | null): Promise<void> {
  const before = queries.getQueryData(queryKey);
  // A request under way would overwrite it with the old station.
  await queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, station);
  // A missing or new payment changes the status, and billing with it.
  if (before?.status !== station?.status) {
    await queries.invalidateQueries({ queryKey: billingQuery.queryKey, exact: true });
  }
  // Its account may be deleted with it: the answer to this then ends the session.
  if (!station) await queries.invalidateQueries({ queryKey: meQuery.queryKey, exact: true });
}

/** Shows every change of the station, and its listeners, at once over one event stream (specification §4, Member dashboard). */
export function useLiveStation(hasStation: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!hasStation) return;
    let hasLeft = false;
    let events: Events | undefined;
    async function listen() {
      const client = await openClient();
      if (hasLeft) return;
      events = client.me.station.events({
        onStation: (station) => void setStation(queries, station),
        onEnd: leaveLostBusiness,
        onListening: ({ listeners }) => queries.setQueryData(listenersQuery.queryKey, listeners),
      });
    }
    // It cannot fail: the station was loaded through the same client.
    void listen();
    return () => {
      hasLeft = true;
      events?.close();
    };
  }, [hasStation, queries]);
}
