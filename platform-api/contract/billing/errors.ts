/** Errors of billing, in the order of their status. `errors.ts` says how they are written. */
export const BILLING_ERRORS = {
  invalid_signature: {
    status: 400,
    title: 'Invalid signature',
    detail: 'The signature does not match this body.',
  },
  stale_signature: {
    status: 400,
    title: 'Expired signature',
    detail: 'The signature’s timestamp is too far from the current time.',
  },
  invoice_not_found: {
    status: 404,
    title: 'Invoice not found',
    detail: 'There is no such invoice in your account.',
  },
  price_changed: {
    status: 409,
    title: 'The price has changed',
    detail: 'These amounts no longer apply. Check the new ones and try again.',
  },
  order_replaced: {
    status: 409,
    title: 'Replaced by another order',
    detail:
      'You have ordered something else since, perhaps in another tab. Complete that order, or try this one again.',
  },
  already_subscribed: {
    status: 409,
    title: 'You already have a station',
    detail: 'Your station is paid for. You can manage its subscription on your dashboard.',
  },
  no_billing_account: {
    status: 409,
    title: 'Nothing to manage yet',
    detail: 'You have no subscription yet. It starts with your first purchase.',
  },
  subscription_changed: {
    status: 409,
    title: 'Your subscription has changed',
    detail: 'It differs from what this page showed, and nothing was done. Please look at it again.',
  },
  package_not_changeable: {
    status: 409,
    title: 'The package cannot be changed now',
    detail:
      'A package can be changed while its subscription is paid and has another payment to come.',
  },
  package_change_planned: {
    status: 409,
    title: 'A change is planned already',
    detail:
      'The package changes with the next payment. Keep the present one first to choose a larger one.',
  },
  portal_not_configured: {
    status: 409,
    title: 'Setup Required',
    detail:
      'Customer portal needs to be configured in Stripe dashboard first. Please contact support.',
  },
  unknown_package: {
    status: 422,
    title: 'Unknown package',
    detail: 'This package is not available. Please choose another one.',
  },
  vat_number_invalid: {
    status: 422,
    title: 'Please check the VAT number',
    detail: 'The VAT number does not match the format of its country. Correct it or leave it out.',
  },
  /** Shares its code: the form is right, but the register does not know the number. */
  vat_number_unknown: {
    code: 'vat_number_invalid',
    status: 422,
    title: 'Please check the VAT number',
    detail:
      'The tax authorities’ register does not know this VAT number. Correct it or leave it out.',
  },
  payment_provider_error: {
    status: 502,
    title: 'Payment Error',
    detail: 'Failed to create payment session. Please try again.',
  },
  billing_provider_error: {
    code: 'payment_provider_error',
    status: 502,
    title: 'Billing Error',
    detail: 'Failed to load billing information',
  },
  stripe_not_configured: {
    status: 503,
    title: 'Configuration Error',
    detail: 'Stripe secret key not configured. Please contact support.',
  },
  in_standby: {
    status: 503,
    title: 'This is a copy',
    detail:
      'This installation is a copy in stand-by, so nothing is bought, charged or changed at the payment provider.',
  },
} as const;
