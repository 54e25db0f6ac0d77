import type Stripe from 'stripe';
import type { z } from 'zod';
import {
  INVOICE_STATUSES,
  SUBSCRIPTION_STATUSES,
  type Invoice,
  type Subscription,
} from '../../contract/billing/schemas.ts';
import { MAX_INVOICES_SHOWN } from '../../contract/billing/values.ts';
import { CURRENCY } from '../../contract/billing/prices.ts';
import {
  subscriptionTime,
  type BillingServices,
  type BillingState,
  type Subscribed,
} from './billing-deps.ts';
import { presentIfCancelled } from './cancellation.ts';
import { idOf, periodOf } from './invoice.ts';
import {
  endsAtOf,
  nextAmountOf,
  nextPaymentOf,
  packageOf,
  packagesOf,
  Subscription as SubscriptionRow,
} from './subscription.ts';
import { isTrial } from './trial.ts';
import { offAirAt } from './apply-station.ts';
import { RadioStation } from '../stations/station.ts';

/** A member's subscription as the API returns it. */
export async function presentSubscription(
  deps: Pick<BillingServices, 'db' | 'graceDays' | 'payments' | 'now'>,
  userId: string,
  state: Subscribed,
): Promise<z.input<typeof Subscription>> {
  const { subscription } = state;
  const next = nextPaymentOf(subscription);
  const packages = packagesOf(subscription);
  return {
    next_payment_date: dateOf(next),
    amount: nextAmountOf(subscription),
    currency: CURRENCY,
    status: oneOf(SUBSCRIPTION_STATUSES, subscription.status),
    cancel_at: dateOf(endsAtOf(subscription)),
    trial_ends_at: isTrial(subscription) ? dateOf(endsAtOf(subscription)) : null,
    package_name: packages.now,
    next_package_name: next === null ? null : packages.next,
    unpaid_change: unpaidChangeOf(state),
    off_air_at: await endOfGrace(deps, userId, subscription.id),
    if_cancelled: presentIfCancelled(subscription, subscriptionTime(deps) / 1_000),
  };
}

/** The change that waits for its payment; null: none waits. */
export function unpaidChangeOf({ subscription, invoices }: BillingState) {
  const wanted = packageOf(subscription?.pending_update?.subscription_items ?? []);
  const invoice = invoices.find(({ id }) => id === idOf(subscription?.latest_invoice));
  const payment_url = invoice?.hosted_invoice_url;
  return wanted && payment_url ? { package_name: wanted, payment_url } : null;
}

/** When the member's station goes off air for non-payment; null: it does not, or is off air already. */
async function endOfGrace(
  { db, graceDays }: Pick<BillingServices, 'db' | 'graceDays'>,
  userId: string,
  subscriptionId: string,
): Promise<Date | null> {
  const station = await RadioStation.findOwn(db, userId);
  if (station?.status !== 'setup_pending' && station?.status !== 'active') return null;
  const row = await SubscriptionRow.query(db).findById(subscriptionId);
  return offAirAt(row?.unpaid_since ?? null, graceDays);
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
