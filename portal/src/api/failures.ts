import { RequestFailed, type FailureCode } from '@stationhouse/sdk/client';

/** The title and text of a notice about a failure. */
export interface FailureWords {
  title: string;
  detail: string;
  /** The request's id, for support. Empty when the server did not answer. */
  requestId: string;
}

const MINUTE = 60;

const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** A wait in seconds, rounded up: 'in 12 minutes'. */
export function inWords(seconds: number): string {
  if (seconds <= MINUTE) return `in ${plural(Math.ceil(seconds), 'second')}`;
  const minutes = Math.ceil(seconds / MINUTE);
  if (minutes <= MINUTE) return `in ${plural(minutes, 'minute')}`;
  return `in ${plural(Math.ceil(minutes / MINUTE), 'hour')}`;
}

/** The browser gave no passkey. */
export class PasskeyFailed extends Error {
  readonly title: string;

  constructor({ title, detail }: { title: string; detail: string }, options?: ErrorOptions) {
    super(detail, options);
    this.title = title;
  }
}

/** Whether a failure has one of these codes. */
export function hasCode(failure: unknown, ...codes: FailureCode[]): boolean {
  const isCode = (code: unknown) => codes.some((each) => each === code);
  return failure instanceof Error && 'code' in failure && isCode(failure.code);
}

/** Whether the API refused the request: a 4xx answer. */
export const isRefusal = (failure: unknown): failure is RequestFailed =>
  failure instanceof RequestFailed && failure.status >= 400 && failure.status < 500;

/** Whether the failure is a bug of the page rather than of the network or the API. */
export const isBug = (failure: unknown): boolean =>
  !(failure instanceof RequestFailed || failure instanceof PasskeyFailed) &&
  !hasCode(failure, 'unreachable');

/** The sentence for programs says that faults are listed; people read the faults themselves. */
const FOR_PROGRAMS = / listed under errors\.$/;

/** Each fault once, or the API's sentence. */
function messageOf({ message, errors }: RequestFailed): string {
  if (errors.length === 0 || !FOR_PROGRAMS.test(message)) return message;
  return [...new Set(errors.map((fault) => fault.message))].join(' ');
}

/**
 * Puts a failure into words for people: the API's own where it answered, and how long to wait.
 *
 * @param title what failed, instead of the API's own title
 */
export function describe(failure: unknown, title?: string): FailureWords {
  if (hasCode(failure, 'unreachable')) {
    return {
      title: title ?? 'No connection',
      detail: 'We could not reach the server. Check your connection and try again.',
      requestId: '',
    };
  }
  if (failure instanceof PasskeyFailed) {
    return { title: title ?? failure.title, detail: failure.message, requestId: '' };
  }
  if (!(failure instanceof RequestFailed) || failure.code === 'bad_answer') {
    return {
      title: title ?? 'Something went wrong on our side',
      detail: 'Please try again in a moment.',
      requestId: '',
    };
  }
  const { retryAfter, requestId } = failure;
  const message = messageOf(failure);
  // Some of the specification's sentences have no full stop.
  const stop = /[.!?]$/.test(message) ? '' : '.';
  const wait = retryAfter > 0 ? `${stop} You can try again ${inWords(retryAfter)}.` : '';
  return { title: title ?? failure.title, detail: message + wait, requestId };
}

/**
 * A `catch` handler that names the form field of a refusal, for codes that come without one.
 *
 * @param fields the field for each such code
 * @throws the failure, with the field named
 */
export const onField =
  (fields: Readonly<Partial<Record<FailureCode, string>>>) =>
  (failure: unknown): never => {
    if (!(failure instanceof RequestFailed)) throw failure;
    const { status, code, title, message, requestId, retryAfter } = failure;
    const field = fields[code];
    if (field === undefined) throw failure;
    const errors = [{ field, code, message }];
    const problem = { code, title, detail: message, errors, request_id: requestId };
    throw new RequestFailed(status, problem, retryAfter);
  };

/** A `catch` handler for deletions: not found counts as deleted. */
export function ignoreNotFound(failure: unknown): void {
  if (!hasCode(failure, 'not_found')) throw failure;
}
