import type { Knex } from 'knex';
import type Stripe from 'stripe';
import { Profile } from '../accounts/profile.ts';
import { queueMail } from '../mail/send-mail.ts';
import { RadioStation } from '../stations/station.ts';
import type { Applying } from './apply-reading.ts';
import { idOf } from './invoice.ts';
import { addPendingStation, dropPendingStation } from './order-station.ts';
import { Purchase } from './purchase.ts';
import type { Reading } from './read-account.ts';
import { hasEnded } from './subscription.ts';

type Session = Stripe.Checkout.Session;

/** A purchase whose session is paid becomes a station; one whose session is over comes to nothing. */
export async function settlePurchase(applying: Applying): Promise<void> {
  const { trx, reading } = applying;
  if (!reading.open?.session) return;
  const { session, purchase: asked } = reading.open;
  // Another order may have taken this one's place since the provider was asked.
  const purchase = await Purchase.query(trx)
    .findOne({ id: asked.id, attempt: asked.attempt, status: 'open' })
    .forUpdate();
  if (!purchase) return;
  const kept = purchase.checkout_session_id;
  if (kept !== null && kept !== session.id) return;
  if (isPaid(session)) await activate(applying, purchase, session);
  else if (isOver(session, reading)) await expire(trx, purchase);
}

const isPaid = ({ status, payment_status }: Session): boolean =>
  status === 'complete' && payment_status !== 'unpaid';

/** Closed before it was paid, or a payment that took days has failed in the end. */
function isOver({ status, subscription }: Session, { subscriptions }: Reading): boolean {
  if (status === 'expired') return true;
  const bought = subscriptions.find(({ id }) => id === idOf(subscription));
  return status === 'complete' && bought !== undefined && hasEnded(bought.status);
}

async function activate(applying: Applying, purchase: Purchase, session: Session): Promise<void> {
  const { trx, reading } = applying;
  const paid_at = paidAt(session, reading);
  const station = await stationOf(trx, purchase);
  await purchase.$query(trx).patch({
    status: 'paid',
    paid_at,
    station_id: station.id,
    subscription_id: idOf(session.subscription),
    checkout_session_id: session.id,
  });
  await station.$query(trx).patch({
    status: statusOnceBought(station),
    status_before_suspension: null,
    package_name: purchase.package_name,
    package_price: purchase.first_month,
    vat_amount: purchase.vat_amount,
    total_amount: purchase.total_amount,
    currency: purchase.currency,
    purchased_at: paid_at,
  });
  await keepCompany(trx, purchase);
  await tellOfPurchase(applying, purchase);
}

/** Whoever told of no company at sign-up has told of it now, and is not asked again. */
async function keepCompany(trx: Knex, { user_id, company_details }: Purchase): Promise<void> {
  await Profile.query(trx)
    .where({ user_id, company_name: null })
    .patch({
      company_name: company_details.name,
      company_address: company_details.address,
      company_city: company_details.city,
      company_postal_code: company_details.postal_code,
      company_website: company_details.website ?? null,
      company_vat_number: company_details.vat_number ?? null,
    });
}

/** When the provider had the money. */
function paidAt(session: Session, { invoices, subscriptions }: Reading): Date {
  const invoice = invoices.find(({ id }) => id === idOf(session.invoice));
  const subscription = subscriptions.find(({ id }) => id === idOf(session.subscription));
  const seconds =
    invoice?.status_transitions.paid_at ?? subscription?.start_date ?? session.created;
  return new Date(seconds * 1_000);
}

/**
 * The station that was bought: the member's own where it was bought again, else the one that was waiting
 * for the payment, which is made anew where somebody has deleted it.
 */
async function stationOf(trx: Knex, purchase: Purchase): Promise<RadioStation> {
  const { user_id, company_details } = purchase;
  const own = await RadioStation.findOwn(trx, user_id);
  if (own) {
    await dropPendingStation(trx, user_id);
    return own;
  }
  const pending = await RadioStation.query(trx).findOne({ user_id, status: 'payment_pending' });
  if (pending) return pending;
  const id = await addPendingStation(trx, { user_id, companyName: company_details.name });
  return RadioStation.query(trx).findById(id).throwIfNotFound();
}

function statusOnceBought({ status, status_before_suspension }: RadioStation) {
  if (status === 'payment_pending') return 'setup_pending';
  if (status === 'suspended') return status_before_suspension ?? 'setup_pending';
  return status;
}

async function tellOfPurchase(applying: Applying, purchase: Purchase): Promise<void> {
  const { trx, user, contactEmail } = applying;
  const { package_name, total_amount, currency, company_details } = purchase;
  const bought = { package_name, total_amount, currency };
  if (user.email !== null) {
    await queueMail(trx, { message: 'purchase-confirmed', to: user.email, ...bought });
  }
  const company_name = company_details.name;
  await queueMail(trx, { message: 'new-purchase', to: contactEmail, company_name, ...bought });
}

/** The station that only waited for this payment goes with it. */
async function expire(trx: Knex, purchase: Purchase): Promise<void> {
  await purchase.$query(trx).patch({ status: 'expired' });
  await dropPendingStation(trx, purchase.user_id);
}
