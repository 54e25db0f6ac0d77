import type Stripe from 'stripe';
import type { z } from 'zod';
import {
  INVOICE_STATUSES,
  SUBSCRIPTION_STATUSES,
  type Invoice,
  type Subscription,
} from '../../contract/billing.ts';
import { MAX_INVOICES_SHOWN } from '../../contract/limits.ts';
import { CURRENCY } from '../../contract/prices.ts';
import { presentIfCancelled } from './cancellation.ts';
import { periodOf } from './invoice.ts';
import { endsAtOf, nextAmountOf, nextPaymentOf } from './subscription.ts';

/**
 * @param offAirAt when the station goes off air for non-payment; null: it does not
 * @param now in epoch ms
 */
export function presentSubscription(
  subscription: Stripe.Subscription,
  offAirAt: Date | null,
  now: number,
): z.input<typeof Subscription> {
  return {
    next_payment_date: dateOf(nextPaymentOf(subscription)),
    amount: nextAmountOf(subscription),
    currency: CURRENCY,
    status: oneOf(SUBSCRIPTION_STATUSES, subscription.status),
    cancel_at: dateOf(endsAtOf(subscription)),
    off_air_at: offAirAt,
    if_cancelled: presentIfCancelled(subscription, now / 1_000),
  };
}

/** A member's invoices in the given order, without drafts. */
export function presentInvoices(invoices: Stripe.Invoice[]): Invoice[] {
  return invoices
    .filter(({ status }) => status !== null && status !== 'draft')
    .slice(0, MAX_INVOICES_SHOWN)
    .map((invoice) => ({
      id: invoice.id,
      amount_paid: invoice.amount_paid,
      currency: CURRENCY,
      ...periodOf(invoice),
      status: oneOf(INVOICE_STATUSES, invoice.status),
    }));
}

const dateOf = (unixSeconds: number | null): Date | null =>
  unixSeconds === null ? null : new Date(unixSeconds * 1_000);

/** @throws Error for a status that is not in our version of Stripe's API */
function oneOf<Word extends string>(words: readonly Word[], word: string | null): Word {
  const known = words.find((candidate) => candidate === word);
  if (known === undefined) throw new Error(`Stripe has sent the unknown word ${word}`);
  return known;
}
