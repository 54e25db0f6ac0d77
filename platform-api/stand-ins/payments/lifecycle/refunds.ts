import type Stripe from 'stripe';
import { InvalidRequest, ResourceMissing } from '../api/errors.ts';
import type { Ledger } from '../ledger.ts';
import { newDispute, newRefund } from '../objects/charge.ts';

/**
 * Refunds a charge.
 *
 * @param amount in cents; default: all that is left
 * @throws Rejection for more than is left
 */
export function refundCharge(ledger: Ledger, chargeId: string, amount?: number): Stripe.Refund {
  const charge = ledger.get('charge', chargeId, 'charge');
  const left = charge.amount_captured - charge.amount_refunded;
  const wanted = amount ?? left;
  if (wanted > left || wanted < 1) {
    throw InvalidRequest(
      `Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`,
      'amount',
    );
  }
  const refund = newRefund(ledger.time(), charge, wanted);
  ledger.record('refund.created', refund);
  const amount_refunded = charge.amount_refunded + wanted;
  ledger.change(
    'charge',
    charge.id,
    {
      amount_refunded,
      refunded: amount_refunded === charge.amount,
      ...(charge.refunds && {
        refunds: { ...charge.refunds, data: [refund, ...charge.refunds.data] },
      }),
    },
    'charge.refunded',
  );
  return refund;
}

/** Refunds what is left of a payment. @throws Rejection when nothing is left, or it was not paid */
export function refundPayment(ledger: Ledger, paymentIntent: string): Stripe.Refund {
  const charge = ledger
    .all('charge')
    .find(({ payment_intent, paid }) => paid && payment_intent === paymentIntent);
  if (!charge) throw ResourceMissing('payment_intent', paymentIntent, 'payment_intent', 400);
  if (charge.refunded) {
    throw InvalidRequest(
      `Charge ${charge.id} has already been refunded.`,
      undefined,
      'charge_already_refunded',
    );
  }
  return refundCharge(ledger, charge.id);
}

/** Opens a dispute, as the customer's bank does. */
export function disputeCharge(ledger: Ledger, chargeId: string): Stripe.Dispute {
  const charge = ledger.get('charge', chargeId);
  if (!charge.paid || charge.disputed) {
    throw InvalidRequest(`Charge ${charge.id} cannot be disputed.`);
  }
  ledger.change('charge', charge.id, { disputed: true }, 'charge.updated');
  const dispute = newDispute(ledger.time(), charge);
  ledger.record('charge.dispute.created', dispute);
  return dispute;
}
