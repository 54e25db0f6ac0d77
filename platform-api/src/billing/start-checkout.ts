import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { startCheckout as startCheckoutCall } from '../../contract/billing.ts';
import { quoteFor } from '../../contract/pricing.ts';
import { AppError } from '../errors.ts';
import { RadioStation } from '../stations/station.ts';
import { holdAccount } from './billing-account.ts';
import { closeSession, keepSession, nextAttempt, openSession, pageOf } from './checkout-session.ts';
import { isGone, isKeyInUse } from './idempotent-creation.ts';
import { addPendingStation, dropPendingStation } from './order-station.ts';
import { asking, configured, type Payments } from './payments.ts';
import { isOfOrder, orderColumns, Purchase, type Order } from './purchase.ts';
import type { Catalogue } from './stripe-catalogue.ts';
import { prepareCustomer, vatNumberRefused } from './stripe-customer.ts';
import { mayBuyFor } from './subscription.ts';
import type { BillingDeps } from './sync-billing.ts';
import { isVatNumberValid } from './vat-number.ts';

/** Each turn brings a purchase one step on. More than a few are taken only where many press at once. */
const MAX_TURNS = 12;
const TURN_MS = 250;

/** What is asked of us: by a member, and in their words. */
type Given = z.output<typeof startCheckoutCall.body>;

/** Who buys. */
export interface Buyer {
  id: string;
  email: string | null;
}

/** The provider, with what is sold there. */
export type Shop = Payments & { catalogue: Catalogue };

type Deps = Omit<BillingDeps, 'payments'> & { payments: Shop | null };

/**
 * Begins a purchase, or takes up the one that is open, and answers the page on which it is paid. The row
 * is there before the provider is asked for anything, so that a repeat goes on where this one stopped.
 * At no time can two sessions of a member be paid: an order that takes another's place closes its
 * session first, and nobody is sent to a session before it is kept with its attempt.
 *
 * @throws `vat_number_invalid`, `price_changed`, `already_subscribed`, `payment_provider_error`, `stripe_not_configured`;
 *   `session_ended` when the buyer has deleted the account meanwhile
 */
export async function startCheckout(deps: Deps, buyer: Buyer, given: Given): Promise<string> {
  const payments = configured(deps.payments);
  const order = priced(given);
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const purchase = await takeUp(deps, buyer, order);
    const page = isOfOrder(purchase, order)
      ? await pageFor({ ...deps, payments }, buyer, purchase)
      : await makeWay({ ...deps, payments }, purchase, order);
    if (page !== null) return page;
    if (turn > 0) await sleep(TURN_MS);
  }
  throw new AppError('payment_provider_error', {
    cause: new Error('A purchase was changed again and again'),
  });
}

/** @throws `vat_number_invalid`, `price_changed`: the sent amounts are compared, never believed */
function priced({ package_name, company_details, pricing }: Given): Order {
  const details = withoutBlanks(company_details);
  const isValid = isVatNumberValid(details.vat_number, details.country);
  if (isValid === false) throw vatNumberRefused();
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
  return { company_details: details, quote };
}

/** What was left empty was not told. */
function withoutBlanks(details: Given['company_details']): Given['company_details'] {
  const { website, vat_number, ...rest } = details;
  return { ...rest, ...(website && { website }), ...(vat_number && { vat_number }) };
}

/**
 * The member's open purchase, or a new one of this order with the station that it is for: both, or
 * neither.
 * @throws `already_subscribed`, `session_ended`
 */
async function takeUp({ db, now }: Deps, buyer: Buyer, order: Order): Promise<Purchase> {
  return db.transaction(async (trx) => {
    if (!(await holdAccount(trx, buyer.id))) throw new AppError('session_ended');
    const station = await RadioStation.findOwn(trx, buyer.id);
    if (station && !(await mayBuyFor(trx, station))) throw new AppError('already_subscribed');
    const open = await Purchase.findOpen(trx, buyer.id);
    if (open) return open;
    const companyName = order.company_details.name;
    // Without an open purchase a pending station is somebody's leftover.
    await dropPendingStation(trx, buyer.id);
    const station_id =
      station?.id ?? (await addPendingStation(trx, { user_id: buyer.id, companyName }));
    return Purchase.query(trx).insertAndFetch({
      ...orderColumns(order),
      id: uuidv7(),
      user_id: buyer.id,
      station_id,
      ordered_at: new Date(now()),
    });
  });
}

type Asking = Deps & { payments: Shop };

/** @returns null: something else came in between, and the purchase is to be looked at again */
async function pageFor(deps: Asking, buyer: Buyer, purchase: Purchase): Promise<string | null> {
  return asking(async () => {
    try {
      if (purchase.checkout_session_id === null) return await firstPage(deps, buyer, purchase);
      return await keptPage(deps, purchase, purchase.checkout_session_id);
    } catch (error) {
      if (isKeyInUse(error)) return null;
      // What we remember to be there may be what is missing.
      deps.payments.catalogue.forget();
      throw error;
    }
  }, 'payment_provider_error');
}

async function firstPage(deps: Asking, buyer: Buyer, purchase: Purchase): Promise<string | null> {
  const { db, payments } = deps;
  const { stripe, catalogue } = payments;
  const customer = await prepareCustomer({ ...deps, stripe }, purchase, buyer.email);
  const entry = await catalogue.entry(purchase.package_name, purchase.vat_rate);
  const session = await openSession({ ...deps, stripe }, purchase, { customer, entry });
  const url = pageOf(session);
  if (await keepSession(db, purchase, { id: session.id, url })) return url;
  // Nobody was sent there, and nobody will be.
  await closeSession(stripe, session.id);
  return null;
}

/** @throws `already_subscribed` */
async function keptPage(deps: Asking, purchase: Purchase, id: string): Promise<string | null> {
  const { sessions } = deps.payments.stripe.checkout;
  const session = await sessions.retrieve(id).catch(noneIfGone);
  if (session?.status === 'open') return pageOf(session);
  if (session?.status === 'complete') return refuseAfterSync(deps, purchase);
  await nextAttempt(deps.db, purchase);
  return null;
}

/** A session that the provider has no more is as good as expired. */
function noneIfGone(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}

/** Puts another order in the place of one that was not paid. @throws `already_subscribed`, `session_ended` */
async function makeWay(deps: Asking, purchase: Purchase, order: Order): Promise<null> {
  const { db, now, payments } = deps;
  const sessionId = purchase.checkout_session_id;
  if (sessionId !== null) {
    const closed = await asking(
      () => closeSession(payments.stripe, sessionId),
      'payment_provider_error',
    );
    if (closed === 'paid') return refuseAfterSync(deps, purchase);
  }
  await db.transaction(async (trx) => {
    if (!(await holdAccount(trx, purchase.user_id))) throw new AppError('session_ended');
    const change = { ...orderColumns(order), ordered_at: new Date(now()) };
    if (!(await nextAttempt(trx, purchase, change))) return;
    const station = await RadioStation.findOwn(trx, purchase.user_id);
    const isRenamed = purchase.company_details.name !== order.company_details.name;
    if (station || !isRenamed) return;
    await dropPendingStation(trx, purchase.user_id);
    const companyName = order.company_details.name;
    const station_id = await addPendingStation(trx, { user_id: purchase.user_id, companyName });
    await Purchase.query(trx).findById(purchase.id).patch({ station_id });
  });
  return null;
}

/** It was paid before this request came. @throws `already_subscribed` */
async function refuseAfterSync({ sync }: Asking, { user_id }: Purchase): Promise<never> {
  await sync(user_id);
  throw new AppError('already_subscribed');
}
