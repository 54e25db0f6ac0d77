import type { Knex } from 'knex';
import type Stripe from 'stripe';
import type { Logger } from '../log.ts';
import type { Payments } from './stripe/payments.ts';
import type { StripeState } from './stripe/read-state.ts';
import type { Subscription } from './subscription.ts';

/** What billing needs from the app. */
export interface BillingServices {
  db: Knex;
  /** Null: there is no key, so nothing can be bought or managed. */
  payments: Payments | null;
  publicUrl: string;
  /** How long an unpaid station stays on air. */
  graceDays: number;
  /** Receives alarms that only an admin can resolve. */
  contactEmail: string;
  now: () => number;
  log: Logger;
}

/** A member's billing state at Stripe. */
export interface BillingState {
  /**
   * The current subscription: a paid one comes before one that has not ended, and the newest before older
   * ones. Null: the member never had one.
   */
  subscription: Stripe.Subscription | null;
  /** The newest first. */
  invoices: Stripe.Invoice[];
}

/** What the routes and jobs of billing share. */
export interface BillingDeps extends BillingServices {
  /**
   * Reads a member's state from Stripe and brings our rows in line with it. Everything that follows happens
   * once: a paid purchase becomes a station, an unpaid station goes off air after its days of grace and comes
   * back, a cancellation gets its days of notice. Safe to call at any time, also concurrently. A member
   * without a Stripe customer has `{ subscription: null, invoices: [] }`.
   *
   * @throws `billing_provider_error`, `stripe_not_configured`
   */
  sync(userId: string): Promise<BillingState>;
}

/** The transaction in which a member's state is applied, and what its steps need. */
export interface SyncContext {
  trx: Knex;
  user: { id: string; email: string | null };
  state: StripeState;
  /** The subscriptions before this sync, by their ids. */
  before: Map<string, Subscription>;
  now: Date;
  graceDays: number;
  contactEmail: string;
}
