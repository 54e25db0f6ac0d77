import { ERRORS, type ErrorCode } from '../contract/errors.ts';

/** One field that is not right, as the problem answer lists it. */
export interface FieldFault {
  field: string;
  code: string;
  message: string;
}

/**
 * Something that a person or a program may be told. Thrown anywhere, answered in one place
 * (`http/problem-answers.ts`). Status and sentences come from the contract.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldFault[] | undefined;
  /** Seconds after which another try makes sense. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    more: { fields?: FieldFault[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(ERRORS[code].detail, { cause: more.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
  }
}

export const BadRequest = (cause?: unknown) => new AppError('bad_request', { cause });
export const NotFound = () => new AppError('not_found');
export const StationNotFound = () => new AppError('station_not_found');
export const MethodNotAllowed = () => new AppError('method_not_allowed');
export const UnknownHost = () => new AppError('unknown_host');
export const ValidationFailed = (fields: FieldFault[]) =>
  new AppError('validation_failed', { fields });
export const TooManyStreams = () => new AppError('too_many_streams', { retryAfter: 10 });
export const Unavailable = (cause?: unknown) =>
  new AppError('unavailable', { retryAfter: 2, cause });
