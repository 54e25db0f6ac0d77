import type { Client } from '@stationhouse/sdk/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';

/** A session of the member, in this browser or another. */
export type OpenSession = Awaited<ReturnType<Client['auth']['sessions']['list']>>['data'][number];

/** Where the member is signed in, the session used last first, and when support has looked. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: async ({ signal }) => (await openClient()).auth.sessions.list({ signal }),
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

/** Whose webhooks: the member's own, or the operator's. Named as their part of the client. */
export type WebhookOwner = 'me' | 'admin';

export const webhookCalls = async (owner: WebhookOwner) => (await openClient())[owner].webhooks;

export const webhooksQuery = (owner: WebhookOwner) =>
  queryOptions({
    queryKey: [owner, 'webhooks'],
    queryFn: async ({ signal }) => (await (await webhookCalls(owner)).list({ signal })).data,
  });

/** The deliveries of a webhook, newest first. Read again while the log is open: attempts take seconds. */
export const deliveriesQuery = (owner: WebhookOwner, id: string) =>
  infiniteQueryOptions({
    queryKey: [owner, 'webhooks', id],
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await webhookCalls(owner)).deliveries(id, cursor ? { cursor } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: 5_000,
  });
