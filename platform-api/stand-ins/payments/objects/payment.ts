import type Stripe from 'stripe';
import { newId, randomText } from '../ids.ts';
import { shaped } from './shaped.ts';

export function newPaymentIntent(
  created: number,
  given: { amount: number; currency: string; customer: string | null; description: string | null },
): Stripe.PaymentIntent {
  const id = newId('pi');
  return shaped<Stripe.PaymentIntent>({
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created,
    id,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: {},
    next_action: null,
    object: 'payment_intent',
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    source: null,
    excluded_payment_method_types: null,
    customer_account: null,
    managed_payments: null,
    ...given,
  });
}

/** A card as it lies at Stripe: never its number. */
export interface CardGiven {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  name: string;
}

export function newPaymentMethod(
  created: number,
  customer: Stripe.Customer | null,
  card: CardGiven,
): Stripe.PaymentMethod {
  return shaped<Stripe.PaymentMethod>({
    allow_redisplay: 'limited',
    billing_details: billingDetails(customer, card.name),
    card: {
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: 'pass',
      },
      country: 'US',
      display_brand: card.brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: randomText(16),
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      three_d_secure_usage: { supported: true },
      wallet: null,
      regulated_status: 'unregulated',
    },
    created,
    customer: customer?.id ?? null,
    id: newId('pm'),
    livemode: false,
    metadata: {},
    object: 'payment_method',
    type: 'card',
    customer_account: null,
  });
}

function billingDetails(
  customer: Stripe.Customer | null,
  name: string,
): Stripe.Charge.BillingDetails {
  return {
    address: customer?.address ?? null,
    email: customer?.email ?? null,
    name,
    phone: customer?.phone ?? null,
    tax_id: null,
  };
}

/** Why the bank did not pay. */
export interface Decline {
  code: string;
  decline_code: string;
  message: string;
}

export function newCharge(
  created: number,
  given: {
    intent: Stripe.PaymentIntent;
    method: Stripe.PaymentMethod;
    decline: Decline | null;
    isAuthenticated: boolean;
    receiptUrl: string;
  },
): Stripe.Charge {
  const { intent, method, decline, isAuthenticated, receiptUrl } = given;
  const id = newId('ch');
  return shaped<Stripe.Charge>({
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: decline ? null : newId('txn'),
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured: !decline,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
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
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: {
      card: chargedCard(method, intent.amount, isAuthenticated),
      type: 'card',
    },
    receipt_email: null,
    receipt_number: null,
    receipt_url: decline ? null : receiptUrl,
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

function chargedCard(
  { card }: Stripe.PaymentMethod,
  amount: number,
  isAuthenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  return shaped<Stripe.Charge.PaymentMethodDetails.Card>({
    amount_authorized: amount,
    brand: card?.brand ?? null,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    ...(card && { exp_month: card.exp_month, exp_year: card.exp_year }),
    extended_authorization: { status: 'disabled' },
    fingerprint: card?.fingerprint ?? null,
    funding: 'credit',
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card?.last4 ?? null,
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card?.brand ?? null,
    network_token: { used: false },
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    three_d_secure: isAuthenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: newId('3ds'),
          version: '2.2.0',
        }
      : null,
    wallet: null,
    authorization_code: null,
    regulated_status: 'unregulated',
    network_transaction_id: null,
    transaction_link_id: null,
  });
}
