/** Errors of approval, in the order of their status. `errors.ts` says how they are written. */
export const APPROVAL_ERRORS = {
  nothing_to_approve: {
    status: 409,
    title: 'Nothing to approve',
    detail: 'Your station is not ready to be heard yet, or has your yes already.',
  },
} as const;
