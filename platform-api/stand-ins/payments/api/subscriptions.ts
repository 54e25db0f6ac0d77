import type Stripe from 'stripe';
import { z } from 'zod';
import {
  cancelAt,
  cancelAtPeriodEnd,
  endSubscription,
  isOver,
  resumeSubscription,
} from '../lifecycle/subscriptions.ts';
import { endpoint } from './endpoint.ts';
import { InvalidRequest, ResourceMissing } from './errors.ts';
import { only, pageOf } from './lists.ts';
import { flag, mergeMetadata, metadata, paging, text, timestamp } from './params.ts';

const SUBSCRIPTIONS = '/v1/subscriptions';
const STATUSES = ['active', 'past_due', 'canceled', 'all'] as const;

/** Subscriptions. */
export const subscriptionEndpoints = [
  endpoint(
    'GET',
    SUBSCRIPTIONS,
    z.strictObject({ ...paging, customer: text.optional(), status: z.enum(STATUSES).optional() }),
    (ledger, params) =>
      pageOf(
        ledger
          .all('subscription')
          .filter(only('customer', params.customer))
          .filter((subscription) => isListed(subscription, params.status)),
        params,
        SUBSCRIPTIONS,
      ),
  ),
  endpoint('GET', `${SUBSCRIPTIONS}/:id`, z.strictObject({}), (ledger, _, { id = '' }) =>
    ledger.get('subscription', id),
  ),
  endpoint(
    'POST',
    `${SUBSCRIPTIONS}/:id`,
    z.strictObject({
      cancel_at: z.union([z.literal(''), timestamp]).optional(),
      cancel_at_period_end: flag.optional(),
      metadata: metadata.optional(),
    }),
    (ledger, { cancel_at, cancel_at_period_end: atPeriodEnd, metadata: given }, { id = '' }) => {
      const before = ledger.get('subscription', id);
      if (cancel_at !== undefined && atPeriodEnd !== undefined) {
        throw InvalidRequest(
          'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
        );
      }
      if (cancel_at !== undefined || atPeriodEnd !== undefined) {
        if (isOver(before)) {
          throw InvalidRequest(
            'A canceled subscription can only update its cancellation_details and metadata.',
          );
        }
        if (typeof cancel_at === 'number') cancelAt(ledger, id, cancel_at);
        else if (atPeriodEnd === true) cancelAtPeriodEnd(ledger, id);
        else resumeSubscription(ledger, id);
      }
      if (given === undefined) return ledger.get('subscription', id);
      const changes = { metadata: mergeMetadata(before.metadata, given) };
      return ledger.change('subscription', id, changes, 'customer.subscription.updated');
    },
  ),
  endpoint('DELETE', `${SUBSCRIPTIONS}/:id`, z.strictObject({}), (ledger, _, { id = '' }) => {
    // Stripe answers as if an ended subscription did not exist.
    if (isOver(ledger.get('subscription', id))) throw ResourceMissing('subscription', id);
    return endSubscription(ledger, id);
  }),
];

/** Canceled subscriptions are listed only on request. */
function isListed(subscription: Stripe.Subscription, status: string | undefined): boolean {
  if (status === 'all') return true;
  return status === undefined ? !isOver(subscription) : subscription.status === status;
}
