import type Stripe from 'stripe';
import { MAX_INVOICES_SHOWN } from '../../../contract/limits.ts';
import { isOfAttempt } from './checkout-session.ts';
import { isMissing } from './create-once.ts';
import { idOf } from '../invoice.ts';
import { giveNotice } from '../notice.ts';
import type { Purchase } from '../purchase.ts';

/** Everything that Stripe has of a customer. */
export interface StripeState {
  /** The purchase that was open before the request, with its session; null: there was none. */
  open: { purchase: Purchase; session: Stripe.Checkout.Session | null } | null;
  subscriptions: Stripe.Subscription[];
  /** The newest first. */
  invoices: Stripe.Invoice[];
}

/**
 * Reads a customer's state from Stripe. Cancelled subscriptions get their days of notice first. The session is
 * read after the subscriptions, so a complete one names a subscription that may not be listed yet.
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
  const all = [...listed.data];
  if (newSubscription !== null && !all.some(({ id }) => id === newSubscription)) {
    all.push(await stripe.subscriptions.retrieve(newSubscription));
  }
  const subscriptions: Stripe.Subscription[] = [];
  for (const subscription of all) subscriptions.push(await giveNotice(stripe, subscription));
  const invoices = await stripe.invoices.list({
    customer: stripeCustomerId,
    limit: MAX_INVOICES_SHOWN,
  });
  return { open: purchase ? { purchase, session } : null, subscriptions, invoices: invoices.data };
}

/**
 * The session of the purchase's order. A session that was created just before a crash is not in our row: it is
 * recognised by its metadata.
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
    // The next press of the button creates another session.
    if (isMissing(error)) return null;
    throw error;
  }
}
