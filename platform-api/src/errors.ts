import { ERRORS, type ErrorName } from '../contract/errors.ts';
import { MAINTENANCE_RETRY_SECONDS } from '../contract/admin/values.ts';
import type { ProblemData } from '../contract/problem.ts';

/** An invalid field, as the problem document lists it. */
export interface FieldFault {
  field: string;
  code: string;
  message: string;
}

/** Seconds after which the client should try again, for errors that have a fixed delay. */
const RETRY_AFTER_S: Partial<Record<ErrorName, number>> = {
  request_in_progress: 1,
  storage_unavailable: 5,
  storage_full: 30,
  storage_not_adopted: 60,
  too_many_streams: 10,
  payment_provider_error: 2,
  billing_provider_error: 2,
  stripe_not_configured: 60,
  busy: 3,
  maintenance: MAINTENANCE_RETRY_SECONDS,
  in_standby: 300,
  unavailable: 2,
};

/**
 * An error that a client may read. Thrown anywhere, answered in one place (`http/problem-answers.ts`). Its
 * status and sentences come from the contract.
 */
export class AppError extends Error {
  readonly kind: ErrorName;
  readonly status: number;
  readonly fields: FieldFault[] | undefined;
  /** Seconds after which the client should try again. */
  readonly retryAfter: number | undefined;
  /** The name of the rate limit that was exceeded. */
  readonly limit: string | undefined;
  /** The scopes that an API key lacks, separated by spaces (RFC 6750, section 3). */
  readonly scope: string | undefined;
  /** Additional members of the problem document, such as the current quote. */
  readonly data: ProblemData | undefined;

  constructor(
    kind: ErrorName,
    more: {
      fields?: FieldFault[];
      retryAfter?: number;
      limit?: string;
      scope?: string;
      data?: ProblemData;
      /** Replaces the contract's sentence if numbers must be filled in. */
      detail?: string;
      cause?: unknown;
    } = {},
  ) {
    super(more.detail ?? ERRORS[kind].detail, { cause: more.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.status = ERRORS[kind].status;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter ?? RETRY_AFTER_S[kind];
    this.limit = more.limit;
    this.scope = more.scope;
    this.data = more.data;
  }
}

/** The error of one field, with a sentence for people. */
export const refuse = (field: string, message: string, code = 'invalid_value'): AppError =>
  new AppError('validation_failed', { fields: [{ field, code, message }] });

/** Whether an error has one of these codes, such as `ENOENT` (Node.js) or `23505` (PostgreSQL). */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
