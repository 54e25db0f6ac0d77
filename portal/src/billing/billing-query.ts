import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';

/** The member's subscription and invoices, as the payment provider has them now. */
export const billingQuery = queryOptions({
  queryKey: ['me', 'billing'],
  queryFn: async ({ signal }) => (await openClient()).me.billing.get({ signal }),
  // The API has asked the provider more than once by itself; to ask again there is a button.
  retry: false,
});
