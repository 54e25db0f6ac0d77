import type { Client, Station } from '@stationhouse/sdk/client';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { business } from './business.ts';
import { openClient } from './client.ts';
import { hasCode } from './failures.ts';
import { supportView } from './support-view.ts';
import { expectsStation, rememberStation, visitors } from './visitors.ts';

/** User and role of the member, with their profile, or that of the business for which they act. */
export type Me = Awaited<ReturnType<Client['me']['get']>>;

export const meQuery = queryOptions({
  queryKey: ['me'],
  async queryFn({ signal }): Promise<Me> {
    const { me } = await openClient();
    const own = await (visitors.roleAnswer() ?? me.get({ signal }));
    if (!business) return own;
    // Staff see no profile of the business.
    const isManager = business.role === 'manager';
    const profile = isManager ? await me.profile.get({ signal }) : own.profile;
    return { ...own, profile, has_station: true };
  },
});

/** The teams of other businesses that the user belongs to. Asked for only if `meQuery` says that there are some. */
export const teamsQuery = queryOptions({
  queryKey: ['me', 'teams'],
  queryFn: async ({ signal }) => (await (await openClient()).me.teams.list({ signal })).data,
});

/**
 * The member's station; null before there is one. A member without one is known by `meQuery`, because browsers show
 * every 404 in their console as an error; one who had a station at the last visit is not asked about first.
 */
export const stationQuery = queryOptions({
  queryKey: ['me', 'station'],
  async queryFn({ signal, client: queries }): Promise<Station | null> {
    // The station of a team, or of a customer whom an admin looks at, is not this browser's own.
    const isOwn = !business && !supportView;
    const isExpected =
      queries.getQueryData(meQuery.queryKey)?.has_station ?? (isOwn && expectsStation());
    // An earlier release does not say.
    const hasStation =
      isExpected || (await queries.fetchQuery({ ...meQuery, staleTime: 0 })).has_station !== false;
    const station = hasStation ? await getStation(signal) : null;
    if (isOwn) rememberStation(station !== null);
    return station;
  },
});

async function getStation(signal: AbortSignal): Promise<Station | null> {
  const client = await openClient();
  try {
    return await client.me.station.get({ signal });
  } catch (failure) {
    if (hasCode(failure, 'no_station')) return null;
    throw failure;
  }
}

/** The unpaid purchase, or null. */
export const purchaseQuery = queryOptions({
  queryKey: ['me', 'checkout'],
  queryFn: async ({ signal }) => (await (await openClient()).me.checkout.get({ signal })).purchase,
});

/** The packages on sale. */
export const packagesQuery = queryOptions({
  queryKey: ['packages'],
  queryFn: async ({ signal }) => (await (await openClient()).packages.list({ signal })).data,
});

/** Writes the answer to a change into the cached `meQuery`. */
export function useSetMe(): (change: Partial<Me>) => Promise<void> {
  const queries = useQueryClient();
  const { queryKey } = meQuery;
  return async (change) => {
    // A request under way was sent before the change, and would undo it.
    await queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, (me) => me && { ...me, ...change });
  };
}
