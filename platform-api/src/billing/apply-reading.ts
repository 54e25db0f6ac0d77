import type { Knex } from 'knex';
import type Stripe from 'stripe';
import { queueMail } from '../mail/send-mail.ts';
import { alarmsOf } from './billing-alarms.ts';
import { holdAccount } from './billing-account.ts';
import type { BillingServices } from './billing.ts';
import { idOf, Invoice, invoiceColumns } from './invoice.ts';
import type { Reading } from './read-account.ts';
import { settlePurchase } from './settle-purchase.ts';
import { settleStation } from './settle-station.ts';
import { packageOfProduct } from './stripe-catalogue.ts';
import {
  countingOf,
  endsAtOf,
  isUnpaid,
  nextAmountOf,
  nextPaymentOf,
  Subscription,
} from './subscription.ts';

/** The transaction in which a reading is applied, with what its steps need to know. */
export interface Applying {
  trx: Knex;
  user: { id: string; email: string | null };
  reading: Reading;
  /** The subscriptions as they stood before, by their ids. */
  before: Map<string, Subscription>;
  now: Date;
  graceDays: number;
  contactEmail: string;
}

/**
 * Writes down what the provider said and does what follows from it, all in one transaction, in which the
 * rows' own state says what was done before. A reading that a later one has passed changes nothing, and
 * neither does one of somebody who has left.
 */
export async function applyReading(
  services: Pick<BillingServices, 'db' | 'graceDays' | 'contactEmail' | 'now' | 'log'>,
  { userId, ticket, reading }: { userId: string; ticket: number; reading: Reading },
): Promise<void> {
  const { db, graceDays, contactEmail, log } = services;
  const alarms = await db.transaction(async (trx) => {
    const account = await holdAccount(trx, userId);
    if (!account || ticket <= account.applied_ticket) return [];
    const rows = await Subscription.query(trx).where({ user_id: userId });
    const { email = null } = (await trx('users').where({ id: userId }).first('email')) ?? {};
    const applying: Applying = {
      trx,
      reading,
      graceDays,
      contactEmail,
      user: { id: userId, email },
      before: new Map(rows.map((row) => [row.id, row])),
      now: new Date(services.now()),
    };
    await settlePurchase(applying);
    await keepSubscriptions(applying);
    await keepInvoices(applying);
    await settleStation(applying);
    const lines = await alarmsOf(applying);
    if (lines.length > 0) {
      await queueMail(trx, { message: 'billing-alarm', to: contactEmail, lines });
    }
    await account.$query(trx).patch({ applied_ticket: ticket, synced_at: applying.now });
    return lines;
  });
  for (const line of alarms) log.error({ alarm: 'billing', user_id: userId }, line);
}

async function keepSubscriptions({ trx, user, reading, before, now }: Applying): Promise<void> {
  const counting = countingOf(reading.subscriptions);
  for (const subscription of reading.subscriptions) {
    const { id, status, created, ended_at } = subscription;
    // Of several only the one that counts can take a station off air.
    const isOwed = id === counting?.id && isUnpaid(status);
    await Subscription.query(trx)
      .insert({
        id,
        status,
        user_id: user.id,
        amount: nextAmountOf(subscription),
        currency: subscription.currency,
        next_payment_date: dateOf(nextPaymentOf(subscription)),
        package_name: packageIn(subscription),
        cancel_at: dateOf(endsAtOf(subscription)),
        ended_at: dateOf(ended_at),
        unpaid_since: isOwed ? (before.get(id)?.unpaid_since ?? now) : null,
        created_at: new Date(created * 1_000),
      })
      .onConflict('id')
      .merge();
  }
}

async function keepInvoices({ trx, user, reading }: Applying): Promise<void> {
  const rows = reading.invoices.map((invoice) => invoiceColumns(invoice, user.id));
  if (rows.length > 0) await Invoice.query(trx).insert(rows).onConflict('id').merge();
}

const dateOf = (seconds: number | null): Date | null =>
  seconds === null ? null : new Date(seconds * 1_000);

function packageIn({ items }: Stripe.Subscription) {
  const product = idOf(items.data[0]?.price.product);
  return product === null ? null : packageOfProduct(product);
}
