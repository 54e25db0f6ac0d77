import type { Events, Station } from '@stationhouse/sdk/client';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openClient } from '../api/client.ts';
import { stationQuery } from '../api/queries.ts';
import { billingQuery } from '../billing/subscription.ts';

const { queryKey } = stationQuery;

/** Puts the station as it is now where the page reads it; null: there is none any more. */
async function show(queries: QueryClient, station: Station | null): Promise<void> {
  const before = queries.getQueryData(queryKey);
  // An answer under way was asked for earlier and would put the old one back.
  await queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, station);
  // A missing payment takes a station off air, and one that arrives puts it back.
  if (before?.status !== station?.status) {
    await queries.invalidateQueries({ queryKey: billingQuery.queryKey, exact: true });
  }
}

/**
 * Hears of every change of the member's station while the page is open, over one line, and shows it at
 * once (specification §4, Member dashboard). The client keeps the line, and comes back after a loss.
 *
 * @param hasStation before there is one nothing is heard of
 */
export function useLiveStation(hasStation: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!hasStation) return;
    let hasLeft = false;
    let line: Events | undefined;
    async function listen() {
      const client = await openClient();
      if (hasLeft) return;
      line = client.me.station.events({ onStation: (station) => void show(queries, station) });
    }
    // It cannot fail: the station has come through the same client.
    void listen();
    return () => {
      hasLeft = true;
      line?.close();
    };
  }, [hasStation, queries]);
}
