/** Errors of setup, in the order of their status. `errors.ts` says how they are written. */
export const SETUP_ERRORS = {
  feature_not_in_package: {
    status: 403,
    title: 'Feature not available',
    detail:
      'Announcement and commercial settings are not available in your Starter package. Please upgrade to Professional or Enterprise.',
  },
  /** The setup form's message for missing required fields (specification §5). */
  missing_information: {
    code: 'validation_failed',
    status: 422,
    title: 'Missing information',
    detail: 'Please fill in all required fields',
  },
} as const;
