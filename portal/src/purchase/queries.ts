import type { Client } from '@stationhouse/sdk/client';
import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';

/** The part of an order that a quote depends on. */
export type QuoteOrder = Parameters<Client['quotes']['create']>[0];

/** The amounts of an order's first payment. */
export const quoteQuery = (order: QuoteOrder) =>
  queryOptions({
    queryKey: ['quotes', order],
    queryFn: async ({ signal }) => (await openClient()).quotes.create(order, { signal }),
  });
