import type { Client } from '@stationhouse/sdk/client';
import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';

/** How often the page is refetched while it is visible, in ms. */
const EVERY_MS = 10_000;

/** Jobs that wait, everything that has failed, and the modes. */
export type Operations = Awaited<ReturnType<Client['admin']['operations']['get']>>;

/** Acts on jobs, webhooks and events of Stripe. */
export type OperationAct = Parameters<Client['admin']['operations']['act']>[0]['act'];

export const operationsQuery = queryOptions({
  queryKey: ['admin', 'operations'],
  queryFn: async ({ signal }) => (await openClient()).admin.operations.get({ signal }),
  refetchOnWindowFocus: 'always',
  refetchInterval: EVERY_MS,
});
