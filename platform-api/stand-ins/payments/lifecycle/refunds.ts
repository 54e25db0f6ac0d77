import type Stripe from 'stripe';
import { InvalidRequest } from '../api/errors.ts';
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
