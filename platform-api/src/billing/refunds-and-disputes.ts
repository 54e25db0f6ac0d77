import type Stripe from 'stripe';
import { z } from 'zod';
import { job } from '../jobs/job.ts';
import { amount } from '../mail/format.ts';
import { queueMail } from '../mail/send-mail.ts';
import { billingAlarm } from './operator-mails.tsx';
import type { BillingDeps } from './billing-deps.ts';
import { idOf, Invoice } from './invoice.ts';
import { callStripe, requirePayments } from './stripe/payments.ts';
import { CHARGE_EVENTS, findMember, processEvents } from './stripe-events.ts';
import { nameOfUser } from '../accounts/user.ts';

/**
 * Checks a charge that was refunded or disputed: saves that with its invoice and mails one alarm. Stations do not change:
 * an admin decides how to respond.
 */
export const CHECK_CHARGE = job({
  name: 'check_stripe_charge',
  payload: z.object({ charge_id: z.string() }),
  yields: true,
  run: (deps: BillingDeps, { charge_id: id }) =>
    processEvents(deps.db, { column: 'object_id', id, types: CHARGE_EVENTS }, () =>
      checkCharge(deps, id),
    ),
});

async function checkCharge(deps: BillingDeps, chargeId: string): Promise<void> {
  const { db, log } = deps;
  const { stripe } = requirePayments(deps.payments);
  const retrieve = () => callStripe(() => stripe.charges.retrieve(chargeId));

  const charge = await retrieve();
  const stripeCustomerId = idOf(charge.customer);
  const invoiceId = await paidInvoice(stripe, idOf(charge.payment_intent));
  if (stripeCustomerId === null || invoiceId === null) {
    log.warn({ charge: chargeId }, 'a refunded or disputed charge has paid no known invoice');
    return;
  }
  const userId = await findMember(deps, stripeCustomerId);
  if (userId === null) {
    log.warn({ charge: chargeId }, 'a refunded or disputed charge belongs to a deleted account');
    return;
  }
  // Creates the invoice's row if this event arrived before the payment's event.
  await deps.sync(userId);
  const invoice = await Invoice.query(db).findOne({ id: invoiceId, user_id: userId });
  if (!invoice) throw new Error(`The invoice ${invoiceId} has no row`);
  // The charge is read again after the row, so that it is at least as new as the row.
  await saveChange(deps, userId, invoice, await retrieve());
}

/** The id of the invoice that a payment intent has paid; null: it paid no invoice. */
async function paidInvoice(stripe: Stripe, paymentIntent: string | null): Promise<string | null> {
  if (paymentIntent === null) return null;
  const { data } = await callStripe(() =>
    stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: paymentIntent },
    }),
  );
  return idOf(data[0]?.invoice);
}

async function saveChange(
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
    const invoiceName = `Invoice ${id} of ${await nameOfUser(trx, userId)}`;
    const refunded = amount(charge.amount_refunded, invoice.currency);
    const lines = [
      ...(isRefunded ? [`${invoiceName}: ${refunded} of it has been refunded in all.`] : []),
      ...(isDisputed ? [`${invoiceName}: the customer’s bank disputes the payment.`] : []),
    ];
    await queueMail(trx, contactEmail, billingAlarm({ lines }));
  });
  log.warn(
    { invoice: invoice.id, charge: charge.id, amount_refunded: charge.amount_refunded, isDisputed },
    'a payment was refunded or is disputed',
  );
}
