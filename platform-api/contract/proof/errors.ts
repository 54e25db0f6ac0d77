import { MAX_OPEN_REPORTS } from './values.ts';

/** Errors of proofs and reports, in the order of their status. `errors.ts` says how they are written. */
export const PROOF_ERRORS = {
  proof_not_found: {
    status: 404,
    title: 'Proof not found',
    detail:
      'There is no proof at this address. Check the link, or ask the business that sent it for another one.',
  },
  too_many_reports: {
    status: 409,
    title: 'Too many reports',
    detail: `${MAX_OPEN_REPORTS} reports are being made already. Wait until one of them is ready.`,
  },
} as const;
