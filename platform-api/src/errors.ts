import type { CustomerDetails } from '../contract/customers.ts';
import { ERRORS, type ErrorName } from '../contract/errors.ts';
import type { Quote } from '../contract/pricing.ts';

/** One field that is not right, as the problem answer lists it. */
export interface FieldFault {
  field: string;
  code: string;
  message: string;
}

/** Seconds after which a retry makes sense, where the error itself decides that. */
const RETRY_AFTER_S: Partial<Record<ErrorName, number>> = {
  request_in_progress: 1,
  storage_unavailable: 5,
  too_many_streams: 10,
  payment_provider_error: 2,
  billing_provider_error: 2,
  stripe_not_configured: 60,
  busy: 3,
  unavailable: 2,
};

/**
 * Something that a person or a program may be told. Thrown anywhere, answered in one place
 * (`http/problem-answers.ts`). Status and sentences come from the contract.
 */
export class AppError extends Error {
  readonly kind: ErrorName;
  readonly status: number;
  readonly fields: FieldFault[] | undefined;
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;
  /** The limit that was met, by its name in the contract. */
  readonly limit: string | undefined;
  /** The amounts that apply now, where somebody sent others. */
  readonly quote: Quote | undefined;
  /** A customer as they are now, where somebody changed them meanwhile. */
  readonly current: CustomerDetails | undefined;

  constructor(
    kind: ErrorName,
    more: {
      fields?: FieldFault[];
      retryAfter?: number;
      limit?: string;
      quote?: Quote;
      current?: CustomerDetails;
      /** In the place of the contract's sentence, where that has numbers to fill in. */
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
    this.quote = more.quote;
    this.current = more.current;
  }
}

/** Whether an error has one of these codes, such as `ENOENT` (Node.js) or `23505` (PostgreSQL). */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
