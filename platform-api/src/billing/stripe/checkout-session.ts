import type Stripe from 'stripe';
import { afterFirstPayment, monthlyTotal } from '../../../contract/billing/prices.ts';
import { AppError } from '../../errors.ts';
import { amount } from '../../mail/format.ts';
import { createOnce, isMissing, isInvalidRequest } from './payments.ts';
import type { Purchase } from '../purchase.ts';
import { TRIAL } from '../trial.ts';
import type { CatalogueEntry } from './catalogue.ts';

type Session = Stripe.Checkout.Session;

/** The metadata of a purchase's session and subscription, which identifies them. */
const metadataOf = ({ id, user_id, attempt }: Purchase) => ({
  purchase_id: id,
  user_id,
  attempt: String(attempt),
});

/** Whether a session or subscription was created for the current order of a purchase. */
export function isOfAttempt(
  { metadata }: { metadata: Stripe.Metadata | null },
  purchase: Purchase,
): boolean {
  return (
    metadata?.['purchase_id'] === purchase.id && metadata['attempt'] === String(purchase.attempt)
  );
}

/** Whether a session was created for a later order. UUIDs of version 7 sort by time (RFC 9562 §5.7). */
function isOfLaterAttempt({ metadata }: Session, { id, attempt }: Purchase): boolean {
  const purchaseId = metadata?.['purchase_id'] ?? '';
  return purchaseId === id ? Number(metadata?.['attempt']) > attempt : purchaseId > id;
}

/**
 * Finds or creates the checkout session of the purchase's order, and closes sessions of earlier orders.
 *
 * @returns null: a later order has a session, so the purchase must be read again
 * @throws `already_subscribed` when an earlier session was paid; the errors of Stripe's library
 */
export async function openSession(
  deps: { stripe: Stripe; publicUrl: string },
  purchase: Purchase,
  refs: { stripeCustomerId: string; entry: CatalogueEntry },
): Promise<Session | null> {
  const { stripe, publicUrl } = deps;
  const { stripeCustomerId: customer, entry } = refs;
  const all = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  const ours = all.data.filter(({ metadata }) => metadata?.['purchase_id'] !== undefined);
  if (ours.some((one) => isOfLaterAttempt(one, purchase))) return null;
  for (const session of ours.filter((one) => !isOfAttempt(one, purchase))) {
    if ((await closeSession(stripe, session.id)) === 'paid')
      throw new AppError('already_subscribed');
  }
  const existing = ours.find((one) => isOfAttempt(one, purchase));
  if (existing) return existing;
  const { id, attempt } = purchase;
  return createOnce(`purchase-${id}-${attempt}`, (options) =>
    stripe.checkout.sessions.create(sessionParams(purchase, customer, entry, publicUrl), options),
  );
}

/** Stripe's page says 'Then … per month', also of a trial. */
const trialTerms = (purchase: Purchase): string =>
  afterFirstPayment(amount(monthlyTotal(purchase), purchase.currency), {
    vat_rate: purchase.vat_rate,
    isTrial: true,
  });

/** Depends only on the row: a retry with the same idempotency key needs the same parameters. */
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
    ...(purchase.is_trial && { custom_text: { submit: { message: trialTerms(purchase) } } }),
    metadata,
    subscription_data: { metadata: { ...metadata, ...(purchase.is_trial && TRIAL.ordered) } },
    success_url: purchase.success_url ?? `${publicUrl}/members?payment=success`,
    cancel_url: purchase.cancel_url ?? `${publicUrl}/members?payment=canceled`,
  };
}

/**
 * Expires a session, so that it can no longer be paid.
 * @returns `paid` when it was paid before
 * @throws the errors of Stripe's library
 */
export async function closeSession(stripe: Stripe, id: string): Promise<'closed' | 'paid'> {
  try {
    await stripe.checkout.sessions.expire(id);
    return 'closed';
  } catch (error) {
    if (isMissing(error)) return 'closed';
    if (!isInvalidRequest(error)) throw error;
    // Stripe expires only open sessions: check the status of this one.
    const { status } = await stripe.checkout.sessions.retrieve(id);
    if (status === 'open') throw error;
    return status === 'complete' ? 'paid' : 'closed';
  }
}

/**
 * The payment page of a session.
 * @throws `payment_provider_error` when it is not an http or https URL
 */
export function pageOf({ url }: Pick<Session, 'url'>): string {
  const isPage = url !== null && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isPage)
    throw new AppError('payment_provider_error', {
      cause: new Error('A checkout session has no web page'),
    });
  return url;
}
