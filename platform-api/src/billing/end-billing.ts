import type { Knex } from 'knex';
import type Stripe from 'stripe';
import type { Logger } from '../log.ts';
import { BillingAccount } from './billing-account.ts';
import { closeSession } from './checkout-session.ts';
import { isGone } from './idempotent-creation.ts';
import { dropPendingStation } from './order-station.ts';
import { asking, type Payments } from './payments.ts';
import { hasEnded } from './subscription.ts';

/**
 * Forgets all that a member has bought or was about to. From then on no checkout can be kept, so nobody is
 * sent to one, and what the provider still tells of them moves nothing. Lock the user's row before.
 *
 * @returns who they are to the provider, for `endBilling`; null: nobody
 */
export async function forgetBilling(trx: Knex, userId: string): Promise<string | null> {
  const account = await BillingAccount.query(trx).findById(userId).forUpdate();
  await dropPendingStation(trx, userId);
  for (const table of ['purchases', 'subscriptions', 'invoices', 'billing_accounts']) {
    await trx(table).where({ user_id: userId }).delete();
  }
  return account?.customer_id ?? null;
}

/**
 * Sees to it that a member who has left is charged no more: what could be paid is closed, what is paid for
 * ends now. Customer and invoices stay with the provider. May be done again.
 *
 * @throws `billing_provider_error`, `stripe_not_configured` when the provider refuses our key
 */
export async function endBilling(
  { payments, log }: { payments: Payments | null; log: Logger },
  customer: string,
): Promise<void> {
  if (!payments) {
    log.error({ alarm: 'billing', customer }, 'nobody can end what this customer may pay for');
    return;
  }
  const { stripe } = payments;
  await asking(() => endAt(stripe, customer));
}

/** Sessions first: one that is paid at this moment has its subscription among those that are listed then. */
async function endAt(stripe: Stripe, customer: string): Promise<void> {
  const open = stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  for await (const { id } of noneIfGone(open)) await closeSession(stripe, id);
  const all = stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
  for await (const { id, status } of noneIfGone(all)) {
    if (!hasEnded(status)) await cancel(stripe, id);
  }
}

/** A customer whom the operator has deleted there has nothing any more. */
async function* noneIfGone<T>(listed: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* listed;
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** One that has ended already is gone, as the provider says it. */
async function cancel(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}
