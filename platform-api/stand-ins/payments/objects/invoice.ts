import Stripe from 'stripe';
import { newId, shaped } from '../stripe-object.ts';

/** One line of a new invoice. Amounts are in cents, without tax. */
export interface LineGiven {
  description: string;
  price: Stripe.Price;
  quantity: number;
  period: { start: number; end: number };
  taxes: Stripe.InvoiceLineItem.Tax[];
  /** Null: a one-time payment. */
  subscriptionItem: string | null;
}

export function newInvoiceLine(
  given: LineGiven & {
    invoice: string;
    subscription: string;
    subtotal: number;
    isProration: boolean;
  },
): Stripe.InvoiceLineItem {
  const { price, quantity, subscription, subscriptionItem } = given;
  const proration = { proration: given.isProration, proration_details: { credited_items: null } };
  return shaped<Stripe.InvoiceLineItem>({
    amount: given.subtotal,
    currency: price.currency,
    description: given.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    id: newId('il'),
    invoice: given.invoice,
    livemode: false,
    metadata: {},
    object: 'line_item',
    period: given.period,
    quantity,
    subscription,
    pretax_credit_amounts: [],
    taxes: given.taxes,
    parent:
      subscriptionItem === null
        ? {
            invoice_item_details: { invoice_item: newId('ii'), ...proration, subscription },
            subscription_item_details: null,
            type: 'invoice_item_details',
          }
        : {
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: null,
              ...proration,
              subscription,
              subscription_item: subscriptionItem,
            },
            type: 'subscription_item_details',
          },
    pricing: {
      // In the ledger a price's product is always an id.
      price_details: { price: price.id, product: price.product as string },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    subtotal: given.subtotal,
    quantity_decimal: Stripe.Decimal.from(quantity),
  });
}

/** A draft. Given fields replace the defaults. */
export function newInvoice(
  created: number,
  given: Partial<Stripe.Invoice> & { id: string; customer: string },
): Stripe.Invoice {
  return shaped<Stripe.Invoice>({
    object: 'invoice',
    account_country: 'GB',
    account_name: null,
    account_tax_ids: null,
    amount_due: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      enabled: false,
      liability: null,
      status: null,
      disabled_reason: null,
      provider: null,
    },
    billing_reason: 'subscription_cycle',
    collection_method: 'charge_automatically',
    created,
    currency: 'eur',
    custom_fields: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subscription: null,
    subtotal: 0,
    subtotal_excluding_tax: 0,
    test_clock: null,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: 0,
    webhooks_delivered_at: null,
    automatically_finalizes_at: null,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    amount_overpaid: 0,
    parent: null,
    customer_account: null,
    ...given,
  });
}

/** Links an invoice to the payment intent that pays it. */
export function newInvoicePayment(
  created: number,
  given: { invoice: string; payment_intent: string; amount: number; currency: string },
): Stripe.InvoicePayment {
  return shaped<Stripe.InvoicePayment>({
    amount_paid: null,
    amount_requested: given.amount,
    created,
    currency: given.currency,
    id: newId('inpay'),
    invoice: given.invoice,
    is_default: true,
    livemode: false,
    object: 'invoice_payment',
    payment: { payment_intent: given.payment_intent, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
}
