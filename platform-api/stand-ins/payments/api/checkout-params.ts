import { z } from 'zod';
import {
  currency,
  email,
  flag,
  integer,
  list,
  metadata,
  page,
  text,
  timestamp,
  webUrl,
} from './fields.ts';
import { recurring, productData } from './products.ts';

/** What a session sells. */
export const lineItem = z.strictObject({
  price: text.optional(),
  price_data: z
    .strictObject({
      currency,
      product: text.optional(),
      product_data: productData.optional(),
      unit_amount: integer,
      recurring: recurring.optional(),
      tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
    })
    .optional(),
  quantity: integer.optional(),
  tax_rates: list(text).optional(),
  metadata: metadata.optional(),
});

const auto = z.enum(['auto', 'never']).optional();
const enabled = z.strictObject({ enabled: flag }).optional();
const message = z.strictObject({ message: text }).optional();

/** What `POST /v1/checkout/sessions` takes of all that Stripe knows: what a subscription needs. */
export const checkoutParams = z.strictObject({
  adaptive_pricing: enabled,
  allow_promotion_codes: flag.optional(),
  automatic_tax: enabled,
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: webUrl.optional(),
  client_reference_id: z.string().max(200).optional(),
  currency: currency.optional(),
  custom_text: z
    .strictObject({
      after_submit: message,
      shipping_address: message,
      submit: message,
      terms_of_service_acceptance: message,
    })
    .optional(),
  customer: text.optional(),
  customer_email: email.optional(),
  customer_update: z.strictObject({ address: auto, name: auto, shipping: auto }).optional(),
  expand: list(text).optional(),
  expires_at: timestamp.optional(),
  line_items: list(lineItem).optional(),
  locale: z.string().max(10).optional(),
  metadata: metadata.optional(),
  mode: z.enum(['payment', 'setup', 'subscription']).optional(),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  payment_method_types: list(z.enum(['card'])).optional(),
  phone_number_collection: enabled,
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  subscription_data: z
    .strictObject({
      default_tax_rates: list(text).optional(),
      description: z.string().max(500).optional(),
      metadata: metadata.optional(),
    })
    .optional(),
  success_url: webUrl.optional(),
  tax_id_collection: z
    .strictObject({ enabled: flag, required: z.enum(['if_supported', 'never']).optional() })
    .optional(),
  ui_mode: z.enum(['hosted_page']).optional(),
});
export type CheckoutParams = z.output<typeof checkoutParams>;

export const checkoutListParams = z.strictObject({
  ...page,
  customer: text.optional(),
  expand: list(text).optional(),
  payment_intent: text.optional(),
  status: z.enum(['complete', 'expired', 'open']).optional(),
  subscription: text.optional(),
});
