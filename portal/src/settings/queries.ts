import type { Client } from '@stationhouse/sdk/client';
import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';

/** A session of the member, in this browser or another. */
export type OpenSession = Awaited<ReturnType<Client['auth']['sessions']['list']>>['data'][number];

/** Where the member is signed in, the session used last first. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: async ({ signal }) => (await (await openClient()).auth.sessions.list({ signal })).data,
});

/** The member's second factor. */
export type SecondFactor = Awaited<ReturnType<Client['auth']['secondFactor']['get']>>;

export const secondFactorQuery = queryOptions({
  queryKey: ['me', 'second-factor'],
  queryFn: async ({ signal }) => (await openClient()).auth.secondFactor.get({ signal }),
});

/** An API key without its secret. */
export type ApiKey = Awaited<ReturnType<Client['me']['apiKeys']['list']>>['data'][number];

export const apiKeysQuery = queryOptions({
  queryKey: ['me', 'api-keys'],
  queryFn: async ({ signal }) => (await (await openClient()).me.apiKeys.list({ signal })).data,
});

export const webhooksQuery = queryOptions({
  queryKey: ['me', 'webhooks'],
  queryFn: async ({ signal }) => (await (await openClient()).me.webhooks.list({ signal })).data,
});

/** The newest deliveries of a webhook. Read again while the log is open: attempts take seconds. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['me', 'webhooks', id],
    queryFn: async ({ signal }) =>
      (await (await openClient()).me.webhooks.deliveries(id, {}, { signal })).data,
    refetchInterval: 5_000,
  });
