import type Stripe from 'stripe';
import { newId } from '../ids.ts';
import { idOf } from '../ledger.ts';
import { shaped } from './shaped.ts';

const DAY_SECONDS = 24 * 60 * 60;

export function newRefund(
  created: number,
  given: {
    charge: Stripe.Charge;
    amount: number;
    reason: Stripe.Refund.Reason | null;
    metadata: Stripe.Metadata;
  },
): Stripe.Refund {
  const { charge, amount, reason, metadata } = given;
  return shaped<Stripe.Refund>({
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created,
    currency: charge.currency,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    id: newId('re'),
    metadata,
    object: 'refund',
    payment_intent: idOf(charge.payment_intent),
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    customer: idOf(charge.customer),
    customer_account: null,
    payment_method: charge.payment_method,
  });
}

/** A customer says to their bank that the charge was none of theirs. */
export function newDispute(created: number, charge: Stripe.Charge): Stripe.Dispute {
  return shaped<Stripe.Dispute>({
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    evidence: NO_EVIDENCE,
    evidence_details: shaped<Stripe.Dispute.EvidenceDetails>({
      due_by: created + 7 * DAY_SECONDS,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      enhanced_eligibility: {},
    }),
    id: newId('du'),
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    object: 'dispute',
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: 'chargeback',
        network_reason_code: '10.4',
        network: 'visa',
      },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
    enhanced_eligibility_types: [],
  });
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
  enhanced_evidence: {},
};
