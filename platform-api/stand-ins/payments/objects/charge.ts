import type Stripe from 'stripe';
import type { StoredCard } from '../ledger.ts';
import { newId, refId, shaped } from '../stripe-object.ts';

const DAY_SECONDS = 24 * 60 * 60;

/** Why the bank declined a payment. */
export interface Decline {
  code: string;
  decline_code: string;
  message: string;
}

/** @param given.decline null: the bank paid */
export function newCharge(
  created: number,
  given: {
    paymentIntent: string;
    amount: number;
    currency: string;
    description: string;
    customer: Stripe.Customer;
    card: StoredCard;
    decline: Decline | null;
    receiptUrl: string;
  },
): Stripe.Charge {
  const { amount, customer, card, decline } = given;
  const id = newId('ch');
  return shaped<Stripe.Charge>({
    amount,
    amount_captured: decline ? 0 : amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline ? null : newId('txn'),
    billing_details: {
      address: customer.address ?? null,
      email: customer.email,
      name: card.name,
      phone: customer.phone ?? null,
      tax_id: null,
    },
    calculated_statement_descriptor: 'SANDBOX',
    captured: !decline,
    created,
    currency: given.currency,
    customer: customer.id,
    description: given.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    id,
    livemode: false,
    metadata: {},
    object: 'charge',
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline?.decline_code ?? null,
      seller_message: decline
        ? 'The bank did not return any further details.'
        : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: !decline,
    payment_intent: given.paymentIntent,
    payment_method: card.id,
    payment_method_details: {
      card: cardDetails(card, amount),
      type: 'card',
    },
    receipt_email: null,
    receipt_number: null,
    receipt_url: decline ? null : given.receiptUrl,
    refunded: false,
    refunds: { data: [], has_more: false, object: 'list', url: `/v1/charges/${id}/refunds` },
    review: null,
    shipping: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
    source: null,
  });
}

function cardDetails(card: StoredCard, amount: number): Stripe.Charge.PaymentMethodDetails.Card {
  return shaped<Stripe.Charge.PaymentMethodDetails.Card>({
    amount_authorized: amount,
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.id,
    funding: 'credit',
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    three_d_secure: null,
    wallet: null,
    authorization_code: null,
    regulated_status: 'unregulated',
    network_transaction_id: null,
    transaction_link_id: null,
  });
}

export function newRefund(created: number, charge: Stripe.Charge, amount: number): Stripe.Refund {
  return shaped<Stripe.Refund>({
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created,
    currency: charge.currency,
    destination_details: { card: { type: 'refund' }, type: 'card' },
    id: newId('re'),
    metadata: {},
    object: 'refund',
    payment_intent: refId(charge.payment_intent),
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
    customer: refId(charge.customer),
    customer_account: null,
    payment_method: charge.payment_method,
  });
}

/** The customer's bank disputes a charge as fraudulent. */
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
    payment_intent: refId(charge.payment_intent),
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
