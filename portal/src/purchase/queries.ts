import type { Client } from '@stationhouse/sdk/client';
import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';

/** What a quote is made for. */
export type QuoteOrder = Parameters<Client['quotes']['create']>[0];

/** The packages on sale. */
export const packagesQuery = queryOptions({
  queryKey: ['packages'],
  queryFn: async ({ signal }) => (await (await openClient()).packages.list({ signal })).data,
});

/** What the first payment of an order comes to. */
export const quoteQuery = (order: QuoteOrder) =>
  queryOptions({
    queryKey: ['quotes', order],
    queryFn: async ({ signal }) => (await openClient()).quotes.create(order, { signal }),
  });
