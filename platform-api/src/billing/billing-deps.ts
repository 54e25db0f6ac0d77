import type { Knex } from 'knex';
import type Stripe from 'stripe';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import type { Logger } from '../process/log.ts';
import type { Catalogue } from './stripe/catalogue.ts';
import type { Payments } from './stripe/payments.ts';
import type { StripeState } from './stripe/read-state.ts';
import type { Subscription } from './subscription.ts';
import type { VatRegister, VatRegisters } from './vat-register.ts';

/** The services of the app that billing needs. */
export interface BillingServices {
  db: Knex;
  /** Null: Stripe is not configured, so packages cannot be bought or managed. */
  payments: Payments | null;
  publicUrl: string;
  /** Origins besides ours to which payment pages may lead back. */
  returnOrigins: readonly string[];
  /** The grace period: how many days an unpaid station stays on air. */
  graceDays: number;
  /** Receives alarms that only an admin can resolve. */
  contactEmail: string;
  guardedFetch: Pick<GuardedFetch, 'fetchJson'>;
  /** Which VAT registers are asked. */
  vatRegisters: VatRegisters;
  now: () => number;
  log: Logger;
}

/** The time of subscriptions in epoch ms: a stand-in's clock can be moved on, the product's cannot. */
export const subscriptionTime = ({
  payments,
  now,
}: Pick<BillingServices, 'payments' | 'now'>): number => payments?.time?.() ?? now();

/** A member's billing state at Stripe. */
export interface BillingState {
  /**
   * The current subscription: a paid one comes before one that has not ended, and the newest before older
   * ones. Null: the member never had one.
   */
  subscription: Stripe.Subscription | null;
  /** The newest first. */
  invoices: Stripe.Invoice[];
  /** Whether the payment page of an open purchase waits for its payment. */
  isPageOpen: boolean;
}

/** The state of a member who has or had a subscription. */
export type Subscribed = BillingState & { subscription: Stripe.Subscription };

/** The dependencies that billing routes and jobs share. */
export interface BillingDeps extends BillingServices {
  vatRegister: VatRegister;
  /**
   * Reads a member's state from Stripe and updates our rows. It activates paid purchases, suspends stations
   * after their grace period, and restores them once paid. It is idempotent and safe to call concurrently. A
   * member without a Stripe customer has `{ subscription: null, invoices: [], isPageOpen: false }`.
   *
   * @throws `billing_provider_error`, `stripe_not_configured`
   */
  sync(userId: string): Promise<BillingState>;
}

/** The dependencies of what changes a purchase or a subscription at Stripe. */
export type ShopDeps = Omit<BillingDeps, 'payments'> & { payments: Shop | null };

/** The connection to Stripe, with our products, prices and tax rate there. */
export type Shop = Payments & { catalogue: Catalogue };

/** The transaction in which a member's state is applied, and the data that its steps need. */
export interface SyncContext {
  trx: Knex;
  user: { id: string; email: string | null };
  state: StripeState;
  /** The subscriptions before this sync, by their ids. */
  before: Map<string, Subscription>;
  now: Date;
  graceDays: number;
  contactEmail: string;
  publicUrl: string;
}
