import type Stripe from 'stripe';
import { z } from 'zod';
import type { Ledger } from '../ledger.ts';
import {
  cancelAt,
  cancelAtPeriodEnd,
  endSubscription,
  hasEnded,
  resume,
} from '../life/end-subscription.ts';
import { InvalidRequest, ResourceMissing } from '../refusals.ts';
import { flag, list, metadata, optionalText, page, text, timestamp, unsettable } from './fields.ts';
import { pageOf } from './lists.ts';
import { mergedMetadata } from './metadata.ts';
import { only } from './only.ts';
import { route } from './route.ts';

const SUBSCRIPTIONS = '/v1/subscriptions';
const expand = list(text).optional();

const STATUSES = [
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'trialing',
  'paused',
] as const;

const cancellationDetails = z
  .strictObject({ comment: optionalText.optional(), feedback: text.optional() })
  .optional();

const updateParams = z.strictObject({
  cancel_at: unsettable(timestamp).optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: cancellationDetails,
  default_payment_method: text.optional(),
  default_tax_rates: list(text).optional(),
  description: optionalText.optional(),
  expand,
  items: list(
    z.strictObject({
      id: text,
      metadata: metadata.optional(),
      tax_rates: list(text).optional(),
    }),
  ).optional(),
  metadata: metadata.optional(),
  payment_behavior: text.optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
});
type UpdateParams = z.output<typeof updateParams>;

export const subscriptionRoutes = [
  route(
    'GET',
    SUBSCRIPTIONS,
    z.strictObject({
      ...page,
      customer: text.optional(),
      expand,
      status: z.enum([...STATUSES, 'all', 'ended']).optional(),
      test_clock: text.optional(),
    }),
    (ledger, params) =>
      pageOf(
        ledger
          .all('subscription')
          .filter(only('customer', params.customer))
          .filter(only('test_clock', params.test_clock))
          .filter((subscription) => isListed(subscription, params.status)),
        params,
        SUBSCRIPTIONS,
      ),
  ),
  route('GET', `${SUBSCRIPTIONS}/:id`, z.strictObject({ expand }), (ledger, _, { id = '' }) =>
    ledger.get('subscription', id),
  ),
  route('POST', `${SUBSCRIPTIONS}/:id`, updateParams, (ledger, params, { id = '' }) =>
    update(ledger, ledger.get('subscription', id), params),
  ),
  route(
    'DELETE',
    `${SUBSCRIPTIONS}/:id`,
    z.strictObject({
      cancellation_details: cancellationDetails,
      expand,
      invoice_now: flag.optional(),
      prorate: flag.optional(),
    }),
    (ledger, _, { id = '' }) => {
      // To cancel what has ended is to cancel what is not there, at Stripe.
      if (hasEnded(ledger.get('subscription', id))) throw ResourceMissing('subscription', id);
      return endSubscription(ledger, id);
    },
  ),
];

/** `items.url` of a subscription. */
export const subscriptionItemRoutes = [
  route(
    'GET',
    '/v1/subscription_items',
    z.strictObject({ ...page, expand, subscription: text }),
    (ledger, params) => {
      const { items } = ledger.get('subscription', params.subscription, 'subscription');
      return pageOf(items.data.toReversed(), params, '/v1/subscription_items');
    },
  ),
];

/** Those that have ended are listed only when asked for. */
function isListed(subscription: Stripe.Subscription, status: string | undefined): boolean {
  if (status === undefined) return !hasEnded(subscription);
  if (status === 'all') return true;
  return status === 'ended' ? hasEnded(subscription) : subscription.status === status;
}

function update(
  ledger: Ledger,
  subscription: Stripe.Subscription,
  params: UpdateParams,
): Stripe.Subscription {
  const { cancel_at, cancel_at_period_end: atEnd } = params;
  const { id } = subscription;
  const others = changesOf(ledger, subscription, params);
  const asked = Object.keys(params).filter((name) => name !== 'expand' && name !== 'metadata');
  if (hasEnded(subscription) && asked.some((name) => name !== 'cancellation_details')) {
    throw InvalidRequest(
      'A canceled subscription can only update its cancellation_details and metadata.',
    );
  }
  if (cancel_at && atEnd) {
    throw InvalidRequest(
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
    );
  }
  if (atEnd) cancelAtPeriodEnd(ledger, id);
  else if (cancel_at) cancelAt(ledger, id, cancel_at);
  else if (cancel_at === null || (atEnd === false && subscription.cancel_at_period_end)) {
    resume(ledger, id);
  }
  if (Object.keys(others).length === 0) return ledger.get('subscription', id);
  return ledger.change('subscription', id, others, 'customer.subscription.updated');
}

function changesOf(
  ledger: Ledger,
  subscription: Stripe.Subscription,
  params: UpdateParams,
): Partial<Stripe.Subscription> {
  const { default_payment_method: method, default_tax_rates: defaults, description } = params;
  const { items, metadata: given } = params;
  const ratesOf = (ids: readonly string[], param: string) =>
    ids.map((rate) => ledger.get('tax_rate', rate, param));
  if (method !== undefined) ledger.get('payment_method', method, 'default_payment_method');
  return {
    ...(method !== undefined && { default_payment_method: method }),
    ...(description !== undefined && { description }),
    ...(given !== undefined && { metadata: mergedMetadata(subscription.metadata, given) }),
    ...(defaults && { default_tax_rates: ratesOf(defaults, 'default_tax_rates') }),
    ...(items && {
      items: {
        ...subscription.items,
        data: items.reduce<Stripe.SubscriptionItem[]>((all, wanted, place) => {
          const found = all.find((item) => item.id === wanted.id);
          if (!found)
            throw ResourceMissing('subscription_item', wanted.id, `items[${place}][id]`, 400);
          const changed = {
            ...found,
            metadata: mergedMetadata(found.metadata, wanted.metadata),
            ...(wanted.tax_rates && {
              tax_rates: ratesOf(wanted.tax_rates, `items[${place}][tax_rates]`),
            }),
          };
          return all.map((item) => (item === found ? changed : item));
        }, subscription.items.data),
      },
    }),
  };
}
