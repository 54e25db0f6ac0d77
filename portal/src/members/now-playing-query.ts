import { DASHBOARD_REFRESH_SECONDS } from '@stationhouse/platform-api/contract/limits';
import type { Station } from '@stationhouse/sdk/client';
import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';

/**
 * What is on: asked at once and then every 30 seconds, as long as somebody looks (specification §4). It
 * belongs to one station and is not kept: yesterday's titles must not greet whoever comes back.
 */
export const nowPlayingQuery = ({ id }: Station) =>
  queryOptions({
    queryKey: ['me', 'station', id, 'now-playing'],
    queryFn: async ({ signal }) => (await openClient()).me.station.nowPlaying({ signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: DASHBOARD_REFRESH_SECONDS * 1000,
    // Without a network it is asked all the same, so that the page notices, and says so.
    networkMode: 'always',
  });
