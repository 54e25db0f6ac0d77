import type { Knex } from 'knex';
import type Stripe from 'stripe';
import { z } from 'zod';
import { taskFor, type Job, type Task } from '../jobs/job.ts';
import { amount } from '../mail/format.ts';
import { queueMail } from '../mail/send-mail.ts';
import { processEvents } from './event-inbox.ts';
import { memberOf } from './find-member.ts';
import { idOf, Invoice } from './invoice.ts';
import { asking, configured } from './payments.ts';
import { CHARGE_EVENTS } from './stripe-event.ts';
import type { BillingDeps } from './sync-billing.ts';

/** Money of a charge went back, or the customer's bank wants it back. */
export const CHECK_CHARGE: Job<{ charge_id: string }> = {
  name: 'check_stripe_charge',
  payload: z.object({ charge_id: z.string() }),
  yields: true,
};

/**
 * Notes refunds and disputes with their invoices and tells the operator of each, once. No station
 * changes by them: what they mean is for people to decide.
 */
export function chargeTasks(deps: BillingDeps): Task[] {
  return [
    taskFor(CHECK_CHARGE, ({ charge_id }) =>
      processEvents(deps.db, { column: 'object_id', id: charge_id, types: CHARGE_EVENTS }, () =>
        checkCharge(deps, charge_id),
      ),
    ),
  ];
}

async function checkCharge(deps: BillingDeps, chargeId: string): Promise<void> {
  const { db, log } = deps;
  const { stripe } = configured(deps.payments);
  const retrieve = () => asking(() => stripe.charges.retrieve(chargeId));

  const charge = await retrieve();
  const customerId = idOf(charge.customer);
  const invoiceId = await paidInvoice(stripe, idOf(charge.payment_intent));
  if (customerId === null || invoiceId === null) {
    log.warn({ charge: chargeId }, 'a charge that went back has paid no invoice of ours');
    return;
  }
  const userId = await memberOf(deps, customerId);
  if (userId === null) {
    log.warn({ charge: chargeId }, 'a charge that went back is of somebody who has left');
    return;
  }
  // The invoice's row is there after that, also when this event came before the one of the payment.
  await deps.sync(userId);
  const invoice = await Invoice.query(db).findOne({ id: invoiceId, user_id: userId });
  if (!invoice) throw new Error(`There is no row of the invoice ${invoiceId}`);
  // Asked anew after our row was read: whoever has changed the row meanwhile may know better.
  await note(deps, userId, invoice, await retrieve());
}

/** The invoice that a payment was for; null: none. */
async function paidInvoice(stripe: Stripe, paymentIntent: string | null): Promise<string | null> {
  if (paymentIntent === null) return null;
  const { data } = await asking(() =>
    stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: paymentIntent },
    }),
  );
  return idOf(data[0]?.invoice);
}

async function note(
  { db, now, contactEmail, log }: BillingDeps,
  userId: string,
  invoice: Invoice,
  charge: Stripe.Charge,
): Promise<void> {
  const isRefunded = charge.amount_refunded !== invoice.amount_refunded;
  const isDisputed = charge.disputed && invoice.disputed_at === null;
  if (!isRefunded && !isDisputed) return;
  await db.transaction(async (trx) => {
    const { id, amount_refunded, disputed_at } = invoice;
    const changed = await trx('invoices')
      .where({ id, amount_refunded, disputed_at })
      .update({
        amount_refunded: charge.amount_refunded,
        disputed_at: isDisputed ? new Date(now()) : disputed_at,
      });
    if (changed === 0) throw new Error(`The invoice ${id} changed meanwhile`);
    const whose = `Invoice ${id} of ${await nameOf(trx, userId)}`;
    const refunded = amount(charge.amount_refunded, invoice.currency);
    await queueMail(trx, {
      message: 'billing-alarm',
      to: contactEmail,
      lines: [
        ...(isRefunded ? [`${whose}: ${refunded} of it has been refunded in all.`] : []),
        ...(isDisputed ? [`${whose}: the customer’s bank disputes the payment.`] : []),
      ],
    });
  });
  log.warn(
    { invoice: invoice.id, charge: charge.id, amount_refunded: charge.amount_refunded, isDisputed },
    'a payment was refunded or is disputed',
  );
}

/** Whom the operator knows the member as. */
async function nameOf(db: Knex, userId: string): Promise<string> {
  const user = await db('users').where({ id: userId }).first('email', 'phone');
  return user?.email ?? user?.phone ?? userId;
}
