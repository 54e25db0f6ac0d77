import type { Knex } from 'knex';
import type Stripe from 'stripe';
import type { Logger } from '../log.ts';
import { BillingAccount } from './billing-account.ts';
import { closeSession } from './stripe/checkout-session.ts';
import { deletePendingStation } from './pending-station.ts';
import { callStripe, isMissing, type Payments } from './stripe/payments.ts';
import { hasEnded } from './subscription.ts';

/**
 * Deletes a member's billing rows. No checkout can be saved afterwards, and later events from Stripe have no
 * effect. The caller locks the user's row first.
 *
 * @returns the member's id at Stripe, for `endBilling`; null: there is no Stripe customer
 */
export async function deleteBilling(trx: Knex, userId: string): Promise<string | null> {
  const account = await BillingAccount.query(trx).findById(userId).forUpdate();
  await deletePendingStation(trx, userId);
  for (const table of ['purchases', 'subscriptions', 'invoices', 'billing_accounts']) {
    await trx(table).where({ user_id: userId }).delete();
  }
  return account?.customer_id ?? null;
}

/**
 * Ends all payments of a deleted member: expires open checkout sessions and cancels subscriptions immediately.
 * The customer and the invoices stay at Stripe. Idempotent.
 *
 * @throws `billing_provider_error`, `stripe_not_configured` when Stripe rejects the key
 */
export async function endBilling(
  { payments, log }: { payments: Payments | null; log: Logger },
  stripeCustomerId: string,
): Promise<void> {
  if (!payments) {
    const fields = { alarm: 'billing', customer: stripeCustomerId };
    log.error(fields, 'the payments of a deleted member cannot be ended without a key');
    return;
  }
  const { stripe } = payments;
  await callStripe(() => endAtStripe(stripe, stripeCustomerId));
}

/** Closes sessions first: if one is paid at that moment, its subscription is in the later list. */
async function endAtStripe(stripe: Stripe, customer: string): Promise<void> {
  const open = stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  for await (const { id } of emptyIfMissing(open)) await closeSession(stripe, id);
  const all = stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
  for await (const { id, status } of emptyIfMissing(all)) {
    if (!hasEnded(status)) await cancelSubscription(stripe, id);
  }
}

/** Treats the lists of a customer that was deleted at Stripe as empty. */
async function* emptyIfMissing<T>(listed: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* listed;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Cancels a subscription. Stripe reports one that has already ended as missing. */
async function cancelSubscription(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
