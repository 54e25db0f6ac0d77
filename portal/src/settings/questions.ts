import type { Client } from '@stationhouse/sdk/client';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';
import { meQuestion } from '../members/questions.ts';

/** Where the member is signed in: the list's own order, the one used last first. */
export const sessionsQuestion = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: async ({ signal }) => (await (await openClient()).auth.sessions.list({ signal })).data,
});

/** One place where somebody is signed in. */
export type OpenSession = Awaited<ReturnType<Client['auth']['sessions']['list']>>['data'][number];

/** The member's API keys, never the secrets themselves. */
export const apiKeysQuestion = queryOptions({
  queryKey: ['me', 'api-keys'],
  queryFn: async ({ signal }) => (await (await openClient()).me.apiKeys.list({ signal })).data,
});

/** What can be told of a key after it was made. */
export type ApiKey = Awaited<ReturnType<Client['me']['apiKeys']['list']>>['data'][number];

/** User, role and profile. */
export type Me = Awaited<ReturnType<Client['me']['get']>>;

/** Puts what the API has answered to a change into what the page knows of the member. */
export function useKnownMe(): (change: Partial<Me>) => Promise<void> {
  const queries = useQueryClient();
  const { queryKey } = meQuestion;
  return async (change) => {
    // An answer from before the change must not come after it.
    await queries.cancelQueries({ queryKey, exact: true });
    queries.setQueryData(queryKey, (me) => me && { ...me, ...change });
  };
}
