/** Errors of webhooks, in the order of their status. `errors.ts` says how they are written. */
export const WEBHOOKS_ERRORS = {
  too_many_webhooks: {
    status: 409,
    title: 'Too many webhooks',
    detail: 'Remove a webhook that you no longer use before you add another.',
  },
  webhook_disabled: {
    status: 409,
    title: 'This webhook is disabled',
    detail: 'Enable it before you send anything to it.',
  },
  webhooks_need_email: {
    code: 'email_unconfirmed',
    status: 409,
    title: 'Confirm your email address first',
    detail: 'Open the link in the mail that we sent you, then add the webhook.',
  },
} as const;
