/** Errors of any call, in the order of their status. `errors.ts` says how they are written. */
export const GENERAL_ERRORS = {
  bad_request: {
    status: 400,
    title: 'Bad request',
    detail: 'The request could not be read.',
  },
  bad_json: {
    status: 400,
    title: 'Invalid JSON',
    detail: 'The body is not a valid JSON object, or it is nested too deeply.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'There is nothing at this address.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not support that method. The Allow header lists those it does.',
  },
  idempotency_key_reused: {
    status: 409,
    title: 'This key was used for another request',
    detail: 'An Idempotency-Key belongs to one request with one body. Use a new key.',
  },
  request_in_progress: {
    status: 409,
    title: 'Still in progress',
    detail:
      'The first request with this Idempotency-Key has not finished yet. Try again in a moment.',
  },
  request_answer_lost: {
    status: 409,
    title: 'Done, but its answer is lost',
    detail:
      'The first request with this Idempotency-Key took effect, and its answer was lost. Read what is there before you ask again with a new key.',
  },
  body_too_large: {
    status: 413,
    title: 'Too large',
    detail: 'The request body is larger than this call accepts.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported content type',
    detail: 'Send JSON, with Content-Type: application/json.',
  },
  validation_failed: {
    status: 422,
    title: 'Please check your details',
    detail: 'Some fields are invalid. Each one is listed under errors.',
  },
  url_not_allowed: {
    status: 422,
    title: 'This address is not allowed',
    detail: 'The address must be a public http or https URL. Each one is listed under errors.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many attempts',
    detail: 'You have tried this too many times. Please wait a little and try again.',
  },
  too_many_streams: {
    status: 429,
    title: 'Too many open streams',
    detail: 'Too many live connections are open. Please try again in a moment.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    detail: 'The error has been logged. Please try again in a moment.',
  },
  busy: {
    status: 503,
    title: 'Very busy right now',
    detail: 'Many people are using the service right now. Please try again in a few seconds.',
  },
  unavailable: {
    status: 503,
    title: 'Not available right now',
    detail: 'The service is temporarily unavailable. Please try again in a few seconds.',
  },
} as const;
