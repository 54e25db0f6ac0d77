import { MAX_OPEN_REPORTS } from './values.ts';

/** Errors of proofs and reports, in the order of their status. `errors.ts` says how they are written. */
export const PROOF_ERRORS = {
  too_many_reports: {
    status: 409,
    title: 'Too many reports',
    detail: `${MAX_OPEN_REPORTS} reports are being made already. Wait until one of them is ready.`,
  },
} as const;
