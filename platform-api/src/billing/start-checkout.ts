import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type * as calls from '../../contract/billing/calls.ts';
import { quoteFor } from '../../contract/billing/pricing.ts';
import { requireCountry } from '../accounts/countries.ts';
import { AppError } from '../errors.ts';
import { RadioStation } from '../stations/station.ts';
import { lockAccount } from './billing-account.ts';
import type { Shop, ShopDeps } from './billing-deps.ts';
import { closeSession, openSession, pageOf } from './stripe/checkout-session.ts';
import { addPendingStation } from './pending-station.ts';
import { callStripe, isKeyInUse, isMissing, requirePayments } from './stripe/payments.ts';
import {
  isOfOrder,
  nextAttempt,
  orderColumns,
  Purchase,
  saveSession,
  type Order,
} from './purchase.ts';
import { checkReturnUrls } from './return-urls.ts';
import { prepareCustomer, vatNumberInvalid, vatNumberUnknown } from './stripe/customer.ts';
import { canBuyPackageFor } from './subscription.ts';
import { isVatNumberValid } from './vat-number.ts';
import { evidenceOf } from './vat-register.ts';

/** Each step advances a purchase. Concurrent requests of one member may need several, with a delay in ms. */
const MAX_STEPS = 12;
const STEP_MS = 250;

type CheckoutBody = z.output<typeof calls.startCheckout.body>;

/** The member who buys. */
export interface Buyer {
  id: string;
  email: string | null;
}

/**
 * Starts a purchase or continues the open one, and returns the URL of its payment page. The row is written before
 * the first request to Stripe, so that a retry continues where this request stopped. A member never has two
 * payable checkout sessions. A new order expires the previous session first, and a session's URL is returned
 * only after it was saved with its attempt.
 *
 * @throws `validation_failed` for an unknown country or a return URL that is not allowed, `vat_number_invalid`, `price_changed`, `already_subscribed`, `payment_provider_error`, `stripe_not_configured`;
 *   `order_replaced` when a later request ordered something else; `session_ended` when the account was deleted meanwhile
 */
export async function startCheckout(
  deps: ShopDeps,
  buyer: Buyer,
  body: CheckoutBody,
): Promise<string> {
  const payments = requirePayments(deps.payments);
  const return_urls = await checkReturnUrls(deps, buyer, body);
  const order = { ...(await priceOrder(deps, body)), return_urls };
  let wasOrdered = false;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const purchase = await findOrCreatePurchase(deps, buyer, order);
    const isOrdered = isOfOrder(purchase, order);
    // A slow request must not close the page of a later one.
    if (wasOrdered && !isOrdered) throw new AppError('order_replaced');
    wasOrdered = isOrdered;
    const page = isOrdered
      ? await pageFor({ ...deps, payments }, buyer, purchase)
      : await replaceOrder({ ...deps, payments }, purchase, order);
    if (page !== null) return page;
    if (step > 0) await sleep(STEP_MS);
  }
  throw new AppError('payment_provider_error', {
    cause: new Error('A purchase kept changing'),
  });
}

/**
 * Calculates the price, and asks the VAT register. The amounts in the request are only compared with the price. While
 * the register is down, a number counts by its form and is asked again later.
 * @throws `vat_number_invalid`, `price_changed`
 */
async function priceOrder(
  { vatRegister }: Pick<ShopDeps, 'vatRegister'>,
  { package_name, company_details, pricing, trial }: CheckoutBody,
): Promise<Omit<Order, 'return_urls'>> {
  const details = withoutBlanks(company_details);
  requireCountry(details.country, 'company_details.country');
  const isValid = isVatNumberValid(details.vat_number, details.country);
  if (isValid === false) throw vatNumberInvalid();
  const quote = quoteFor({
    packageName: package_name,
    country: details.country,
    isVatNumberValid: isValid,
  });
  const { setup_fee, first_month, vat_amount, total } = pricing;
  const isRight =
    setup_fee === quote.setup_fee &&
    first_month === quote.first_month &&
    vat_amount === quote.vat_amount &&
    total === quote.total;
  if (!isRight) throw new AppError('price_changed', { data: { quote } });
  const answer = isValid ? await vatRegister.ask(details.vat_number ?? '', details.country) : null;
  if (typeof answer === 'object' && answer?.is_registered === false) throw vatNumberUnknown();
  const vat_evidence = evidenceOf(answer);
  return { company_details: details, quote, is_trial: trial ?? false, vat_evidence };
}

/** Removes empty optional fields. */
function withoutBlanks(details: CheckoutBody['company_details']): CheckoutBody['company_details'] {
  const { website, vat_number, purchase_order, ...rest } = details;
  return {
    ...rest,
    ...(website && { website }),
    ...(vat_number && { vat_number }),
    ...(purchase_order && { purchase_order }),
  };
}

/**
 * The member's open purchase, or a new one of this order, created with its station in one transaction.
 * @throws `already_subscribed`, `session_ended`
 */
async function findOrCreatePurchase(
  { db, now }: ShopDeps,
  buyer: Buyer,
  order: Order,
): Promise<Purchase> {
  return db.transaction(async (trx) => {
    if (!(await lockAccount(trx, buyer.id))) throw new AppError('session_ended');
    const station = await RadioStation.findOwn(trx, buyer.id);
    if (station && !(await canBuyPackageFor(trx, station)))
      throw new AppError('already_subscribed');
    const open = await Purchase.findOpen(trx, buyer.id);
    if (open) return open;
    const companyName = order.company_details.name;
    // Without an open purchase, a pending station is left over from an earlier one.
    await RadioStation.deletePending(trx, buyer.id);
    const station_id =
      station?.id ?? (await addPendingStation(trx, { userId: buyer.id, companyName }));
    return Purchase.query(trx).insertAndFetch({
      ...orderColumns(order),
      id: uuidv7(),
      user_id: buyer.id,
      station_id,
      ordered_at: new Date(now()),
    });
  });
}

type CheckoutDeps = ShopDeps & { payments: Shop };

/** @returns null: a concurrent request has changed the purchase, so it is read again */
async function pageFor(
  deps: CheckoutDeps,
  buyer: Buyer,
  purchase: Purchase,
): Promise<string | null> {
  return callStripe(async () => {
    try {
      if (purchase.checkout_session_id === null) return await openPage(deps, buyer, purchase);
      return await savedPage(deps, purchase, purchase.checkout_session_id);
    } catch (error) {
      if (isKeyInUse(error)) return null;
      // A cached object may have been deleted at Stripe.
      deps.payments.catalogue.forget();
      throw error;
    }
  }, 'payment_provider_error');
}

async function openPage(
  deps: CheckoutDeps,
  buyer: Buyer,
  purchase: Purchase,
): Promise<string | null> {
  const { db, payments } = deps;
  const { stripe, catalogue } = payments;
  const stripeCustomerId = await prepareCustomer({ ...deps, stripe }, purchase, buyer.email);
  const entry = await catalogue.entry(purchase.package_name, purchase.vat_rate);
  const session = await openSession({ ...deps, stripe }, purchase, { stripeCustomerId, entry });
  if (!session) return null;
  const url = pageOf(session);
  if (await saveSession(db, purchase, { id: session.id, url })) return url;
  // The purchase has changed: this session must not be paid, and its URL was never returned.
  await closeSession(stripe, session.id);
  return null;
}

/** @throws `already_subscribed` */
async function savedPage(
  deps: CheckoutDeps,
  purchase: Purchase,
  id: string,
): Promise<string | null> {
  const { sessions } = deps.payments.stripe.checkout;
  const session = await sessions.retrieve(id).catch(nullIfMissing);
  if (session?.status === 'open') return pageOf(session);
  if (session?.status === 'complete') return rejectPaid(deps, purchase);
  await nextAttempt(deps.db, purchase);
  return null;
}

/** A session that is missing at Stripe counts as expired. */
function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** Replaces an unpaid order. @throws `already_subscribed`, `session_ended` */
async function replaceOrder(deps: CheckoutDeps, purchase: Purchase, order: Order): Promise<null> {
  const { db, now, payments } = deps;
  const sessionId = purchase.checkout_session_id;
  if (sessionId !== null) {
    const closed = await callStripe(
      () => closeSession(payments.stripe, sessionId),
      'payment_provider_error',
    );
    if (closed === 'paid') return rejectPaid(deps, purchase);
  }
  await db.transaction(async (trx) => {
    if (!(await lockAccount(trx, purchase.user_id))) throw new AppError('session_ended');
    const change = { ...orderColumns(order), ordered_at: new Date(now()) };
    if (!(await nextAttempt(trx, purchase, change))) return;
    const station = await RadioStation.findOwn(trx, purchase.user_id);
    const isRenamed = purchase.company_details.name !== order.company_details.name;
    if (station || !isRenamed) return;
    await RadioStation.deletePending(trx, purchase.user_id);
    const companyName = order.company_details.name;
    const station_id = await addPendingStation(trx, { userId: purchase.user_id, companyName });
    await Purchase.query(trx).findById(purchase.id).patch({ station_id });
  });
  return null;
}

/** Syncs a purchase that was paid meanwhile. @throws `already_subscribed` */
async function rejectPaid({ sync }: CheckoutDeps, { user_id }: Purchase): Promise<never> {
  await sync(user_id);
  throw new AppError('already_subscribed');
}
