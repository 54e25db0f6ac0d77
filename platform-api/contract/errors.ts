/**
 * Every error that crosses the wire: a stable code, its status, and the sentence a person may read.
 * `code` stands only where two situations share one code on the wire. Messages that the specification writes in two parts ('File too large - Logo must be under 2MB') are
 * `title` before the dash and `detail` after it.
 */
export const ERRORS = {
  bad_request: {
    status: 400,
    title: 'Bad request',
    detail: 'The request could not be read.',
  },
  bad_json: {
    status: 400,
    title: 'Bad JSON',
    detail: 'The body could not be read as JSON: one object, no key twice, not too deep.',
  },
  missing_credentials: {
    status: 400,
    title: 'Missing credentials',
    detail: 'You must provide either an email or phone number and a password',
  },
  missing_target: {
    status: 400,
    title: 'Missing address',
    detail: 'You must provide either an email or phone number.',
  },
  /** A code or link: shares its code with the bearer's own token, as the API document has it. */
  spent_token: {
    code: 'invalid_token',
    status: 400,
    title: 'This code or link no longer works',
    detail:
      'It may have been used already, replaced by a newer one, or be too old. Ask for a new one.',
  },
  invalid_token: {
    status: 401,
    title: 'Please sign in',
    detail: 'This needs a valid access token or API key.',
  },
  token_expired: {
    status: 401,
    title: 'Please sign in again',
    detail: 'The access token is too old. Refresh it and try again.',
  },
  session_ended: {
    status: 401,
    title: 'Please sign in again',
    detail: 'This session has ended.',
  },
  refresh_token_reused: {
    status: 401,
    title: 'Please sign in again',
    detail: 'This session was used in two places at once and has been ended, to be safe.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Could not sign in',
    detail:
      'E-mail or phone number and password do not match. A phone number must be confirmed before it signs in.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    detail: 'You don’t have permission to do this.',
  },
  csrf_rejected: {
    status: 403,
    title: 'Not from here',
    detail: 'A session in a cookie can only be used from our own pages.',
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
  no_station: {
    status: 404,
    title: 'No station yet',
    detail: 'You have no station yet.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not answer that method. The Allow header names those it does.',
  },
  too_many_keys: {
    status: 409,
    title: 'Too many API keys',
    detail: 'Delete a key that you no longer use before you make another.',
  },
  body_too_large: {
    status: 413,
    title: 'Too large',
    detail: 'The request’s body is larger than 64 KB.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported content type',
    detail: 'Send JSON, with Content-Type: application/json.',
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
  user_already_exists: {
    status: 422,
    title: 'Already registered',
    detail:
      'There is an account with this e-mail address or phone number already. Sign in instead.',
  },
  weak_password: {
    status: 422,
    title: 'Please choose another password',
    detail: 'Use 8 to 128 characters, and none of the passwords that everybody uses.',
  },
  current_password_wrong: {
    status: 422,
    title: 'Please check your password',
    detail: 'The current password is not right.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many tries',
    detail: 'That was tried too often. Please wait a little and try again.',
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
  busy: {
    status: 503,
    title: 'Very busy right now',
    detail: 'Many people are signing in at once. Please try again in a few seconds.',
  },
  unavailable: {
    status: 503,
    title: 'Not available right now',
    detail: 'We cannot answer right now. Please try again in a few seconds.',
  },
} as const satisfies Record<
  string,
  { status: number; title: string; detail: string; code?: string }
>;

/** What can go wrong, by our own name for it. */
export type ErrorName = keyof typeof ERRORS;

/** A code as it crosses the wire. */
export type ErrorCode = Exclude<ErrorName, 'spent_token'>;

/** The code under which an error crosses the wire. */
export function wireCode(name: ErrorName): ErrorCode {
  return name === 'spent_token' ? ERRORS.spent_token.code : name;
}

/** Every code that may cross the wire, in the order in which the reference lists them. */
export const ERROR_CODES = (Object.keys(ERRORS) as ErrorName[]).filter(
  (name): name is ErrorCode => wireCode(name) === name,
);
