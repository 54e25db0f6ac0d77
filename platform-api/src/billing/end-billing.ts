import type { Knex } from 'knex';
import type Stripe from 'stripe';
import type { Logger } from '../process/log.ts';
import { BillingAccount } from './billing-account.ts';
import { closeSession } from './stripe/checkout-session.ts';
import {
  callStripe,
  createOnce,
  isInvalidRequest,
  isMissing,
  type Payments,
} from './stripe/payments.ts';
import { Purchase } from './purchase.ts';
import { idOf } from './invoice.ts';
import { amount } from '../mail/format.ts';
import { hasEnded } from './subscription.ts';
import { ORDERED_STATIONS } from '../stations/station-queries.ts';
import { RadioStation } from '../stations/station.ts';

/** The facts about a deleted member that `endBilling` needs. */
interface Ending {
  /** Null: there is no Stripe customer. */
  customer_id: string | null;
  /** The purchase that was not paid yet, as far as we knew. */
  open_purchase_id: string | null;
}

/**
 * Deletes a member's billing rows; the amounts stay, without the person. No checkout can be saved afterwards, and later events from Stripe have no
 * effect. The caller locks the user's row first.
 */
export async function deleteBilling(trx: Knex, userId: string): Promise<Ending> {
  const account = await BillingAccount.query(trx).findById(userId).forUpdate();
  const open = await Purchase.findOpen(trx, userId);
  await RadioStation.deletePending(trx, userId);
  await keepRevenue(trx, userId);
  for (const table of ['purchases', 'subscriptions', 'invoices', 'billing_accounts']) {
    await trx(table).where({ user_id: userId }).delete();
  }
  return { customer_id: account?.customer_id ?? null, open_purchase_id: open?.id ?? null };
}

/** Keeps amount, month and country of a member's order and payments, so that revenue does not shrink. */
async function keepRevenue(trx: Knex, userId: string): Promise<void> {
  await trx.raw(
    `with place as (
       select (select company_details->>'country' from purchases
         where user_id = :userId and status = 'paid' order by paid_at desc limit 1) as country
     )
     insert into past_revenue (kind, amount, currency, month, country)
     select 'order', total_amount, currency, date_trunc('month', purchased_at), country
     from ${ORDERED_STATIONS} s, place where user_id = :userId
     union all
     select 'payment', amount_paid - amount_refunded, currency,
       date_trunc('month', to_timestamp(period_start)), country
     from invoices, place where user_id = :userId and status = 'paid' and amount_paid > amount_refunded`,
    { userId },
  );
}

/**
 * Ends all payments of a deleted member: expires open checkout sessions, cancels subscriptions immediately and
 * refunds the open purchase if it was paid meanwhile, as its station was never made. The customer and the
 * invoices stay at Stripe. Idempotent.
 *
 * @returns what was refunded, one line each for the operator
 * @throws `billing_provider_error`, `stripe_not_configured` when Stripe rejects the key
 */
export async function endBilling(
  { payments, log }: { payments: Payments | null; log: Logger },
  { customer_id: stripeCustomerId, open_purchase_id }: Ending,
): Promise<string[]> {
  if (stripeCustomerId === null) return [];
  if (!payments) {
    const fields = { alarm: 'billing', customer: stripeCustomerId };
    log.error(fields, 'the payments of a deleted member cannot be ended without a key');
    return [];
  }
  const { stripe } = payments;
  const invoices = await callStripe(() => endAtStripe(stripe, stripeCustomerId, open_purchase_id));
  return invoices.map(({ id, amount_paid, currency }) => {
    const fields = { alarm: 'billing', invoice: id };
    log.error(fields, 'a payment that arrived while its account was deleted was refunded');
    return `${amount(amount_paid, currency)} was paid while the customer’s account was being deleted, and has been refunded (invoice ${id}).`;
  });
}

/** Closes sessions first: if one is paid at that moment, its subscription is in the later list. */
async function endAtStripe(
  stripe: Stripe,
  customer: string,
  unserved: string | null,
): Promise<Stripe.Invoice[]> {
  const refunded: Stripe.Invoice[] = [];
  const open = stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  for await (const { id } of emptyIfMissing(open)) await closeSession(stripe, id);
  const all = stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
  for await (const { id, status, metadata, latest_invoice } of emptyIfMissing(all)) {
    if (!hasEnded(status)) await cancelSubscription(stripe, id);
    const invoiceId = idOf(latest_invoice);
    if (unserved === null || metadata['purchase_id'] !== unserved || !invoiceId) continue;
    const invoice = await stripe.invoices.retrieve(invoiceId);
    if (await refundInvoice(stripe, invoiceId)) refunded.push(invoice);
  }
  return refunded;
}

/** Refunds what an invoice was paid with. @returns whether it was paid */
async function refundInvoice(stripe: Stripe, invoice: string): Promise<boolean> {
  const { data } = await stripe.invoicePayments.list({ invoice });
  let isPaid = false;
  for (const { status, payment } of data) {
    const payment_intent = idOf(payment.payment_intent);
    if (status !== 'paid' || payment_intent === null) continue;
    isPaid = true;
    await createOnce(`refund-${payment_intent}`, (options) =>
      stripe.refunds.create({ payment_intent }, options),
    ).catch(ignoreRefunded);
  }
  return isPaid;
}

/** Stripe keeps idempotency keys for a day only; a later retry finds the payment refunded. */
function ignoreRefunded(error: unknown): void {
  if (!isInvalidRequest(error) || error.code !== 'charge_already_refunded') throw error;
}

/** Treats the lists of a customer that was deleted at Stripe as empty. */
async function* emptyIfMissing<T>(listed: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* listed;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Cancels a subscription. Stripe reports one that has already ended as missing. */
async function cancelSubscription(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.subscriptions.cancel(id);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
