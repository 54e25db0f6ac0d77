/** The billing history shows only this many invoices, the newest. */
export const MAX_INVOICES_SHOWN = 100;

/** The maximum clock difference of a webhook's signature, in seconds. Stripe's own default. */
export const WEBHOOK_TOLERANCE_SECONDS = 300;
/** The maximum size of a webhook. */
export const MAX_WEBHOOK_BYTES = 256 * 1024;

/** Features in the order summary; the rest is only counted (specification §9). */
export const ORDER_SUMMARY_FEATURES = 5;

/** A purchase-order number, in characters. Stripe prints up to 140 (docs.stripe.com/api/customers). */
export const MAX_PURCHASE_ORDER_LENGTH = 140;

/** How many days before a trial ends its member is reminded. */
export const TRIAL_REMINDER_DAYS = [7, 1] as const;

/** How long the quote of a package change is good for. */
export const PACKAGE_QUOTE_MINUTES = 30;
