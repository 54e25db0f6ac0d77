import type Stripe from 'stripe';
import { newId, shaped } from '../stripe-object.ts';

export function newLineItem(given: {
  description: string | null;
  price: Stripe.Price;
  quantity: number;
  amount: { subtotal: number; tax: number; total: number };
}): Stripe.LineItem {
  const { description, price, quantity, amount } = given;
  return shaped<Stripe.LineItem>({
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount.subtotal,
    amount_tax: amount.tax,
    amount_total: amount.total,
    currency: price.currency,
    description,
    metadata: {},
    price,
    quantity,
  });
}

/** None of the texts that a merchant may add to the page. */
export const NO_CUSTOM_TEXT: Stripe.Checkout.Session.CustomText = {
  after_submit: null,
  shipping_address: null,
  submit: null,
  terms_of_service_acceptance: null,
};

/** An open session of mode `subscription`. Given fields replace the defaults. */
export function newCheckoutSession(
  created: number,
  given: Partial<Stripe.Checkout.Session> & { id: string; expires_at: number },
): Stripe.Checkout.Session {
  return shaped<Stripe.Checkout.Session>({
    object: 'checkout.session',
    after_expiration: null,
    allow_promotion_codes: null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, status: null, provider: null },
    billing_address_collection: null,
    cancel_url: null,
    client_reference_id: null,
    client_secret: null,
    consent: null,
    consent_collection: null,
    created,
    currency: null,
    custom_fields: [],
    custom_text: NO_CUSTOM_TEXT,
    customer: null,
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    metadata: {},
    mode: 'subscription',
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: null,
    adaptive_pricing: { enabled: false },
    discounts: [],
    collected_information: null,
    permissions: null,
    wallet_options: null,
    origin_context: null,
    currency_conversion: null,
    customer_account: null,
    integration_identifier: null,
    managed_payments: null,
    ...given,
  });
}
