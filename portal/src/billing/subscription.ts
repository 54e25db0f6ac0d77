import type { Invoice, Subscription } from '@stationhouse/platform-api/contract/billing';
import { queryOptions } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';

/** The member's subscription and invoices, as the payment provider has them now. */
export const billingQuery = queryOptions({
  queryKey: ['me', 'billing'],
  queryFn: async ({ signal }) => (await openClient()).me.billing.get({ signal }),
  // The API has asked the provider more than once by itself; to ask again there is a button.
  retry: false,
});

/** How the provider's words for a subscription read to its owner. */
export const SUBSCRIPTION_WORDS: Record<Subscription['status'], string> = {
  active: 'Active',
  trialing: 'Trial',
  past_due: 'Past due',
  unpaid: 'Unpaid',
  canceled: 'Cancelled',
  incomplete: 'Waiting for payment',
  incomplete_expired: 'Not completed',
  paused: 'Paused',
};

/** The same for an invoice. */
export const INVOICE_WORDS: Record<Invoice['status'], string> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Not collected',
  void: 'Void',
};

/** The subscription has come to its end, or was never begun: nothing more is charged. */
export function hasEnded(subscription: Subscription | null): boolean {
  return (
    subscription === null ||
    subscription.status === 'canceled' ||
    subscription.status === 'incomplete_expired'
  );
}

/** The provider waits for a payment. */
export function isUnpaid({ status }: Subscription): boolean {
  return ['past_due', 'unpaid', 'incomplete', 'paused'].includes(status);
}
