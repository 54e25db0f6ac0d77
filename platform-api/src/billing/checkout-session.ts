import type { Knex } from 'knex';
import { raw } from 'objection';
import type Stripe from 'stripe';
import { AppError } from '../errors.ts';
import { createOnce, isGone, isRefusal } from './idempotent-creation.ts';
import { Purchase } from './purchase.ts';
import type { CatalogueEntry } from './stripe-catalogue.ts';

type Session = Stripe.Checkout.Session;

/** What became of a checkout session that is not to be paid any more. */
export type Closed = 'closed' | 'paid';

/** What the purchase's session and its subscription carry, so that each can be told from afar. */
const metadataOf = ({ id, user_id, attempt }: Purchase) => ({
  purchase_id: id,
  user_id,
  attempt: String(attempt),
});

/** Whether a session or subscription was made for the order that the purchase has now. */
export function isOfAttempt(
  { metadata }: { metadata: Stripe.Metadata | null },
  purchase: Purchase,
): boolean {
  return (
    metadata?.['purchase_id'] === purchase.id && metadata['attempt'] === String(purchase.attempt)
  );
}

/**
 * Opens the checkout of the purchase's order, or finds the one that is open already, and closes what is
 * open of earlier orders.
 *
 * @throws `already_subscribed` where one of those is being paid; what the provider's library throws
 */
export async function openSession(
  deps: { stripe: Stripe; publicUrl: string },
  purchase: Purchase,
  refs: { customer: string; entry: CatalogueEntry },
): Promise<Session> {
  const { stripe, publicUrl } = deps;
  const { customer, entry } = refs;
  const all = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  const ours = all.data.filter(({ metadata }) => metadata?.['purchase_id'] !== undefined);
  for (const session of ours.filter((one) => !isOfAttempt(one, purchase))) {
    if ((await closeSession(stripe, session.id)) === 'paid')
      throw new AppError('already_subscribed');
  }
  const made = ours.find((one) => isOfAttempt(one, purchase));
  if (made) return made;
  const { id, attempt } = purchase;
  return createOnce(`purchase-${id}-${attempt}`, (options) =>
    stripe.checkout.sessions.create(sessionParams(purchase, customer, entry, publicUrl), options),
  );
}

/** Made of the row alone: a repeat has the very same, as the provider demands of a repeated key. */
function sessionParams(
  purchase: Purchase,
  customer: string,
  { product, setup_product, tax_rates }: CatalogueEntry,
  publicUrl: string,
): Stripe.Checkout.SessionCreateParams {
  const { currency } = purchase;
  const metadata = metadataOf(purchase);
  const taxed = tax_rates.length > 0 && { tax_rates };
  return {
    mode: 'subscription',
    customer,
    client_reference_id: purchase.id,
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency,
          product,
          recurring: { interval: 'month' },
          unit_amount: purchase.first_month,
        },
        ...taxed,
      },
      {
        quantity: 1,
        price_data: { currency, product: setup_product, unit_amount: purchase.setup_fee },
        ...taxed,
      },
    ],
    metadata,
    subscription_data: { metadata },
    success_url: `${publicUrl}/members?payment=success`,
    cancel_url: `${publicUrl}/members?payment=canceled`,
  };
}

/**
 * Sees to it that a session can't be paid any more.
 * @returns `paid`: it was quicker
 * @throws what the provider's library throws
 */
export async function closeSession(stripe: Stripe, id: string): Promise<Closed> {
  try {
    await stripe.checkout.sessions.expire(id);
    return 'closed';
  } catch (error) {
    if (isGone(error)) return 'closed';
    if (!isRefusal(error)) throw error;
    // Only an open one can be closed: what is it, then?
    const { status } = await stripe.checkout.sessions.retrieve(id);
    if (status === 'open') throw error;
    return status === 'complete' ? 'paid' : 'closed';
  }
}

/**
 * Keeps the session with the attempt that it was opened for.
 * @returns false: the purchase has gone on meanwhile, and nobody may be sent to this session
 */
export async function keepSession(
  db: Knex,
  { id, attempt }: Purchase,
  session: { id: string; url: string },
): Promise<boolean> {
  const kept = await Purchase.query(db)
    .where({ id, attempt, status: 'open' })
    .where((free) =>
      free.whereNull('checkout_session_id').orWhere({ checkout_session_id: session.id }),
    )
    .patch({ checkout_session_id: session.id, checkout_url: session.url });
  return kept > 0;
}

/**
 * Goes on to the next attempt, without a session yet; with another order, where one is given.
 * @returns false: somebody else was quicker
 */
export async function nextAttempt(
  db: Knex,
  { id, attempt }: Purchase,
  change: Partial<Purchase> = {},
): Promise<boolean> {
  const moved = await Purchase.query(db)
    .where({ id, attempt, status: 'open' })
    .patch({
      ...change,
      attempt: raw('attempt + 1'),
      checkout_session_id: null,
      checkout_url: null,
    });
  return moved > 0;
}

/**
 * The page on which a session is paid. It is handed to people: nothing but a web page may be.
 * @throws `payment_provider_error`
 */
export function pageOf({ url }: Pick<Session, 'url'>): string {
  const isPage = url !== null && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isPage)
    throw new AppError('payment_provider_error', {
      cause: new Error('A checkout session has no web address'),
    });
  return url;
}
