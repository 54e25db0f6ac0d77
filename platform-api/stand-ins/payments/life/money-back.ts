import type Stripe from 'stripe';
import { idOf, type Ledger } from '../ledger.ts';
import { newDispute, newRefund } from '../objects/money-back.ts';
import { InvalidRequest } from '../refusals.ts';

/**
 * Gives money back.
 *
 * @param given.amount in cents; absent: all that is left
 * @throws Refusal for more than there is
 */
export function refundCharge(
  ledger: Ledger,
  chargeId: string,
  given: { amount?: number; reason?: Stripe.Refund.Reason; metadata?: Stripe.Metadata } = {},
): Stripe.Refund {
  const charge = ledger.get('charge', chargeId, 'charge');
  const left = charge.amount_captured - charge.amount_refunded;
  if (charge.refunded) {
    throw InvalidRequest(
      `Charge ${charge.id} has already been refunded.`,
      undefined,
      'charge_already_refunded',
    );
  }
  const amount = given.amount ?? left;
  if (!charge.captured || amount > left || amount < 1) {
    throw InvalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      'amount',
    );
  }
  const refund = ledger.put(
    'refund',
    newRefund(ledger.time(idOf(charge.customer)), {
      charge,
      amount,
      reason: given.reason ?? null,
      metadata: given.metadata ?? {},
    }),
  );
  const refunded = charge.amount_refunded + amount;
  ledger.record('refund.created', refund);
  ledger.change(
    'charge',
    charge.id,
    {
      amount_refunded: refunded,
      refunded: refunded === charge.amount,
      ...(charge.refunds && {
        refunds: { ...charge.refunds, data: [refund, ...charge.refunds.data] },
      }),
    },
    'charge.refunded',
  );
  return refund;
}

/** Has the customer's bank take a charge back until it is decided. */
export function disputeCharge(ledger: Ledger, chargeId: string): Stripe.Dispute {
  const charge = ledger.get('charge', chargeId);
  if (!charge.paid || charge.disputed) {
    throw InvalidRequest(`Charge ${charge.id} cannot be disputed.`);
  }
  ledger.change('charge', charge.id, { disputed: true }, 'charge.updated');
  const dispute = newDispute(ledger.time(idOf(charge.customer)), charge);
  ledger.put('dispute', dispute);
  ledger.record('charge.dispute.created', dispute);
  return dispute;
}

export function closeDispute(ledger: Ledger, id: string, status: 'won' | 'lost'): Stripe.Dispute {
  return ledger.change('dispute', id, { status }, 'charge.dispute.closed');
}
