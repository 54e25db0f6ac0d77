/** Errors of admin, in the order of their status. `errors.ts` says how they are written. */
export const ADMIN_ERRORS = {
  /** For an admin, about a customer. */
  customer_without_station: {
    code: 'no_station',
    status: 404,
    title: 'No station yet',
    detail: 'This customer has no station yet.',
  },
  approval_missing: {
    status: 409,
    title: 'The customer has not approved it',
    detail:
      'The customer hears the radio IDs and the first hour before the first air, on the page Sound.',
  },
  cannot_delete_self: {
    status: 409,
    title: 'This is your own account',
    detail: 'You can delete your own account in its settings, on your dashboard.',
  },
  subscription_running: {
    status: 409,
    title: 'This customer has a running subscription',
    detail:
      'Delete the customer first: this also cancels the subscription. Then erase the address to delete what is left.',
  },
  changed_meanwhile: {
    status: 409,
    title: 'Changed by someone else',
    detail:
      'Someone else has changed this customer since you opened it. Your changes are not saved yet.',
  },
  no_email: {
    status: 409,
    title: 'No email address',
    detail: 'This customer signs in by phone and has no email address.',
  },
  email_of_admin: {
    status: 409,
    title: 'This address belongs to an admin',
    detail: 'Admins change their email address themselves, in their account settings.',
  },
  status_locked: {
    status: 409,
    title: 'Not paid for',
    detail: 'This station is not paid for at the moment. Its status depends on the payment.',
  },
  precondition_required: {
    status: 428,
    title: 'If-Match is missing',
    detail:
      'Send the ETag of the customer that you loaded, so that you don’t overwrite other changes.',
  },
  maintenance: {
    status: 503,
    title: 'Maintenance',
    detail:
      'We are doing maintenance, so nothing can be changed at the moment. Stations keep playing. Please try again later.',
  },
} as const;
