import type Stripe from 'stripe';

/** What is typed into the sandbox's payment form. Numbers are Stripe's own test numbers. */
export interface Card {
  /** Digits, spaces allowed. */
  number: string;
  /** `MM / YY`. */
  expiry: string;
  cvc: string;
  name: string;
}

/**
 * What comes of paying. `closed`: the session has expired or is paid already. `declined` carries the
 * sentence that Stripe's page shows.
 */
export type PayOutcome =
  | { outcome: 'paid'; return_url: string }
  | { outcome: 'authentication_required' }
  | { outcome: 'declined'; message: string }
  | { outcome: 'invalid'; field: 'number' | 'expiry' | 'cvc' | 'name'; message: string }
  | { outcome: 'closed'; return_url: string };

/** What people do on the sandbox's pages, and what its control page and the tests do to it. */
export interface SandboxActs {
  /** A checkout session as the API has it, its line items with it; null: there is none. */
  checkout(id: string): Stripe.Checkout.Session | null;
  /** Pays a checkout. `authenticated`: the 3-D Secure step was passed. */
  payCheckout(id: string, card: Card, authenticated?: boolean): PayOutcome;

  /**
   * A session of the customer portal, with what it shows: the newest first, the products of the
   * subscriptions' prices in full. Null: there is none.
   */
  portal(id: string): {
    customer: Stripe.Customer;
    subscriptions: Stripe.Subscription[];
    invoices: Stripe.Invoice[];
    /** `Visa •••• 4242`; null: no card. */
    card: string | null;
    return_url: string;
  } | null;
  changeCard(portalId: string, card: Card): { ok: true } | { ok: false; message: string };
  /** At the period's end, as the portal's configuration of the product says. */
  cancelSubscription(portalId: string, subscriptionId: string): void;
  resumeSubscription(portalId: string, subscriptionId: string): void;

  invoice(id: string): Stripe.Invoice | null;
  /** Pays an open invoice with the customer's card, or with another, which is kept from then on. */
  payInvoice(id: string, card?: Card, authenticated?: boolean): PayOutcome;

  /** The lists below: the newest first. */
  customers(): Stripe.Customer[];
  /** Of all customers, the products of their prices in full. */
  subscriptions(): Stripe.Subscription[];
  /** Of all customers. */
  invoices(): Stripe.Invoice[];
  charges(): Stripe.Charge[];
  events(): Stripe.Event[];
  /** The customer's next payments fail, as with an expired card, until the card is changed. */
  breakCard(customerId: string): void;
  refund(chargeId: string, amount?: number): Stripe.Refund;
  dispute(chargeId: string): Stripe.Dispute;
  closeDispute(disputeId: string, status: 'won' | 'lost'): Stripe.Dispute;
  /** Ends a subscription at once, as the operator can on Stripe's own dashboard. */
  endSubscription(subscriptionId: string): void;
  expireCheckout(id: string): void;
  /** The customer portal is as on an account where nobody has set it up. */
  unconfigurePortal(): void;
  /** Sends events once more; absent: all that nobody has taken yet. */
  resend(eventIds?: readonly string[]): void;

  /** The sandbox's own time, in Unix seconds. */
  time(): number;
  /** Moves its time on: what falls due meanwhile happens in its order. */
  advance(to: { seconds: number } | { months: number }): void;
}
