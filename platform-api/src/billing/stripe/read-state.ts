import type Stripe from 'stripe';
import { MAX_INVOICES_SHOWN } from '../../../contract/billing/values.ts';
import { isOfAttempt } from './checkout-session.ts';
import { isMissing } from './payments.ts';
import { idOf } from '../invoice.ts';
import type { Purchase } from '../purchase.ts';

/** A customer's billing state at Stripe. */
export interface StripeState {
  /** The purchase that was open before the request, with its session; null: no purchase was open. */
  open: { purchase: Purchase; session: Stripe.Checkout.Session | null } | null;
  subscriptions: Stripe.Subscription[];
  /** The newest first. */
  invoices: Stripe.Invoice[];
}

/**
 * Reads a customer's state from Stripe. The session is read after the subscriptions, so the subscription of a
 * complete session may not be listed yet.
 *
 * @throws the errors of Stripe's library
 */
export async function readStripeState(
  stripe: Stripe,
  stripeCustomerId: string,
  purchase: Purchase | undefined,
): Promise<StripeState> {
  const listed = await stripe.subscriptions.list({
    customer: stripeCustomerId,
    status: 'all',
    limit: 100,
  });
  const session = purchase ? await sessionOf(stripe, stripeCustomerId, purchase) : null;
  const newSubscription = idOf(session?.subscription);
  const subscriptions = [...listed.data];
  if (newSubscription !== null && !subscriptions.some(({ id }) => id === newSubscription)) {
    subscriptions.push(await stripe.subscriptions.retrieve(newSubscription));
  }
  const invoices = await stripe.invoices.list({
    customer: stripeCustomerId,
    limit: MAX_INVOICES_SHOWN,
  });
  return { open: purchase ? { purchase, session } : null, subscriptions, invoices: invoices.data };
}

/**
 * The checkout session of the purchase's order. After a crash the session may not be in our row: its metadata
 * identifies it.
 */
async function sessionOf(
  stripe: Stripe,
  stripeCustomerId: string,
  purchase: Purchase,
): Promise<Stripe.Checkout.Session | null> {
  const { sessions } = stripe.checkout;
  if (purchase.checkout_session_id === null) {
    const all = await sessions.list({ customer: stripeCustomerId, limit: 100 });
    return all.data.find((session) => isOfAttempt(session, purchase)) ?? null;
  }
  try {
    return await sessions.retrieve(purchase.checkout_session_id);
  } catch (error) {
    // The next checkout request creates another session.
    if (isMissing(error)) return null;
    throw error;
  }
}
