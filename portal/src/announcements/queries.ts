import type { Announcement } from '@stationhouse/sdk/client';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { openClient } from '../api/client.ts';

/** How often the announcements are refetched, in ms: while a sound is getting ready a member waits for it. */
const READY_EVERY_MS = 1_000;
const LIST_EVERY_MS = 10_000;

const isGettingReady = ({ sound }: Announcement) => sound.state === 'getting_ready';

/** The member's announcements. */
export const announcementsQuery = queryOptions({
  queryKey: ['me', 'announcements'],
  queryFn: async ({ signal }) => (await openClient()).me.announcements.list({ signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.data.some(isGettingReady) ? READY_EVERY_MS : LIST_EVERY_MS,
});

/** An announcement with its airings. */
export const airingsQuery = (id: string) =>
  queryOptions({
    queryKey: ['me', 'announcements', id],
    queryFn: async ({ signal }) => (await openClient()).me.announcements.get(id, { signal }),
    refetchInterval: LIST_EVERY_MS,
  });

/** When the station is closed. */
export const pausesQuery = queryOptions({
  queryKey: ['me', 'pauses'],
  queryFn: async ({ signal }) => (await openClient()).me.station.pauses.list({ signal }),
  refetchInterval: LIST_EVERY_MS,
});

/** The voices that can speak announcements. */
export const myVoicesQuery = queryOptions({
  queryKey: ['me', 'voices'],
  queryFn: async ({ signal }) => (await openClient()).me.voices.list({ signal }),
});

/** Loads the announcements and the programme again, which a change has changed. */
export function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(
      [
        ['me', 'announcements'],
        ['me', 'programme'],
      ].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
}

/** The time, in epoch ms; the component is drawn again each second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
