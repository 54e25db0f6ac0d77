import type Stripe from 'stripe';
import { applyReading } from './apply-reading.ts';
import { drawTicket } from './billing-account.ts';
import type { BillingServices } from './billing.ts';
import { coalesce } from './coalesce.ts';
import { asking, configured } from './payments.ts';
import { Purchase } from './purchase.ts';
import { readAccount } from './read-account.ts';
import { countingOf } from './subscription.ts';

/** What the provider has of a member, as it was when asked. */
export interface BillingState {
  /**
   * The one that counts: one that is paid for, else one that has not ended, and of these the newest.
   * Null: never one.
   */
  subscription: Stripe.Subscription | null;
  /** The newest first. */
  invoices: Stripe.Invoice[];
}

/**
 * Brings our rows in line with what the provider says now, and does what follows from it, once: a paid
 * purchase becomes a station, one that is not paid for goes off air after its days of grace and comes
 * back as it was, a cancellation gets its days of notice. Safe to call at any time, any number of times
 * at once. A member whom the provider doesn't know is `{subscription: null, invoices: []}`.
 *
 * @throws `billing_provider_error`, `stripe_not_configured`
 */
export type SyncBilling = (userId: string) => Promise<BillingState>;

type SyncServices = Omit<BillingServices, 'publicUrl'>;

/** What the room's doors and jobs share. */
export type BillingDeps = BillingServices & { sync: SyncBilling };

/**
 * Makes the one function that moves billing's state. The provider is asked outside any transaction, so
 * answers may arrive in another order than they were asked for: each has a ticket, drawn before, and one
 * that a later ticket has passed is not applied. Nothing is lost by that: the later one was asked for
 * after this call began, and says at least as much.
 */
export function createSync(services: SyncServices): SyncBilling {
  const share = coalesce<BillingState>();
  return (userId) => share(userId, () => syncOnce(services, userId));
}

async function syncOnce(services: SyncServices, userId: string): Promise<BillingState> {
  const { db } = services;
  const { stripe } = configured(services.payments);
  const drawn = await drawTicket(db, userId);
  if (!drawn) return { subscription: null, invoices: [] };
  const open = await Purchase.findOpen(db, userId);
  const reading = await asking(() => readAccount(stripe, drawn.customer_id, open));
  await applyReading(services, { userId, ticket: drawn.ticket, reading });
  return { subscription: countingOf(reading.subscriptions), invoices: reading.invoices };
}
