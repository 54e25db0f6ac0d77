import { applyStripeState } from './apply.ts';
import { nextSyncTicket } from './billing-account.ts';
import type { BillingDeps, BillingServices, BillingState } from './billing-deps.ts';
import { coalesce } from './coalesce.ts';
import { Purchase } from './purchase.ts';
import { callStripe, requirePayments } from './stripe/payments.ts';
import { readStripeState } from './stripe/read-state.ts';
import { currentSubscription } from './subscription.ts';
import { endTrials } from './trial.ts';

/**
 * Creates `BillingDeps.sync`. Stripe is read outside any transaction, so responses may arrive out of order. This
 * is optimistic concurrency: each sync takes a ticket before it reads. A state is skipped once a later ticket was
 * applied, because the later read is at least as new.
 */
export function createSync(services: BillingServices): BillingDeps['sync'] {
  const share = coalesce<BillingState>();
  return (userId) => share(userId, () => syncOnce(services, userId));
}

async function syncOnce(services: BillingServices, userId: string): Promise<BillingState> {
  const { db } = services;
  const { stripe } = requirePayments(services.payments);
  const next = await nextSyncTicket(db, userId);
  if (!next) return { subscription: null, invoices: [], isPageOpen: false };
  const { ticket, stripeCustomerId } = next;
  const open = await Purchase.findOpen(db, userId);
  const state = await callStripe(async () => {
    const read = await readStripeState(stripe, stripeCustomerId, open);
    return { ...read, subscriptions: await endTrials(stripe, read.subscriptions) };
  });
  await applyStripeState(services, { userId, ticket, state });
  return {
    subscription: currentSubscription(state.subscriptions),
    invoices: state.invoices,
    isPageOpen: state.open?.session?.status === 'open',
  };
}
