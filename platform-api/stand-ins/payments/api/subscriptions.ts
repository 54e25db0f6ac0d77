import type Stripe from 'stripe';
import { z } from 'zod';
import type { Ledger } from '../ledger.ts';
import {
  changePriceNow,
  previewPriceChange,
  type ProratedChange,
} from '../lifecycle/price-change.ts';
import {
  cancelAt,
  cancelAtPeriodEnd,
  changePrice,
  endSubscription,
  isOver,
  resumeSubscription,
} from '../lifecycle/subscriptions.ts';
import { endpoint } from './endpoint.ts';
import { InvalidRequest, ResourceMissing } from './errors.ts';
import { only, pageOf } from './lists.ts';
import { flag, list, mergeMetadata, metadata, paging, text, timestamp } from './params.ts';

const SUBSCRIPTIONS = '/v1/subscriptions';
/** One item, because a subscription of the product has one. */
const items = list(z.strictObject({ id: text, price: text })).refine(
  (given) => given.length === 1,
  'The stand-in changes one item.',
);
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
      items: items.optional(),
      metadata: metadata.optional(),
      payment_behavior: z.literal('pending_if_incomplete').optional(),
      proration_behavior: z.enum(['always_invoice', 'none']).optional(),
      proration_date: timestamp.optional(),
    }),
    (ledger, params, { id = '' }) => {
      const { cancel_at, cancel_at_period_end: atPeriodEnd, metadata: given } = params;
      const before = ledger.get('subscription', id);
      if (params.items) return updatePrice(ledger, before, { ...params, items: params.items });
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
  endpoint(
    'POST',
    '/v1/invoices/create_preview',
    z.strictObject({
      subscription: text,
      subscription_details: z.strictObject({
        items,
        proration_behavior: z.literal('always_invoice'),
        proration_date: timestamp.optional(),
      }),
    }),
    (ledger, { subscription, subscription_details: details }) =>
      previewPriceChange(
        ledger,
        ledger.get('subscription', subscription, 'subscription'),
        changeOf(ledger, details),
      ),
  ),
  endpoint('DELETE', `${SUBSCRIPTIONS}/:id`, z.strictObject({}), (ledger, _, { id = '' }) => {
    // Stripe answers as if an ended subscription did not exist.
    if (isOver(ledger.get('subscription', id))) throw ResourceMissing('subscription', id);
    return endSubscription(ledger, id);
  }),
];

interface PriceParams {
  items: { id: string; price: string }[];
  metadata?: Record<string, string> | undefined;
  payment_behavior?: 'pending_if_incomplete' | undefined;
  proration_behavior?: 'always_invoice' | 'none' | undefined;
  proration_date?: number | undefined;
}

/** The change of the item's price. @throws Rejection for an unknown price */
function changeOf(ledger: Ledger, params: PriceParams): ProratedChange {
  // The schema demands one item.
  const [item] = params.items as [PriceParams['items'][number]];
  return {
    item: item.id,
    price: ledger.get('price', item.price, 'items[0][price]'),
    metadata: params.metadata,
    at: params.proration_date ?? ledger.time(),
  };
}

function updatePrice(
  ledger: Ledger,
  subscription: Stripe.Subscription,
  params: PriceParams,
): Stripe.Subscription {
  if (isOver(subscription)) {
    throw InvalidRequest(
      'A canceled subscription can only update its cancellation_details and metadata.',
    );
  }
  const change = changeOf(ledger, params);
  if (params.proration_behavior === 'none') return changePrice(ledger, subscription, change);
  if (params.proration_behavior === undefined || params.payment_behavior === undefined) {
    throw InvalidRequest('The stand-in prorates with always_invoice and pending_if_incomplete.');
  }
  return changePriceNow(ledger, subscription, change);
}

/** Canceled subscriptions are listed only on request. */
function isListed(subscription: Stripe.Subscription, status: string | undefined): boolean {
  if (status === 'all') return true;
  return status === undefined ? !isOver(subscription) : subscription.status === status;
}
