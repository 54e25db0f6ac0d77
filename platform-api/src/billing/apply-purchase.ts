import type { Knex } from 'knex';
import type Stripe from 'stripe';
import { monthlyTotal } from '../../contract/billing/prices.ts';
import { Profile } from '../accounts/profile.ts';
import { queueMail } from '../mail/send-mail.ts';
import { newPurchase } from './operator-mails.tsx';
import { purchaseConfirmed } from './subscription-mails.tsx';
import { queueStarter } from '../stations/start-programme.ts';
import { RadioStation } from '../stations/station.ts';
import type { SyncContext } from './billing-deps.ts';
import { idOf } from './invoice.ts';
import { addPendingStation, giveSlug } from './pending-station.ts';
import { Purchase } from './purchase.ts';
import type { StripeState } from './stripe/read-state.ts';
import { currentSubscription, endsAtOf, hasEnded } from './subscription.ts';

type Session = Stripe.Checkout.Session;

/** A purchase with a paid session becomes a station. A purchase with a closed session expires. */
export async function applyPurchase(context: SyncContext): Promise<void> {
  const { trx, state } = context;
  if (!state.open?.session) return;
  const { session, purchase: read } = state.open;
  // Another order may have replaced this one since Stripe was read.
  const purchase = await Purchase.query(trx)
    .findOne({ id: read.id, attempt: read.attempt, status: 'open' })
    .forUpdate();
  if (!purchase) return;
  const kept = purchase.checkout_session_id;
  if (kept !== null && kept !== session.id) return;
  if (isPaid(session)) await activate(context, purchase, session);
  else if (isClosed(session, state)) await expire(trx, purchase);
}

const isPaid = ({ status, payment_status }: Session): boolean =>
  status === 'complete' && payment_status !== 'unpaid';

/** Expired before it was paid, or completed with a delayed payment that failed. */
function isClosed({ status, subscription }: Session, { subscriptions }: StripeState): boolean {
  if (status === 'expired') return true;
  const bought = subscriptions.find(({ id }) => id === idOf(subscription));
  return status === 'complete' && bought !== undefined && hasEnded(bought.status);
}

async function activate(context: SyncContext, purchase: Purchase, session: Session): Promise<void> {
  const { trx, state } = context;
  const paid_at = paidAt(session, state);
  const station = await stationOf(trx, purchase);
  await purchase.$query(trx).patch({
    status: 'paid',
    paid_at,
    station_id: station.id,
    subscription_id: idOf(session.subscription),
    checkout_session_id: session.id,
  });
  if (station.status === 'payment_pending') {
    await giveSlug(trx, station, purchase.company_details.name);
  }
  await station.$query(trx).patch({
    status: statusAfterPurchase(station),
    status_before_suspension: null,
    package_name: purchase.package_name,
    package_price: purchase.first_month,
    vat_amount: purchase.vat_amount,
    total_amount: purchase.total_amount,
    currency: purchase.currency,
    purchased_at: paid_at,
  });
  await saveCompany(trx, purchase);
  // It starts with the setup form, which a member may have sent with an earlier station.
  await queueStarter(trx, station);
  await mailPurchase(context, purchase);
}

/** Fills in the profile's company details if the member left them out at sign-up. */
async function saveCompany(trx: Knex, { user_id, company_details }: Purchase): Promise<void> {
  await Profile.fillInCompany(trx, user_id, {
    company_name: company_details.name,
    company_address: company_details.address,
    company_city: company_details.city,
    company_postal_code: company_details.postal_code,
    company_website: company_details.website ?? null,
    company_vat_number: company_details.vat_number ?? null,
  });
}

/** When Stripe received the money. */
function paidAt(session: Session, { invoices, subscriptions }: StripeState): Date {
  const invoice = invoices.find(({ id }) => id === idOf(session.invoice));
  const subscription = subscriptions.find(({ id }) => id === idOf(session.subscription));
  const seconds =
    invoice?.status_transitions.paid_at ?? subscription?.start_date ?? session.created;
  return new Date(seconds * 1_000);
}

/**
 * The station that was bought: the member's existing station, otherwise the pending one. A deleted pending
 * station is recreated.
 */
async function stationOf(trx: Knex, purchase: Purchase): Promise<RadioStation> {
  const { user_id, company_details } = purchase;
  const own = await RadioStation.findOwn(trx, user_id);
  if (own) {
    await RadioStation.deletePending(trx, user_id);
    return own;
  }
  const pending = await RadioStation.findPending(trx, user_id);
  if (pending) return pending;
  const id = await addPendingStation(trx, { userId: user_id, companyName: company_details.name });
  return RadioStation.read(trx, id);
}

function statusAfterPurchase({ status, status_before_suspension }: RadioStation) {
  if (status === 'payment_pending') return 'setup_pending';
  if (status === 'suspended') return status_before_suspension ?? 'setup_pending';
  return status;
}

async function mailPurchase(context: SyncContext, purchase: Purchase): Promise<void> {
  const { trx, user, contactEmail } = context;
  const { package_name, total_amount, currency, company_details, vat_rate, is_trial } = purchase;
  const bought = { package_name, total_amount, currency };
  if (user.email !== null) {
    const trial_ends_at = trialEnd(context, purchase);
    const monthly = { amount: monthlyTotal(purchase), vat_rate, is_trial };
    await queueMail(trx, user.email, purchaseConfirmed({ ...bought, trial_ends_at, monthly }));
  }
  const company_name = company_details.name;
  await queueMail(trx, contactEmail, newPurchase({ ...bought, company_name }));
}

/** @returns ISO 8601; null: it is no trial, or its end is not known yet */
function trialEnd({ state }: SyncContext, { is_trial }: Purchase): string | null {
  const current = is_trial ? currentSubscription(state.subscriptions) : null;
  const end = current && endsAtOf(current);
  return end === null ? null : new Date(end * 1_000).toISOString();
}

/** Expires a purchase and deletes its pending station. */
async function expire(trx: Knex, purchase: Purchase): Promise<void> {
  await purchase.$query(trx).patch({ status: 'expired' });
  await RadioStation.deletePending(trx, purchase.user_id);
}
