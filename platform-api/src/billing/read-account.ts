import type Stripe from 'stripe';
import { MAX_INVOICES_SHOWN } from '../../contract/limits.ts';
import { isOfAttempt } from './checkout-session.ts';
import { isGone } from './idempotent-creation.ts';
import { idOf } from './invoice.ts';
import { giveNotice } from './notice.ts';
import type { Purchase } from './purchase.ts';

/** What the provider said of a customer. */
export interface Reading {
  /** The purchase that was open when it was asked, with its session; null: there is none. */
  open: { purchase: Purchase; session: Stripe.Checkout.Session | null } | null;
  subscriptions: Stripe.Subscription[];
  /** The newest first. */
  invoices: Stripe.Invoice[];
}

/**
 * Asks the provider for everything that it knows of a customer, and gives cancelled subscriptions their
 * days of notice, so that what is read is what holds. The session is asked for after the subscriptions:
 * one that is complete has its subscription among them or brings it along.
 *
 * @throws what the provider's library throws
 */
export async function readAccount(
  stripe: Stripe,
  customer: string,
  purchase: Purchase | undefined,
): Promise<Reading> {
  const listed = await stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
  const session = purchase ? await sessionOf(stripe, customer, purchase) : null;
  const paidMeanwhile = idOf(session?.subscription);
  const all = [...listed.data];
  if (paidMeanwhile !== null && !all.some(({ id }) => id === paidMeanwhile)) {
    all.push(await stripe.subscriptions.retrieve(paidMeanwhile));
  }
  const subscriptions: Stripe.Subscription[] = [];
  for (const subscription of all) subscriptions.push(await giveNotice(stripe, subscription));
  const invoices = await stripe.invoices.list({ customer, limit: MAX_INVOICES_SHOWN });
  return { open: purchase ? { purchase, session } : null, subscriptions, invoices: invoices.data };
}

/**
 * The session of the purchase's order. One that was opened just before a crash is not in our row: it is
 * known by what it carries.
 */
async function sessionOf(
  stripe: Stripe,
  customer: string,
  purchase: Purchase,
): Promise<Stripe.Checkout.Session | null> {
  const { sessions } = stripe.checkout;
  if (purchase.checkout_session_id === null) {
    const all = await sessions.list({ customer, limit: 100 });
    return all.data.find((session) => isOfAttempt(session, purchase)) ?? null;
  }
  try {
    return await sessions.retrieve(purchase.checkout_session_id);
  } catch (error) {
    // The next press of the button opens another.
    if (isGone(error)) return null;
    throw error;
  }
}
