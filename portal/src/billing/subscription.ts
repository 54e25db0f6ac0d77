import type { Invoice, Subscription } from '@stationhouse/platform-api/contract/billing/schemas';
import { packageNamed, type PackageName } from '@stationhouse/platform-api/contract/billing/prices';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';

/** The member's subscription and invoices at the payment provider. */
export const billingQuery = queryOptions({
  queryKey: ['me', 'billing'],
  queryFn: async ({ signal }) => (await openClient()).me.billing.get({ signal }),
  // The API has already retried; the card has a button.
  retry: false,
});

/** The words for each status of a subscription. */
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

/** The words for each status of an invoice. */
export const INVOICE_WORDS: Record<Invoice['status'], string> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Not collected',
  void: 'Void',
};

/** Whether a monthly payment for a package has VAT: companies elsewhere with a VAT number pay the bare fee. */
export const vatWords = (cents: number, name: PackageName | null): 'with VAT' | 'without VAT' =>
  name !== null && cents === packageNamed(name).monthly_fee ? 'without VAT' : 'with VAT';

/** The same for the next payment of a subscription. */
export const nextVatWords = ({ amount, package_name, next_package_name }: Subscription) =>
  vatWords(amount, next_package_name ?? package_name);

/** Whether nothing more will be charged. */
export function hasEnded(subscription: Subscription | null): boolean {
  return (
    subscription === null ||
    subscription.status === 'canceled' ||
    subscription.status === 'incomplete_expired'
  );
}

/** Whether the provider waits for a payment. */
export function isUnpaid({ status }: Subscription): boolean {
  return ['past_due', 'unpaid', 'incomplete', 'paused'].includes(status);
}

/** Shows a changed subscription in the billing card; `again` loads it. */
export function useShowSubscription() {
  const queries = useQueryClient();
  const show = (subscription: Subscription) =>
    queries.setQueryData(billingQuery.queryKey, (known) => known && { ...known, subscription });
  return Object.assign(show, {
    again: () => queries.invalidateQueries({ queryKey: billingQuery.queryKey }),
  });
}
