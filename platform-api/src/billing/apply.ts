import type Stripe from 'stripe';
import { queueMail } from '../mail/send-mail.ts';
import { billingAlarm } from './operator-mails.tsx';
import { applyPurchase } from './apply-purchase.ts';
import { applyStation } from './apply-station.ts';
import { lockAccount } from './billing-account.ts';
import { subscriptionTime, type BillingServices, type SyncContext } from './billing-deps.ts';
import { Invoice, invoiceColumns } from './invoice.ts';
import { Purchase } from './purchase.ts';
import { isOfAttempt } from './stripe/checkout-session.ts';
import type { StripeState } from './stripe/read-state.ts';
import {
  currentSubscription,
  endsAtOf,
  hasEnded,
  isLive,
  isUnpaid,
  nextAmountOf,
  nextPaymentOf,
  packagesOf,
  Subscription,
} from './subscription.ts';
import { isTrial } from './trial.ts';
import { emailOf } from '../accounts/user.ts';

/**
 * Saves a member's state from Stripe and acts on the changes, in one transaction. It compares the state with the
 * rows, so each change takes effect once. It does nothing after a later state was applied or the account deleted.
 */
export async function applyStripeState(
  services: Pick<
    BillingServices,
    'db' | 'graceDays' | 'contactEmail' | 'publicUrl' | 'payments' | 'now' | 'log'
  >,
  { userId, ticket, state }: { userId: string; ticket: number; state: StripeState },
): Promise<void> {
  const { db, graceDays, contactEmail, publicUrl, log } = services;
  const alarms = await db.transaction(async (trx) => {
    const account = await lockAccount(trx, userId);
    if (!account || ticket <= account.applied_ticket) return [];
    const rows = await Subscription.query(trx).where({ user_id: userId });
    const email = await emailOf(trx, userId);
    const context: SyncContext = {
      trx,
      state,
      graceDays,
      contactEmail,
      publicUrl,
      user: { id: userId, email },
      before: new Map(rows.map((row) => [row.id, row])),
      now: new Date(subscriptionTime(services)),
    };
    await applyPurchase(context);
    await saveSubscriptions(context);
    await saveInvoices(context);
    await applyStation(context);
    const lines = [...doublePayments(context), ...(await unknownSubscriptions(context))];
    if (lines.length > 0) {
      await queueMail(trx, contactEmail, billingAlarm({ lines }));
    }
    await account.$query(trx).patch({ applied_ticket: ticket, synced_at: context.now });
    return lines;
  });
  for (const line of alarms) log.error({ alarm: 'billing', user_id: userId }, line);
}

async function saveSubscriptions({ trx, user, state, before, now }: SyncContext): Promise<void> {
  const current = currentSubscription(state.subscriptions);
  for (const subscription of state.subscriptions) {
    const { id, status, created, ended_at } = subscription;
    // Only the current subscription can take a station off air.
    const isOwed = id === current?.id && isUnpaid(status);
    const packages = packagesOf(subscription);
    await Subscription.query(trx)
      .insert({
        id,
        status,
        user_id: user.id,
        amount: nextAmountOf(subscription),
        currency: subscription.currency,
        next_payment_date: dateOf(nextPaymentOf(subscription)),
        package_name: packages.now,
        next_package_name: packages.next,
        is_trial: isTrial(subscription),
        cancel_at: dateOf(endsAtOf(subscription)),
        ended_at: dateOf(ended_at),
        unpaid_since: isOwed ? (before.get(id)?.unpaid_since ?? now) : null,
        created_at: new Date(created * 1_000),
      })
      .onConflict('id')
      .merge();
  }
}

async function saveInvoices({ trx, user, state }: SyncContext): Promise<void> {
  const rows = state.invoices.map((invoice) => invoiceColumns(invoice, user.id));
  if (rows.length > 0) await Invoice.query(trx).insert(rows).onConflict('id').merge();
}

const dateOf = (seconds: number | null): Date | null =>
  seconds === null ? null : new Date(seconds * 1_000);

const isCharged = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean =>
  isLive(status) || (isUnpaid(status) && !hasEnded(status));

/** An alarm for a member with several charged subscriptions, raised when one of them becomes charged. */
function doublePayments({ state, before, user }: SyncContext): string[] {
  const charged = state.subscriptions.filter(isCharged);
  const isNew = charged.some(({ id }) => {
    const row = before.get(id);
    return !row || !isCharged(row);
  });
  if (charged.length < 2 || !isNew) return [];
  const ids = charged.map(({ id }) => id).join(', ');
  return [`Member ${user.id} pays for ${charged.length} subscriptions at once: ${ids}.`];
}

/** An alarm for each new subscription that no purchase has created. */
async function unknownSubscriptions(context: SyncContext): Promise<string[]> {
  const { trx, state, before, user } = context;
  const fresh = state.subscriptions.filter(
    (one) => !before.has(one.id) && (isLive(one.status) || isUnpaid(one.status)),
  );
  if (fresh.length === 0) return [];
  const purchases = await Purchase.query(trx).where({ user_id: user.id });
  const isKnown = (one: Stripe.Subscription) =>
    purchases.some(
      (purchase) =>
        purchase.subscription_id === one.id ||
        // The session was not complete yet when it was read.
        (purchase.status === 'open' && isOfAttempt(one, purchase)),
    );
  return fresh
    .filter((one) => !isKnown(one))
    .map(({ id }) => `Subscription ${id} of member ${user.id} belongs to no purchase.`);
}
