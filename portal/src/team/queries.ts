import type { Client } from '@stationhouse/sdk/client';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';

export type TeamList = Awaited<ReturnType<Client['me']['team']['list']>>;

/** The people of the user's own business, and the invitations. */
export const teamQuery = queryOptions({
  queryKey: ['me', 'team'],
  queryFn: async ({ signal }) => (await openClient()).me.team.list({ signal }),
});

/** Reads the team again after a change. */
export function useRefreshTeam(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: teamQuery.queryKey });
}
