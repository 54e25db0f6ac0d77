/**
 * Every error that crosses the wire: a stable code, its status, and the sentence a person may read.
 * Messages that the specification writes in two parts ('File too large - Logo must be under 2MB') are
 * `title` before the dash and `detail` after it.
 */
export const ERRORS = {
  bad_request: {
    status: 400,
    title: 'Bad request',
    detail: 'The request could not be read.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'There is nothing at this address.',
  },
  station_not_found: {
    status: 404,
    title: 'Station Not Found',
    detail: 'Station not found or not active',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not answer that method. The Allow header names those it does.',
  },
  unknown_host: {
    status: 421,
    title: 'Unknown host',
    detail: 'No station and no page of ours lives at this host name.',
  },
  validation_failed: {
    status: 422,
    title: 'Please check what you sent',
    detail: 'Some of the fields are not right. Each is named under errors.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many open streams',
    detail: 'Too many live connections are open here. Please try again in a moment.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    detail: 'The fault is ours and has been noted. Please try again in a moment.',
  },
  unavailable: {
    status: 503,
    title: 'Not available right now',
    detail: 'We cannot answer right now. Please try again in a few seconds.',
  },
} as const satisfies Record<string, { status: number; title: string; detail: string }>;

export type ErrorCode = keyof typeof ERRORS;
